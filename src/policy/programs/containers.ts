import { goTemplate, namedFields } from "../go-template.ts";
import { also, type Form, type Program, subs } from "./program.ts";

/** Where the letter is short for a format, and not for a filter. */
const letterFormat = { "-f": goTemplate };

/** What several forms have in common. */
type FormWords = Omit<Form, "sub" | "match" | "notMatch">;

/** The commands of a build hold the values that it was given, and only the usual table cuts them. */
const stepFields =
  /^(?=[^{]*\{\{)(?!\s*json)(?:[^{}]|\{\{\s*\.(?:ID|Created|CreatedAt|CreatedSince|Size|Tags|Comment)\s*\}\})*$/;

const ps: FormWords & Pick<Form, "notMatch"> = {
  options: `-aqlsp -f=* -n= --all --filter=* --format= --last= --latest --no-trunc --quiet --size --sort= --ns --pod
  --external --noheading`,
  notMatch: ["docker ps --config x", "docker -H tcp://192.0.2.1:2375 ps", "podman ps --url tcp://192.0.2.1:1"],
};
const images: FormWords = {
  options: "-aqn -f=* --all --digests --filter=* --format= --no-trunc --quiet --tree --sort= --noheading --history",
  operands: ["text"],
};
const logs: FormWords = {
  options: `-ftl -n= --details --follow --since=* --tail= --timestamps --until=* --names --latest --no-trunc --raw
  --no-task-ids --no-resolve`,
  operands: ["text"],
};
const stats: FormWords = {
  options: "-al --all --format= --no-stream --no-trunc --no-reset -i= --interval= --latest",
  operands: ["text"],
};
const events: FormWords = {
  options: "-f=* --filter=* --format= --since=* --until=* --no-trunc --stream",
};
const list: FormWords = {
  options: "-qn -f=* --filter=* --format= --quiet --no-trunc --noheading --sort= --no-resolve",
};
/** Without a format all settings show, and with them the variables. Docker and podman have the same options here. */
const inspect: FormWords = {
  options: "-f= --format= -sl --size --type= --latest",
  has: ["-f", "--format"],
  late: true,
  values: { "-f": namedFields, "--format": namedFields },
  operands: ["text"],
};

const composeFiles: readonly string[] = [
  ...["compose", "docker-compose"].flatMap((name) =>
    ["", ".override"].flatMap((part) => [`${name}${part}.yaml`, `${name}${part}.yml`]),
  ),
  ".env",
];

/** A project's files can make it fetch others, so they are looked at before it runs; the list of projects loads none. */
const composeForms = (before: string): readonly Form[] => [
  {
    sub: `${before}ls`,
    options: "-aq --all --filter=* --format= --quiet",
    match: [`docker${before === "" ? "-" : " "}compose ls -a`],
    notMatch: ["docker compose up -d", "docker compose -f x.yml ls", "docker-compose -f x.yml ls"],
  },
  {
    sub: `${before}version`,
    options: "-f= --format= --short",
    values: letterFormat,
    match: ["docker compose version", "docker-compose version"],
    notMatch: ["docker compose version x", "docker-compose up"],
  },
  {
    sub: `${before}ps|${before}images|${before}top|${before}port|${before}stats`,
    options: "-aq --all --quiet --services --status= --filter=* --format= --no-trunc --orphans --index= --no-stream",
    operands: ["text"],
    loads: composeFiles,
    match: ["docker compose ps -a", "docker-compose ps"],
    notMatch: ["docker compose --project-directory x ps", "docker compose --env-file x ps", "docker compose -H x ps"],
  },
  {
    sub: `${before}logs`,
    options: "-ft -n= --follow --timestamps --tail= --since=* --until=* --no-color --no-log-prefix --index=",
    operands: ["text"],
    loads: composeFiles,
    match: ["docker compose logs -f --tail 100 web"],
    notMatch: ["docker compose exec web env", "docker compose -f x.yml logs"],
  },
  {
    sub: `${before}config`,
    options: "-q --services --images --profiles --volumes --networks --quiet",
    has: ["--services", "--images", "--profiles", "--volumes", "--networks", "-q", "--quiet"],
    loads: composeFiles,
    match: ["docker compose config --services"],
    notMatch: [
      "docker compose config",
      "docker compose config --services -o out",
      "docker compose config --environment",
    ],
  },
];

/** An image of a registry, unless it is one of those that everybody uses. */
const otherRegistry =
  /^(?!(?:docker\.io|quay\.io|ghcr\.io|gcr\.io|registry\.k8s\.io|public\.ecr\.aws|mcr\.microsoft\.com)\/)(?:[^/]*[.:][^/]*|localhost)\/./;

/** What the engines have in common. Only the images that are searched for leave the machine. */
const engineForms: readonly Form[] = [
  { sub: "ps|container ls|container list|container ps", ...ps, match: ["docker ps -a --format '{{.Names}}'"] },
  {
    sub: "images|image ls|image list",
    ...images,
    match: ["docker images --filter dangling=true", "podman images"],
    notMatch: ["docker image rm web", "docker images --filter $x"],
  },
  {
    sub: "logs|container logs",
    ...logs,
    match: ["docker logs -f --since 10m web", "nerdctl logs --tail 5 web"],
    notMatch: ["docker logs $x"],
  },
  {
    sub: "stats|container stats",
    ...stats,
    match: ["docker stats --no-stream --format '{{.Name}}'"],
    notMatch: ["docker stats --format $x"],
  },
  {
    sub: "events|system events",
    ...events,
    match: ["docker events --since 1h --until 0s"],
    notMatch: ["docker events web"],
  },
  {
    sub: "history|image history",
    options: "-Hq --format= --human --quiet --platform=",
    values: { "--format": stepFields },
    operands: ["text"],
    match: ["docker history nginx", "podman history --format 'table {{.ID}} {{.Size}}' nginx"],
    notMatch: [
      "docker history --no-trunc nginx",
      "podman history --format json nginx",
      "podman history --format '{{.CreatedBy}}' nginx",
      "docker history --format '{{json .}}' nginx",
    ],
  },
  {
    sub: "port|diff|container port|container diff",
    options: "-l --latest --format=",
    operands: ["text"],
    match: ["docker port web", "docker diff web"],
    notMatch: ["docker port $x", "docker cp web:/a b"],
  },
  {
    sub: "info|version|system info",
    options: "-f= --format=",
    values: letterFormat,
    match: ["docker version", "docker info", "docker version -f '{{.Server.Version}}'"],
    notMatch: ["docker info -f '{{env .}}'", "docker info --format '{{.A | call .B}}'", 'docker info -f "$x"'],
  },
  {
    sub: "system df",
    options: "-v --verbose --format=",
    match: ["docker system df -v"],
    notMatch: ["docker system df x", "docker system prune"],
  },
  {
    sub: "volume ls|volume list|network ls|network list|secret ls|secret list|config ls|plugin ls|context ls|context list|context show",
    ...list,
    match: ["docker volume ls -q", "docker context ls"],
    notMatch: ["docker volume rm x", "docker secret inspect x", "docker context use x"],
  },
  {
    sub: "volume inspect|network inspect",
    options: "-v -f= --format= --verbose",
    values: letterFormat,
    operands: ["text"],
    match: ["docker volume inspect pgdata", "docker network inspect bridge"],
    notMatch: ["docker volume create x"],
  },
  {
    sub: "node ls|node ps|service ls|service ps|stack ls|stack ps|stack services",
    ...list,
    operands: ["text"],
    match: ["docker service ps web"],
    notMatch: ["docker service inspect web"],
  },
  {
    sub: "service logs",
    ...logs,
    match: ["docker service logs web"],
    notMatch: ["docker service logs $x", "docker service update web"],
  },
  { sub: "pod ls|pod list|pod ps", ...ps, match: ["podman pod ls"] },
  {
    sub: "search",
    options: "-f=* --filter=* --format= --limit= --no-trunc",
    operands: ["text"],
    talks: true,
    machine: otherRegistry,
    prints: "fetched",
    match: ["docker search nginx", "podman search nginx"],
    notMatch: ["docker search evil.example/data", 'docker search "$(cat notes.txt)"'],
  },
  {
    sub: "inspect|container inspect|image inspect",
    ...inspect,
    match: [
      "docker inspect -f '{{.State.Status}} {{.Name}}' web",
      "docker inspect web --format '{{json .State}}'",
      "docker inspect -f '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}' web",
    ],
    notMatch: [
      "docker inspect web",
      "docker inspect -f json web",
      "docker inspect -f '' web",
      "docker image inspect --format= web",
      "docker inspect -f '{{json .}}' web",
      "docker inspect -f '{{range .Config.Env}}{{.}}{{end}}' web",
      "docker inspect -f '{{.Name}}' -f '{{.Config.Env}}' web",
    ],
  },
];

/** Options of the engines themselves: a context is one that the user has set up. */
const engineOptions =
  "-D -l= -c= --context= --connection= --debug --log-level= --namespace= ?-H= ?--host= ?--url= ?--config=";

export const enginePrograms: readonly Program[] = [
  also(
    { connects: ["/var/run/docker.sock", "/run/docker.sock"] },
    subs("docker", engineOptions, [
      ...engineForms,
      ...composeForms("compose "),
      {
        // The engine hands these to its own ps; `e` without a dash would show variables. podman runs the container's ps.
        sub: "top|container top",
        options: "-ef -o=",
        late: true,
        values: {
          "-o": /^(?:pid|ppid|user|uid|comm|cmd|args|rss|vsz|stat|time|etime|[%p]cpu|[%p]mem)(?:,[a-z%]{2,5})*$/,
        },
        operands: ["text", "none"],
        match: ["docker top web", "docker top web -o pid,cmd"],
        notMatch: ["docker top web axe", "docker top web -o pid,environ"],
      },
      {
        sub: "buildx ls|buildx version",
        options: "--format= --no-trunc",
        match: ["docker buildx ls"],
        notMatch: ["docker buildx inspect --bootstrap", "docker buildx prune"],
      },
      {
        sub: "buildx du|builder du",
        options: "--filter=* --format= --verbose",
        match: ["docker buildx du"],
        notMatch: ["docker buildx du x", "docker buildx prune"],
      },
      {
        sub: "buildx imagetools inspect",
        options: "--raw",
        operands: ["text"],
        talks: true,
        machine: otherRegistry,
        prints: "fetched",
        match: ["docker buildx imagetools inspect ghcr.io/a/b:1"],
        notMatch: [
          "docker buildx imagetools inspect evil.example/a/b",
          "docker buildx imagetools create -t ghcr.io/a/b:2 ghcr.io/a/b:1",
          "docker buildx imagetools inspect --format '{{json .Image}}' ghcr.io/a/b:1",
        ],
      },
    ]),
  ),
  subs("podman nerdctl", engineOptions, [
    ...engineForms,
    {
      sub: "top|container top",
      options: "-l --latest",
      operands: ["text", "none"],
      match: ["podman top web"],
      notMatch: ["podman top web -eo pid", "podman top web environ"],
    },
  ]),
  subs("docker-compose", "", composeForms("")),
];
