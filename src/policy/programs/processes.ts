import { also, nameServer, type Program, reads, subs } from "./program.ts";

const psLong = `--sort= --forest --format= --pid=* --ppid=* --user=* --User=* --group=* --tty= --quick-pid=* --no-headers
  --no-heading --headers --cols= --columns= --width= --lines= --rows= --deselect --info --context --cumulative`;
const column =
  "(?:p?pid|r?user|euser|s?uid|euid|gid|egid|group|rgroup|comm|command|cmd|ucmd|args|fname|p?cpu|%cpu|p?mem|%mem|rss|rsz|vsz|vsize|sz|size|stat|state|s|time|cputime|etimes?|start|lstart|stime|tt|tty|tname|nice|ni|pri|psr|wchan|nlwp|thcount|lwp|tid|spid|pgid|pgrp|sid|sess|cls|class|rtprio|label|cgroup|unit|slice|machine|lxc|pidns|netns|minflt|majflt|drs|trs)(?::\\d+)?=?";
const columnList = `${column}(?:,${column})*`;
/** A column that ps does not know makes it read all words again in the BSD way, in which `-e` shows variables. */
const columns = new RegExp(`^${columnList}$`, "i");
const order = new RegExp(`^[-+]?${column}(?:,[-+]?${column})*$`, "i");
const psValues = {
  "-o": columns,
  "-O": columns,
  "--format": columns,
  "--sort": order,
  "-g": /^[\d,]+$/,
  "-s": /^[\d,]+$/,
};
/** Letters without a dash: never `e`, which shows variables. A list is columns or processes. */
const bsdWord = new RegExp(
  `^(?:[AaCcdfgGhHjlLmNnrRsSTuUvwxXyZ]+o?|\\d+(?:,\\d+)*|${columnList}|[AaCcfghjlmnrsSTuvwx]*o)$`,
);

const processes: readonly Program[] = [
  subs("ps", "", [
    {
      // Where one letter is not of the Unix kind, ps reads all of them the other way, in which `e` shows variables.
      sub: "-ax|-aux|-auxw|-auxww|-auxf|-axu|-axo|-axjf|-axf|-axww|-x|-xa",
      options: `-o=* -O=* -p=* ${psLong}`,
      values: psValues,
      operands: ["text"],
      operandIs: new RegExp(`^${columnList}$`, "i"),
      match: ["ps -ax -o pid,comm", "ps -aux", "ps -ax", "ps -aux --sort=-%mem", "ps -axo pid,comm"],
      notMatch: [
        "ps -auxe",
        "ps -aux -e",
        "ps -e -x",
        "ps -ex",
        "ps -eux",
        "ps -axo pid,environ",
        "ps -aux e",
        "ps eopid,command",
      ],
    },
    {
      options: `-AadefFHjlLMNTVwyZcP -C=* -G=* -g=* -O= -o= -p=* -q=* -s=* -t=* -u=* -U=* ${psLong}`,
      values: psValues,
      operands: ["text"],
      operandIs: bsdWord,
      match: [
        "ps aux",
        "ps axjf",
        "ps faux",
        "ps -ef",
        "ps -eLf",
        "ps -p 1234 -o etime=",
        "ps -u dev",
        "ps --ppid 1",
        "ps -o pid,cmd -C nginx",
        "ps axo pid,ppid,cmd",
        "ps 812",
        "ps -p $$ -o comm=",
        'ps -p "$pid" -o cmd',
        'ps -u "$USER"',
      ],
      notMatch: [
        "ps e",
        "ps axe",
        "ps auxeww",
        "ps -E",
        "ps -eo pid,environ",
        "ps -eT -O U -p 1",
        "ps -Teww -O r",
        "ps -e --sort=U",
        "ps -eg",
        "ps -e -S",
        "ps -e -gx",
        "ps -e -ux",
        "ps -eu$x",
        "ps axo environ",
        "ps xww --no-headers sess",
        "ps x --forest sess",
        "ps -axu sess",
        "ps -C ho sess",
        "ps x sess",
        'ps "$x"',
      ],
    },
  ]),
  also(
    { opens: /\/\.config(?:\/procps)?$/ },
    reads("top", {
      // It makes the folder of its settings. Without one of these it opens a screen that takes keys, and some of them end processes.
      options: "-bcHiOS1 -n= -d= -p=* -u=* -U=* -o= -E= -e= -w[=] -l=",
      has: ["-b", "-l"],
      match: ["top -b -n1", "top -bn1", "top -b -n 1 -o %MEM"],
      notMatch: ["top", "top -n 1", "top -b x"],
    }),
  ),
  reads("pgrep", {
    options: `-lacfinoxvwqLA -d=* -g=* -G=* -P=* -r= -s=* -t=* -u=* -U=* -F=< --list-name --list-full --count --full
      --ignore-case --newest --oldest --exact --inverse --lightweight --delimiter=* --pgroup= --group=* --parent=*
      --runstates= --session= --terminal= --euid=* --uid=* --pidfile=< --ns= --nslist= --older= --ignore-ancestors`,
    operands: ["text"],
    match: ["pgrep -fl node", "pgrep -af nginx", "pgrep -u dev -l", "pgrep -c sshd"],
    notMatch: ["pgrep --signal TERM node", "pgrep -F ~/.netrc"],
  }),
  also(
    { connects: ["/dev/log"], opens: /^\/dev\/console$/ },
    reads("pidof", {
      options: "-scqx -o=",
      operands: ["text"],
      match: ["pidof sshd", "pidof -s nginx"],
      notMatch: ["pidof --no-such x"],
    }),
  ),
  reads("pstree", {
    options: `-aAcghGklnpsStTuUZ -C= -H= -N= --arguments --ascii --compact-not --color= --show-parents --show-pids
      --show-pgids --highlight-all --highlight-pid= --long --numeric-sort --ns-sort= --ns-changes --thread-names
      --hide-threads --uid-changes --unicode --vt100`,
    operands: ["text"],
    match: ["pstree -a", "pstree -ap", "pstree -pu", "pstree 812"],
    notMatch: ["pstree -f x"],
  }),
  // Its `-n` and `-N` write a file of settings, `-c` and `-C` read one.
  reads("pmap", {
    options: "-xXpqd -A= --extended --quiet --device --show-path --range=",
    operands: ["text"],
    match: ["pmap 812", "pmap -x 812"],
    notMatch: ["pmap -n", "pmap -N x", "pmap -C x 812", "pmap --create-rc-to=x"],
  }),
  reads("pwdx", { operands: ["text"], match: ["pwdx 812"], notMatch: ["pwdx -x 812"] }),
  also(
    { connects: [nameServer], getopt: true },
    reads("lsof", {
      options: `-abChlnNOPRtUvVwXKEQ -i[=] -s[=] -F[=] -g[=] -L[=] -o[=] -r[=] -S[=] -T[=] -x[=] -c=* -d=* -p=* -u=*`,
      operands: ["stat"],
      operandIs: /^(?:[^+].*|\+[dDLwrE]\d*|\+c\d*|\+f[cfgGn]*)$/s,
      talks: true,
      match: ["lsof -i :80", "lsof -nP -iTCP -sTCP:LISTEN", "lsof -p 812", "lsof +D /var/log", "lsof /var/log/syslog"],
      notMatch: ["lsof -D b", "lsof +m x", "lsof -k x", "lsof -A x", "lsof -m x", 'lsof -i "@$x"'],
    }),
  ),
  also(
    { connects: [nameServer, "127.0.0.1", "::1"] },
    reads("fuser", {
      options:
        "-vaucmsl46MI -n= --verbose --all --user --mount --silent --namespace= --ipv4 --ipv6 ?-k ?-i ?--kill ?-w",
      operands: ["stat"],
      operandIs: /^[^,]+$/,
      match: ["fuser -v 3000/tcp", "fuser -vm /var"],
      notMatch: ["fuser -k 3000/tcp", "fuser -vk 3000/tcp", "fuser --ki 3000/tcp"],
    }),
  ),
  reads("lslocks", {
    options: "-biJnruH -o= -p=* --bytes --noinaccessible --json --noheadings --output= --output-all --pid=* --raw",
    match: ["lslocks", "lslocks -J"],
    notMatch: ["lslocks x"],
  }),
  reads("lsns", {
    options: `-JlnruWTP -t= -p= -o= --json --list --noheadings --output= --output-all --task= --raw --notruncate --type=
      --tree[=] --persistent`,
    operands: ["text"],
    match: ["lsns", "lsns -t net"],
    notMatch: ["lsns --no-such"],
  }),
  reads("ipcs", {
    options: `-aqmstpclubT -i= --all --queues --shmems --semaphores --time --pid --creator --limits --summary --human
      --bytes --id=`,
    match: ["ipcs", "ipcs -m"],
    notMatch: ["ipcs -C core"],
  }),
  reads("lsipc", {
    options: `-agbcJlmnPqrstuy -i= -o= --global --bytes --creator --export --json --list --newline --noheadings
      --notruncate --output= --pid --raw --time --shmems --queues --semaphores --id= --time-format=`,
    match: ["lsipc", "lsipc -m"],
    notMatch: ["lsipc x"],
  }),
];

/** How busy the machine is. */
const load: readonly Program[] = [
  reads("free", {
    options: `-bkmghtlvwL -s= -c= --bytes --kibi --mebi --gibi --tebi --kilo --mega --giga --tera --human --si --lohi
      --line --total --seconds= --count= --wide --committed`,
    match: ["free -h", "free -m", "free -h -s 1 -c 3"],
    notMatch: ["free x"],
  }),
  reads("vmstat", {
    options: `-adDfmnstwyzP -p= -S= --active --forks --slabs --one-header --stats --disk --disk-sum --partition= --unit=*
      --wide --timestamp --no-first`,
    operands: ["text"],
    operandIs: /^\d+$/,
    match: ["vmstat", "vmstat 1 3", "vmstat -s"],
    notMatch: ["vmstat -M core", "vmstat x"],
  }),
  reads("iostat", {
    options: "-cCdDhIkKmnNpstTUVwxyz -g= -j= -o= --dec= --human --pretty --compact",
    operands: ["text"],
    match: ["iostat", "iostat -x 1 3", "iostat -xz 1 2", "iostat -p sda"],
    // `-f` reads another folder of statistics.
    notMatch: ["iostat -f x", "iostat +f x -M core"],
  }),
  reads("mpstat", {
    options: "-AHnTuV -I= -N= -o= -P= --dec=",
    operands: ["text"],
    operandIs: /^\d+$/,
    match: ["mpstat", "mpstat -P ALL", "mpstat -P ALL 1 1"],
    notMatch: ["mpstat x"],
  }),
  reads("pidstat", {
    options: "-dHhIlRrstuVvwU -C= -G= -p= -T= -e=! --human --dec=",
    operands: ["text"],
    match: ["pidstat 1 2", "pidstat -d 1 1", "pidstat -p 812"],
    notMatch: ["pidstat -e make", "pidstat 1 -e make"],
  }),
  also(
    { starts: ["sadc"] },
    reads("sar", {
      // The values of most letters may be left out, so that they are read as words here.
      options: `-ABbCDdeFfHhIpqrSstuVvWwxyz -i= -j= -m= -n= -P= --dec= --dev= --fs= --help --human --iface= --int= --pretty
      ?-o[=]>`,
      operands: ["text"],
      match: ["sar -u 1 3", "sar -n DEV 1 1", "sar -f /var/log/sysstat/sa01", "sar -r -s 10:00:00"],
      notMatch: ["sar -o x 1 3", "sar -f -o x 1", "sar -ox 1 1"],
    }),
  ),
];

/** Processes, what they hold open, and how busy they keep the machine. */
export const processPrograms: readonly Program[] = [...processes, ...load];
