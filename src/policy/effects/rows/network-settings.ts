import { commonRows, readRows, wordList } from "../effect-rows.ts";

const access = "-> Have another way in ready, and a timed way back (at, systemd-run).";
const changesNetwork = `locks-out(lockout.network): {} changes the network this session may use. ${access}`;
const closes = `locks-out(lockout.firewall): {} can close the way this session uses. ${access}`;
const opens = "writes(firewall.allow): Opens the firewall for something.";

const cuts = wordList(
  "down del delete flush* remove disable off blackhole unreachable prohibit replace netem tbf set change",
);
/** A list of commands, which may hold any of these. */
const batch = "/^-(?:b|ba|bat|batc|batch|force)$/";

const after = `
  &${cuts} | ${batch} </\\b(?:${cuts.replaceAll(",", "|")})\\b/ => ${changesNetwork}
    yes: route del default ;; tc qdisc replace dev eth0 root tbf ;; ip link set eth0 down
  => writes(network.change): {} changes the network.
    yes: route add default gw 192.0.2.1 ;; ip addr add 192.0.2.1/24 dev eth0`;

/** Interfaces, addresses and routes: showing is harmless, adding is ordinary, changing what is there can lock people out. */
const interfaces = readRows(
  `
ip
  options: -f= -n= -l=
  x* s,st,sta,stat,state !&nokeys => exposes(secret.read): Prints the keys of encrypted connections. -> Add nokeys.
    yes: ip xfrm state
  a*,l*,m*,n*,r*,t*,v* !@any | a*,l*,m*,n*,r*,t*,v* sh*,l,li,lis,list,ls,lst,g,ge,get,identify,pids | a*,n*,r* s => looks
  r*,a*,l*,n* d,de,del*,f,fl,flush,rep,repl,replace,c,ch,chan*,change | ${batch} !/^(?!-|\\/(?:var\\/)?tmp\\/)[\\w./-]+$/ | ${batch} /\ufdd4/u => ${changesNetwork}
    yes: ip addr flush dev eth0 ;; ip r d default ;; ip -batch /tmp/x ;; ip -ba -
    no: ip route get 192.0.2.1
ethtool
  /^-(?:s|r|E|f|-change|-negotiate|-flash)$/ => ${changesNetwork}
    yes: ethtool -s eth0 speed 10
  !-s,-r,-E,-f,-K,-A,-C,-G,-L,-X,-N,-U,--set*,--change,--flash => looks
iwconfig
  !@any | * !@any => looks
route arp brctl iw tc
  !@any => looks
  get,show,list,phy,reg,dev !&${cuts} | qdisc,class,filter show,list,ls => looks
networkctl
  !@any | status,list,lldp => looks
resolvectl
  query => talks(network.lookup): Looks up a name.
    yes: resolvectl query example.com
  !@any | status,statistics,dns,domain,show-cache,show-server-state !@dynamic => looks
`,
  {},
  { options: "", before: [], after: commonRows(after), takesNames: true },
);

const connections = readRows(`
ifconfig
  !@any | * !@any => looks
  => ${changesNetwork}
    yes: ifconfig eth0 down ;; ifconfig eth0 192.0.2.1
nmcli
  options: -m= -c= -f= -g= -e= -w= --mode= --colors= --fields= --get-values= --escape= --wait= -t -p -o --terse --pretty --overview --active --order= --rescan=
  -s,--show-secrets => exposes(secret.read): Prints passwords of networks. -> Leave out -s.
    yes: nmcli -s con show x
  -? => ${changesNetwork}
    yes: nmcli --odd
  !@any | g*,n*,r*,c*,d*,m* !@any | g*,c*,d* s,sh,sho,show,st,sta,stat,statu,status | n* connectivity | r* all,wifi,wwan !@any | g* permissions,hostname,logging !@any | d* w,wifi,lldp !@any | d* w,wifi,lldp list => looks
  => ${changesNetwork}
    yes: nmcli con down x
networksetup
  words: names
  /^-(?:list|get)/ => looks
  => ${changesNetwork}
    yes: networksetup -setdnsservers Wi-Fi 192.0.2.1
wg
  show &private-key,preshared-keys,dump | showconf => exposes(secret.read): Prints the keys of encrypted connections. -> Leave keys where they are.
    yes: wg showconf wg0
  show !@dynamic | !@any => looks
  => ${changesNetwork}
    yes: wg set wg0 peer x remove
netplan ifdown ifup dhclient wg-quick => ${changesNetwork}
    yes: netplan apply
`);

/** Firewalls: showing is harmless; opening is ordinary; everything else can close the way in. */
const firewalls = readRows(`
iptables ip6tables iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft arptables ebtables
  words: names
  options: -t= -j= -p= -s= -d= -i= -o= --table= -w
  &-A,-I,--append,--insert -j=ACCEPT !&-P => ${opens}
    yes: iptables -A INPUT -p tcp -j ACCEPT
  -L,-S,--list,--list-rules !-A,-D,-F,-X,-P,-Z,-I,-R,-N,-E,--flush,--delete,--delete-chain,--policy,--zero,--modprobe !@dynamic | !/^/ => looks
  => ${closes}
    yes: iptables -F ;; iptables -P INPUT DROP ;; iptables -LF
    no: iptables -t nat -nvL
nft
  options: -anNsjypuSt --handle --numeric --json --stateless --numeric-protocol --numeric-time --terse
  list,describe,monitor !-? | !/^/ => looks
  => ${closes}
    yes: nft flush ruleset
ufw
  allow,limit,reload,logging | insert ~allow | delete allow /^\\d+(?:\\/(?:tcp|udp))?$/ !/\\b22\\b/ !@dynamic => ${opens}
    yes: ufw allow 22/tcp ;; ufw delete allow 8080
    no: ufw delete allow 22
  status,show,version | app list,info | &--dry-run | !/^/ => looks
  => ${closes}
    yes: ufw disable ;; ufw delete allow 22
firewall-cmd
  words: names
  options: --zone=
  /^--add-(?:service|port|rich-rule|masquerade)|^--reload$/ !/reject|drop|panic|--remove|--set-default|--delete/ => ${opens}
    yes: firewall-cmd --add-service=http
  !/^-(?!-(?:state|permanent|version|zone|list-[\\w-]+|get-[\\w-]+|info-[\\w-]+|query-[\\w-]+)(?:=|$))/ !@any => looks
  => ${closes}
    yes: firewall-cmd --panic-on
pfctl
  words: names
  options: -s= -v -q
  -s !-? !@any | !/^/ => looks
  => ${closes}
    yes: pfctl -d
csf shorewall
  !/^/ => looks
  => ${closes}
    yes: csf -x
iptables-restore ip6tables-restore iptables-apply => ${closes}
    yes: iptables-restore rules.v4
`);

export const networkSettingEffects = [...interfaces, ...connections, ...firewalls];
