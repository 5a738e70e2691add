import { also, nameServer, type Program, reads, subs, systemBus } from "./program.ts";

/** Every pair of an object and a verb, as ip takes them. */
const pairs = (objects: string, verbs: string): string =>
  objects
    .split(" ")
    .flatMap((object) => verbs.split(" ").map((verb) => `${object} ${verb}`))
    .join("|");

const ipObjects = `a|addr|address|l|link|r|ro|route|n|neigh|neighbor|neighbour|ru|rule|netns|maddr|tunnel|tuntap|vrf|nexthop`;
const name = /^[\w.:@-]+$/;

/** Addresses, routes and interfaces. */
const interfaces: readonly Program[] = [
  {
    names: ["ip"],
    words: true,
    // A shortened `-batch` runs a file of commands, so each word is written out.
    options: `-4 -6 -0 -B -M -s -ss -stats -statistics -d -details -h -human -human-readable -iec -j -json -p -pretty -r
      -resolve -o -oneline -br -brief -t -timestamp -ts -tshort -c[=] -color[=] -N -Numeric -f= -family=`,
    forms: [
      {
        sub: [
          pairs("a addr address", "show list ls sh s"),
          // `ip link s` sets.
          pairs("l link", "show list ls sh"),
          pairs("r ro route", "show list ls sh s get g"),
          pairs("n neigh neighbor neighbour", "show list ls sh s"),
          pairs("ru rule", "show list ls sh"),
          pairs("maddr tunnel tuntap vrf nexthop", "show list"),
          pairs("netns", "list list-id identify pids"),
        ].join("|"),
        operands: ["text"],
        // Addresses, interfaces and words of its own: a name would be looked up, which sends it out.
        operandIs:
          /^(?:[\d.:/a-fA-F]+|dev|up|down|table|main|local|all|default|scope|link|global|host|type|from|to|via|oif|iif|vrf|master|proto|kernel|static|dynamic|permanent|stale|reachable|nud|(?:eth|en|wl|ww|lo|br|docker|veth|virbr|bond|team|tun|tap|wg|vlan|cni|flannel|cali|vxlan|dummy|ppp|usb|ib|can|tailscale|utun)[\w.@-]*)$/,
        match: [
          "ip addr show",
          "ip -4 a s",
          "ip -s link show eth0",
          "ip -s -d link show dev eth0",
          "ip route get 192.0.2.1",
          "ip -br addr show",
          "ip rule list",
          "ip netns list",
        ],
        notMatch: [
          "ip link s eth0 down",
          "ip link set eth0 down",
          "ip route del default",
          "ip -batch x",
          "ip -b x addr show",
          "ip netns exec a id",
          "ip xfrm state",
          "ip -n ns addr show",
        ],
      },
      {
        sub: ipObjects,
        match: ["ip a", "ip -br link", "ip route", "ip neigh", "ip -j addr", "ip -c a"],
        notMatch: ["ip a add 192.0.2.1/24 dev eth0", "ip r d default", "ip -force a"],
      },
    ],
  },
  reads("ifconfig", {
    options: "-as",
    operands: ["text", "none"],
    operandIs: name,
    match: ["ifconfig", "ifconfig eth0", "ifconfig -a"],
    notMatch: ["ifconfig eth0 down", "ifconfig eth0 192.0.2.1", 'ifconfig "$x"', "ifconfig eth*"],
  }),
  also(
    { connects: [nameServer] },
    subs("route", "", [
      {
        sub: "get",
        operands: ["text"],
        operandIs: /^(?:default|[\d.:/a-fA-F]+)$/,
        match: ["route get default"],
        notMatch: ["route get -x y"],
      },
      {
        options: "-ne6v",
        match: ["route", "route -n"],
        notMatch: ["route add default gw 192.0.2.1", "route -n flush"],
      },
    ]),
  ),
  also(
    { connects: [nameServer] },
    reads("arp", {
      options: "-anev -i=",
      operands: ["text", "none"],
      // A name would be looked up, which sends it out.
      operandIs: /^[\d.:a-fA-F]+$/,
      match: ["arp -a", "arp -n"],
      notMatch: ["arp -d 192.0.2.1", "arp -s 192.0.2.1 x", "arp -f x", "arp -a -d x"],
    }),
  ),
  reads("ethtool", {
    options: `-aciIgkSTlPmnux --json --show-pause --show-coalesce --show-ring --driver --show-features --show-offload
      --statistics --phy-statistics --show-time-stamping --show-channels --show-permaddr --show-eee --show-fec
      --show-priv-flags --show-rxfh --show-nfc --module-info --include-statistics`,
    operands: ["text", "none"],
    operandIs: name,
    match: ["ethtool eth0", "ethtool -i eth0", "ethtool -S eth0"],
    notMatch: ["ethtool -s eth0 speed 10", "ethtool -K eth0 tso off", "ethtool -p eth0", "ethtool -t eth0"],
  }),
];

/** Managers of connections. */
const managers: readonly Program[] = [
  also(
    { connects: systemBus },
    subs(
      "nmcli",
      `-tpo -m= -c= -f= -g= -e= -w= --terse --pretty --overview --mode= --colors= --fields= --get-values= --escape=
      --wait= !shows:-s !shows:--show-secrets`,
      [
        {
          sub: [
            pairs("connection con c", "show s"),
            pairs("device dev d", "show status s"),
            "device wifi list|dev wifi list|d wifi list|d w list",
          ].join("|"),
          options: "--active --order= --rescan= !shows:-s !shows:--show-secrets",
          operands: ["text"],
          match: ["nmcli con show", "nmcli -t -f NAME con show", "nmcli -f all dev show eth0", "nmcli d wifi list"],
          notMatch: ["nmcli con up x", "nmcli -s con show x", "nmcli con show -s x", "nmcli d wifi connect x"],
        },
        {
          sub: `general status|general permissions|general hostname|general|g|device wifi|dev wifi|d wifi|device|dev|d|connection|con|c|networking connectivity|networking|radio all|radio wifi|radio wwan|radio`,
          match: ["nmcli general status", "nmcli d", "nmcli radio wifi"],
          notMatch: [
            "nmcli general hostname web1",
            "nmcli networking off",
            "nmcli radio wifi off",
            "nmcli d disconnect x",
          ],
        },
        { options: "-tpo", match: ["nmcli"], notMatch: ["nmcli monitor x", "nmcli agent"] },
      ],
    ),
  ),
  also(
    { connects: systemBus },
    subs("resolvectl", "--no-pager --legend=", [
      {
        // With a second word they set it.
        sub: "dns|domain|llmnr|mdns|dnssec|dnsovertls|default-route|nta",
        operands: ["text", "none"],
        operandIs: name,
        match: ["resolvectl dns", "resolvectl dns eth0"],
        notMatch: ["resolvectl dns eth0 192.0.2.1", "resolvectl domain eth0 example.com"],
      },
      {
        sub: "status",
        operands: ["text"],
        match: ["resolvectl status", "resolvectl status eth0"],
        notMatch: ["resolvectl query example.com", "resolvectl status -i x"],
      },
      {
        sub: "statistics|show-cache|show-server-state",
        match: ["resolvectl statistics"],
        notMatch: ["resolvectl flush-caches", "resolvectl reset-statistics"],
      },
      { options: "--no-pager", match: ["resolvectl"], notMatch: ["resolvectl revert eth0", "resolvectl monitor"] },
    ]),
  ),
  also(
    { connects: systemBus },
    subs("networkctl", "-as --all --stats --no-pager --no-legend --full", [
      {
        sub: "list|status|lldp",
        options: "-asl -n= --all --stats --no-pager --no-legend --full --lines= --json=",
        operands: ["text"],
        match: ["networkctl list", "networkctl status eth0"],
        notMatch: ["networkctl down eth0", "networkctl reload"],
      },
      { options: "--no-pager", match: ["networkctl"], notMatch: ["networkctl delete eth0", "networkctl renew eth0"] },
    ]),
  ),
  subs("tailscale", "", [
    {
      sub: "status",
      options: "--json --peers[=] --self[=] --active",
      match: ["tailscale status", "tailscale status --json"],
      notMatch: ["tailscale status --web", "tailscale down", "tailscale --socket=x status"],
    },
    {
      sub: "ip|whois|version",
      options: "-146 --json --1 --4 --6",
      operands: ["text"],
      match: ["tailscale ip -4", "tailscale version"],
      notMatch: ["tailscale logout", "tailscale version --upstream"],
    },
  ]),
];

/** Sockets and packet filters. */
const filters: readonly Program[] = [
  also(
    { connects: [nameServer, "rpcbind.sock"] },
    reads("ss", {
      options: `-046abBdeEhHilmMnoOpqQrsStTuvVwxzZ -f= -A= -D=> ?-K --all --bound-inactive --listening --numeric --processes
      --threads --tcp --udp --dccp --sctp --mptcp --raw --unix --packet --vsock --xdp --summary --extended --memory
      --info --resolve --options --family= --query=* --socket= --no-header --oneline --no-queues --tos --cgroup --context
      --contexts --bpf --ipv4 --ipv6 --inet-sockopt --tipcinfo ?--kill ?--diag=>`,
      operands: ["text"],
      operandIs:
        /^(?:state|exclude|established|connected|synchronized|bucket|big|all|listen(?:ing)?|closed|close-wait|last-ack|closing|time-wait|fin-wait-[12]|syn-(?:sent|recv)|[sd]port|src|dst|dev|and|or|not|eq|ne|[lg][et]|[()=!<>&|]+|[\s()=!<>&|]*(?:(?:[sd]port|src|dst|and|or|not|=|!=|[<>]=?|\(|\)|:\w+|[\d.:/[\]a-fA-F*]+)\s*)+|:\w+|[\d.:/[\]a-fA-F*]+)$/,
      talks: true,
      match: ["ss -tlnp", "ss -s", "ss -tnp state established", "ss -tn state established '( dport = :443 )'"],
      notMatch: ["ss -K dst 192.0.2.1", "ss -D x", "ss -F ~/.netrc", "ss -N ns", "ss --ki", 'ss dst "$x.evil.example"'],
    }),
  ),
  also(
    { connects: [nameServer] },
    reads("netstat", {
      // On the BSDs `-z` resets the counters, as `-Z` does on AIX.
      options: `-46aAbcCdeFfgGiIlLmnoOpPqrRsStTuUvwWxX --all --listening --numeric --programs --tcp --udp --unix --raw
      --route --interfaces[=] --groups --statistics --continuous --extend --timers --wide --verbose --numeric-ports
      --numeric-hosts --numeric-users --symbolic --inet --inet6`,
      operands: ["text"],
      match: ["netstat -tulpn", "netstat -rn", "netstat -an", "netstat -s"],
      notMatch: ["netstat -sz", "netstat -Zi", "netstat -M core"],
    }),
  ),
  also(
    { connects: [nameServer], opens: /^\/run\/xtables\.lock$/ },
    reads("iptables ip6tables iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft", {
      options: "-LSnvx46 -t= -w[=] --list --list-rules --numeric --verbose --line-numbers --exact --table= --wait[=]",
      has: ["-L", "-S", "--list", "--list-rules"],
      operands: ["text"],
      operandIs: /^[\w-]+$/,
      match: ["iptables -L -n -v", "iptables -t nat -S", "iptables -nvL INPUT --line-numbers", "ip6tables -L"],
      notMatch: ["iptables -L -Z", "iptables -F", "iptables -L --modprobe=./x", "iptables -t nat", "iptables -LF"],
    }),
  ),
  reads("iptables-save ip6tables-save", {
    options: "-c -t= --counters --table= ?-f=> ?--file=>",
    match: ["iptables-save", "iptables-save -t nat"],
    notMatch: ["iptables-save -f x", "iptables-save -M ./x", "iptables-save --modprobe=./x"],
  }),
  subs("nft", "-anNsjypuSt --handle --numeric --json --stateless --numeric-protocol --numeric-time --terse", [
    {
      sub: pairs("list", "ruleset tables table chains chain sets set maps map counters counter quotas flowtables"),
      operands: ["text"],
      // Its words are joined to one text, in which a semicolon begins another command.
      operandIs: /^[\w.-]+$/,
      match: ["nft list ruleset", "nft list tables", "nft -a list chain inet filter input"],
      notMatch: [
        "nft list ruleset \\; flush ruleset",
        "nft flush ruleset",
        "nft -f x",
        "nft list table 'a; flush ruleset'",
      ],
    },
  ]),
  also(
    { starts: ["iptables", "ip6tables", "xtables-nft-multi"], opens: /^\/run\/ufw\.lock$/ },
    subs("ufw", "", [
      {
        sub: "status",
        operands: ["text"],
        operandIs: /^(?:verbose|numbered)$/,
        match: ["ufw status", "ufw status verbose"],
        notMatch: ["ufw disable", "ufw status x"],
      },
      {
        sub: "app list|app info|show",
        operands: ["text"],
        operandIs: /^[\w .-]+$/,
        match: ["ufw app list", "ufw show added"],
        notMatch: ["ufw app update all", "ufw delete 1", "ufw --dry-run enable"],
      },
    ]),
  ),
  also(
    { connects: systemBus },
    reads("firewall-cmd", {
      options: `--state --permanent --zone= --list-all --list-all-zones --list-services --list-ports --list-interfaces
      --list-sources --list-rich-rules --list-forward-ports --list-icmp-blocks --list-protocols --list-source-ports
      --get-zones --get-default-zone --get-active-zones --get-services --get-icmptypes --get-policies
      --get-active-policies --info-zone= --info-service= --info-policy= --query-service= --query-port=
      --query-interface= --query-source= --query-masquerade --get-zone-of-interface=`,
      match: ["firewall-cmd --list-all", "firewall-cmd --zone public --list-all", "firewall-cmd --state"],
      notMatch: ["firewall-cmd --reload", "firewall-cmd --panic-on", "firewall-cmd --list-all --remove-port=22/tcp"],
    }),
  ),
];

/** Interfaces, addresses, routes, sockets and filters of a machine. */
export const networkPrograms: readonly Program[] = [...interfaces, ...managers, ...filters];
