import type { SideChannel } from "../system/side-channel.ts";
import { parsePsRow } from "./ps-snapshot.ts";
import {
  imageOf,
  judgeWait,
  parseProcStat,
  parseStty,
  stackOf,
  type TtyProcess,
  type TtySnapshot,
  wantedBytes,
} from "./tty-snapshot.ts";

/**
 * Looks at the terminal of process $1; without one, at the only terminal on this connection, or with $2 at the one that
 * was opened last: sshd is our parent and the parent of its shell. Who is in front is found among all processes, since the
 * parent of a program may have ended, by one grep, since a busy host has thousands. Each fact is a line `name value`; a program chooses its own name, so values are only ever parsed,
 * and the one thing that may span lines (stty) comes last.
 */
const script = `
set -f
pid=$1 newest=$2
list_children() {
  children=
  set +f
  for file in "/proc/$1/task/"*/children; do
    line=
    read -r line < "$file"
    children="$children $line"
  done
  set -f
}
list_all() {
  all=
  set +f
  for folder in /proc/[0-9]*; do all="$all \${folder#/proc/}"; done
  set -f
}
consider() {
  read -r stat < "/proc/$1/stat" || return
  set -- "$1" \${stat##*) }
  [ "$3" = "$PPID" ] && [ "$6" != 0 ] || return
  count=$((count + 1))
  if [ "\${21}" -ge "$since" ]; then pid=$1 since=\${21}; fi
}
show() {
  read -r stat < "/proc/$1/stat" || return
  set -- "$1" \${stat##*) }
  [ "$4" = "$group" ] && [ "$6" = "$tty" ] || return
  found=1 wchan= syscall= link= opens= folder=/proc/$1
  [ "$1" = "$pid" ] || opens=$(ls -l "$folder/fd" | tr '\\n' ' ')
  read -r wchan < "$folder/wchan"
  read -r syscall < "$folder/syscall"
  set -- $syscall
  case \${2-} in 0x?*) link=$(readlink "$folder/fd/$(( $2 & 65535 ))") ;; esac
  echo "process $stat"
  echo "wchan $wchan"
  echo "syscall $syscall"
  echo "link $link"
  echo "opens $opens"
}
if [ -z "$pid" ]; then
  count=0 since=0
  list_children "$PPID"
  for one in $children; do consider "$one"; done
  if [ "$count" = 0 ]; then
    list_all
    for one in $all; do consider "$one"; done
  fi
  [ "$count" = 1 ] || [ -n "$newest" ] || exit 3
  [ -n "$pid" ] || exit 3
fi
if read -r stat < "/proc/$pid/stat"; then
  set -- "$pid" \${stat##*) }
  tty=$6 group=$7
  [ "$tty" -gt 0 ] || exit 3
  number=$(( ((tty >> 8 & 4095) - 136) * 256 + (tty & 255) + (tty >> 12 & 1048320) ))
  echo "machine $(uname -m)"
  echo "device /dev/pts/$number"
  echo "shell $stat"
  [ -z "$newest" ] || tr '\\000' '\\n' < "/proc/$pid/cmdline" | while read -r word; do echo "argument $word"; done
  found=
  set +f
  files=$(grep -lE "\\) [A-Za-z] [0-9]+ $group [0-9]+ $tty " /proc/[0-9]*/stat)
  set -f
  for file in $files; do
    file=\${file#/proc/}
    show "\${file%/stat}"
  done
  if [ -z "$found" ]; then
    list_all
    for one in $all; do show "$one"; done
  fi
  echo "stty"
  stty -a < "/dev/pts/$number"
else
  tty=$(ps -p "$pid" -o tty=) || exit 3
  set -- "$pid" $tty
  ps -t "$2" -o pid=,pgid=,tpgid=,stat=,wchan=,comm= | while read -r row; do echo "row $row"; done
  echo "stty"
  stty -a < "/dev/$2"
fi 2>/dev/null`;

/** Null when the shell, its terminal or the link is gone, or the other side cannot be asked. */
export async function readRemoteSnapshot(
  side: SideChannel,
  shellPid: number | "newest" | null,
  signal: AbortSignal,
): Promise<TtySnapshot | null> {
  const isNewest = shellPid === "newest";
  const pid = isNewest ? null : shellPid;
  const argv = [
    "sh",
    "-c",
    `{ ${script}\n} 2>/dev/null`,
    "sh",
    pid === null ? "" : String(pid),
    isNewest ? "newest" : "",
  ];
  const result = await side.run(argv, { signal, timeoutMs: 10_000, maxBytes: 256 * 1024 });
  return parseRemoteSnapshot(new TextDecoder().decode(result.stdout), pid);
}

export function parseRemoteSnapshot(text: string, shellPid: number | null): TtySnapshot | null {
  const cut = text.indexOf("\nstty\n");
  if (cut < 0) return null;
  const termios = parseStty(text.slice(cut + 6));
  const facts = text
    .slice(0, cut)
    .split("\n")
    .map((line) => {
      const space = line.indexOf(" ");
      return space < 0 ? { name: line, value: "" } : { name: line.slice(0, space), value: line.slice(space + 1) };
    });
  return facts.some((fact) => fact.name === "row")
    ? fromPs(facts, shellPid, termios)
    : fromProc(facts, shellPid, termios);
}

interface Fact {
  name: string;
  value: string;
}

function fromProc(facts: Fact[], shellPid: number | null, termios: TtySnapshot["termios"]): TtySnapshot | null {
  const first = (name: string) => facts.find((fact) => fact.name === name)?.value ?? "";
  const device = first("device");
  const shellStat = parseProcStat(first("shell"));
  if (shellStat === null || (shellPid !== null && shellStat.pid !== shellPid)) return null;
  const foreground = facts.flatMap((fact, index) => {
    const stat = fact.name === "process" ? parseProcStat(fact.value) : null;
    if (stat === null) return [];
    const [wchan = "", syscall = "", link = "", opens = ""] = facts
      .slice(index + 1, index + 5)
      .map(({ value }) => value);
    const isTtyDescriptor = () => link === device || link === "/dev/tty";
    const waits = judgeWait({ machine: first("machine"), state: stat.state, syscall, wchan, isTtyDescriptor });
    const seen = { ...wantedBytes(first("machine"), syscall), ...stackOf(syscall) };
    const opensTty = opensToRead(opens, device);
    return [{ pid: stat.pid, group: stat.group, name: stat.name, waits, opensTty, ...seen } satisfies TtyProcess];
  });
  const shell = foreground.find((process) => process.pid === shellStat.pid) ?? {
    pid: shellStat.pid,
    group: shellStat.group,
    name: shellStat.name,
    waits: "elsewhere",
  };
  const { foregroundGroup } = shellStat;
  return {
    shell,
    shellImage: imageOf(first("shell")),
    shellArguments: facts.flatMap(({ name, value }) => (name === "argument" ? [value] : [])).slice(1),
    foregroundGroup,
    foreground,
    termios,
    certainty: "certain",
  };
}

/** From a listing of descriptors: `0 -> /dev/pts/3`. Standard output and error are for writing. */
function opensToRead(listing: string, device: string): boolean {
  const open = [...listing.matchAll(/(?<=\s)(\d+) -> (\S+)/g)];
  return open.some(([, number, path]) => !/^[12]$/.test(number ?? "") && (path === device || path === "/dev/tty"));
}

function fromPs(facts: Fact[], shellPid: number | null, termios: TtySnapshot["termios"]): TtySnapshot | null {
  const rows = facts.flatMap((fact) => (fact.name === "row" ? (parsePsRow(fact.value) ?? []) : []));
  const shell = rows.find((row) => row.process.pid === shellPid);
  if (shell === undefined) return null;
  return {
    shell: shell.process,
    foregroundGroup: shell.foregroundGroup,
    foreground: rows.map((row) => row.process).filter((process) => process.group === shell.foregroundGroup),
    termios,
    certainty: "probable",
  };
}
