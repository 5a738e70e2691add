import { readRows } from "../effect-rows.ts";

/** What gives a container the host: its devices, processes or files. */
const control = [
  "/^--(?:privileged$|device(?:=|$)|volumes-from=|cgroup-parent)/",
  "--pid,--ipc,--uts,--userns,--cgroupns=host",
  "--cap-add=ALL,SYS_*,NET_ADMIN,DAC_*",
  "--security-opt=*unconfined*,*no-new-privileges*false*",
  // The root, the home, folders above, sockets of engines, and what only the run decides.
  `-v,--volume,--mount=/^(?:[\\w-]+=[^,]*,)*(?:(?:src|source)=)?(?:(?:\\ufdd3|\\/|\\/(?:etc|root|home|boot|dev|proc|sys|usr|bin|sbin|lib|run|var\\/run|var\\/lib)(?:\\/[^:,]*)?|[^:,]*\\/(?:docker|containerd|crio)\\.sock|(?:\\ufdd6|\\.)?\\/?(?:\\.\\.\\/)+\\.\\.\\/?)(?:[:,]|$)|.*[\\ufdd0\\ufdd1\\ufdd2\\ufdd4\\ufdd5])/`,
];

const escapes = (...verbs: string[]): string =>
  verbs.flatMap((verb) => control.map((option) => `${verb} ${option}`)).join(" | ");

const shows = "ps,ls,logs,images,top,config,version,port,events,stats,volumes";

/** Projects of several containers, behind the words of `lead`. */
const composed = (program: string, lead: string): string => `
  ${lead}@stranger => runs-unread(run.fetched): Starts what {word} describes; nobody has read it. -> Fetch it first, read it, then run it.
    yes: ${program} -f http://x.example/a.yaml up
    no: ${program} up
  ${escapes(`${lead}exec,run`)} => escalates(escape.container): {word} gives the container control of the host. -> Mount a folder of the project, without extra rights.
    yes: ${program} run --privileged web
    no: ${program} run web
  ${lead}exec,run => starts(container.run): Runs a program in a container.
    yes: ${program} exec web
    no: ${program} top web
  ${lead}down -v,--volumes,--rmi | ${lead}rm -v => destroys(container.destroys): Deletes the volumes or images of the project, and with them its data.
    yes: ${program} down -v
    no: ${program} down
  ${lead}${shows} /^(?:--file=)?[\\w+]+:\\/\\/|\\.git(?:#|$)/ => talks(network.read): Fetches {word}.
    yes: ${program} -f https://github.com/a/b.git config
    no: ${program} config --services
  ${lead}config !--services,--images,--profiles,--volumes,-q,--quiet => shows(private.environment): Prints the composed configuration, with the secrets in its variables.
    yes: ${program} config
    no: ${program} config --quiet
  ${lead}${shows} => looks
    yes: ${program} ps
    no: ${program} up
  ${lead}up,start,restart,unpause,create => starts(container.compose): Starts the containers of the project.
    yes: ${program} up -d
    no: ${program} down
  ${lead}down => starts(container.compose): Stops the containers of the project, and removes them.
    yes: ${program} down
    no: ${program} stop web
  ${lead}stop,kill,pause,rm => starts(container.compose): Stops containers of the project ({}).
    yes: ${program} stop web
    no: ${program} build
  ${lead}build,pull => starts(container.compose): Gets the images of the project ready ({}).
    yes: ${program} build
    no: ${program} push`;

/** Engines of containers. The command that runs in one, and what is copied, is judged by code. */
export const containerEffects = readRows(
  `
docker podman nerdctl
  inputs: -f --file
  options: -H= -c= -l= --host= --context= --config= --log-level= --url= --connection= --namespace= --filter= --format= --last= --since= --until= --tail=
  ${escapes("run,create,exec", "container run,create,exec")} => escalates(escape.container): {word} gives the container control of the host. -> Mount a folder of the project, without extra rights.
    yes: docker run --privileged x ;; docker run -itv /:/host x ;; docker run --mount type=bind,src=/etc,dst=/x y
    no: docker run -v ./data:/data x ;; docker run -w /root x
    no: docker run x
  run,create,exec | container run,create,exec => starts(container.run): Runs a program in a container.
    yes: docker run x
    no: docker run --privileged x
${composed("docker compose", "compose ")}
  compose otherwise => starts(container.compose): Runs {}.
    yes: docker compose watch
    no: docker compose version
  volume rm,remove,prune => destroys(container.destroys): Deletes volumes, and with them the data of containers.
    yes: docker volume rm x
    no: docker volume create x
  system prune -a,--all,--volumes | system reset => destroys(container.destroys): Deletes everything that is not running right now.
    yes: docker system prune -a
    no: docker system prune
  network,container,image rm,remove @dynamic | rm,rmi,kill @dynamic => destroys(container.destroys): Deletes containers or images that are only chosen at run time.
    yes: docker rm {}
    no: docker rm x
  rm,remove -v,--volumes,-a,--all | container rm,remove -v,--volumes,-a,--all => destroys(container.destroys): Deletes containers with their data.
    yes: docker rm -v web
    no: docker rm web
  image,network,container prune -a,--all => destroys(container.destroys): Deletes every image that is not running right now.
    yes: docker image prune -a
    no: docker system prune -a
  swarm,stack,service,secret,config,node,pod,machine,context leave,rm,remove,prune,reset => destroys(container.destroys): Takes down what others may use.
    yes: docker stack rm web
    no: docker image rm web
  inspect !-f,--format | container,image,service inspect !-f,--format => shows(private.environment): Prints all settings of a container, with its variables, which often hold secrets.
    yes: docker inspect web
    no: docker inspect web --format
  history --no-trunc | image history --no-trunc => shows(private.environment): Prints the steps of a build in full, with the values they were given.
    yes: docker history --no-trunc nginx
    no: docker history nginx
  build @unread | build @stranger | image,buildx,builder build @unread | image,buildx,builder build @stranger => runs-unread(run.fetched): Builds what was fetched; nobody has read its steps, and they run. -> Fetch it first, read it, then build.
    yes: docker build https://x.example/a.git
    no: docker version
  system prune => writes: Deletes unused containers, networks and images.
    yes: docker system prune
    no: docker system prune -a
  image,container,network prune => writes: Deletes what is not used.
    yes: docker image prune -f
    no: docker image prune -a
  buildx,builder prune => writes: Deletes the build cache.
    yes: docker builder prune
    no: docker system prune
  manifest inspect => talks: Asks the registry.
    yes: docker manifest inspect x
    no: docker secret inspect x
  buildx imagetools inspect => looks
    yes: docker buildx imagetools inspect ghcr.io/a/b:1
    no: docker buildx inspect --bootstrap
  buildx imagetools create => talks: Changes images in a registry.
    yes: docker buildx imagetools create x
    no: docker volume create x
  pull,push,login,logout => talks: Talks to a registry.
    yes: docker pull nginx
    no: docker history nginx
  save,export => starts: Writes a whole container or image.
    yes: docker save x
    no: docker run x
  manifest,build,import,load,commit,tag,start,stop,restart,pause,unpause,rename,update,wait,attach,kill,rm,rmi,init,scan,scout,trust,swarm,generate,play,kube,unshare,mount,umount => starts: Changes containers or images.
    yes: docker stop web
    no: docker events web
  container,image,network,volume,node,service,stack,pod,secret,config,context,plugin,machine,system,buildx,builder otherwise => starts: Changes containers, or the engine.
    yes: docker network create x
    no: docker run x
  otherwise => starts: Runs {}.
    yes: docker foo
    no: docker version
docker-compose podman-compose
  inputs: -f --file
  options: -f= -p= --file= --project-name= --profile= --env-file= --project-directory= --ansi= --progress=
${composed("docker-compose", "")}
  otherwise => starts(container.compose): Runs {}.
    yes: docker-compose watch
    no: docker-compose version
lxc incus
  options: --project= --format=
  /security\\.(?:privileged|nesting)|raw\\.(?:lxc|idmap)/ | config,init,launch /^disk$/ /^source=\\// => escalates(escape.container): Gives the container control of the host. -> Leave the container's limits as they are.
    yes: lxc config set c security.privileged true ;; lxc config device add c x disk source=/ path=/h
    no: lxc delete prod
  delete,rm,destroy | storage,network,profile,image,snapshot delete | storage volume delete => destroys(container.destroys): Deletes a container with its data.
    yes: lxc delete prod ;; lxc storage volume delete default db
    no: lxc config set c security.privileged true
  list,ls,info,version | image,network,storage,profile list,info => looks
    yes: lxc list
    no: lxc delete prod
  otherwise => starts(container.run): Runs {}.
    yes: lxc launch images:debian/12 dev
    no: lxc config set c security.privileged true
`,
  { destroys: "Save the data first, and name exactly what goes." },
);
