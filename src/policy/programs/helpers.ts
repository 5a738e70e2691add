import type { Program } from "./program.ts";

type Helpers = Pick<Program, "starts" | "connects" | "opens">;

const viewers = ["sh", "less", "more", "gzip", "grep", "sed", "cat"];
const manual =
  "sh man man.man nroff groff troff grotty preconv tbl eqn pic refer col locale less pager gzip xz bzip2 zstd lesspipe whatis apropos".split(
    " ",
  );

/** What programs start, ask and open by themselves to do their work, as seen in the real ones. */
const helpers: Readonly<Record<string, Helpers>> = {
  "sdiff gsdiff colordiff zdiff zcmp": { starts: ["diff", "cmp", "sh", "gzip", "mktemp", "rm", "cat", "expr"] },
  ag: { starts: ["sh", "git"] },
  "zless zmore": { starts: viewers },
  "zgrep zegrep zfgrep xzgrep xzegrep xzfgrep bzgrep": {
    starts: ["sh", "bash", "grep", "egrep", "fgrep", "gzip", "xz", "bzip2", "zstd", "sed", "cat", "expr"],
  },
  "man gman info": { starts: manual },
  gdb: { starts: ["iconv"] },
  mvn: { starts: ["sh", "uname", "ls", "expr", "dirname", "basename", "which", "java", "mvn", "sed", "tr", "cat"] },
  "docker docker-compose": { connects: ["/var/run/docker.sock", "/run/docker.sock"] },
  "kubectl k oc": { connects: ["sin_port=htons(8080)"] },
  supervisorctl: { connects: ["supervisor.sock"] },
  virsh: { connects: ["/libvirt"], opens: /\/\.cache$|\/\.cache\/libvirt/ },
  // What comes through a pipe is kept in a file of its own until it is turned round or sorted.
  "tac gtac": { opens: /\/tmp\/tac\w+$/ },
  "sort gsort": { opens: /\/tmp\/sort\w+$/ },
};

const byName: ReadonlyMap<string, Helpers> = new Map(
  Object.entries(helpers).flatMap(([names, each]) => names.split(" ").map((name) => [name, each] as const)),
);

/** A row together with what its program needs besides. */
export function withHelpers(program: Program): Program {
  const found = program.names.flatMap((name) => byName.get(name) ?? [])[0];
  if (found === undefined) return program;
  return {
    ...program,
    ...found,
    starts: [...(program.starts ?? []), ...(found.starts ?? [])],
    connects: [...(program.connects ?? []), ...(found.connects ?? [])],
  };
}
