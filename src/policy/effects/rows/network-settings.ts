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
    no: ip route del default
  => writes(network.change): {} changes the network.
    yes: route add default gw 192.0.2.1 ;; ip addr add 192.0.2.1/24 dev eth0
    no: ip addr flush dev eth0`;

/** Interfaces, addresses and routes: showing is harmless, adding is ordinary, changing what is there can lock people out. */
const interfaces = readRows(
  `
ip
  options: -f= -n= -l=
  x* s,st,sta,stat,state !&nokeys => exposes(secret.read): Prints the keys of encrypted connections. -> Add nokeys.
    yes: ip xfrm state
    no: ip xfrm state nokeys
  a*,l*,m*,n*,r*,t*,v* !@any | a*,l*,m*,n*,r*,t*,v* sh*,l,li,lis,list,ls,lst,g,ge,get,identify,pids | a*,n*,r* s => looks
    yes: ip addr show
    no: ip -batch x
  r*,a*,l*,n* d,de,del*,f,fl,flush,rep,repl,replace,c,ch,chan*,change | ${batch} !/^(?!-|\\/(?:var\\/)?tmp\\/)[\\w./-]+$/ | ${batch} /\ufdd4/u => ${changesNetwork}
    yes: ip addr flush dev eth0 ;; ip r d default ;; ip -batch /tmp/x ;; ip -ba -
    no: ip route get 192.0.2.1
ethtool
  /^-(?:s|r|E|f|-change|-negotiate|-flash)$/ => ${changesNetwork}
    yes: ethtool -s eth0 speed 10
    no: ethtool eth0 speed 10
  !-s,-r,-E,-f,-K,-A,-C,-G,-L,-X,-N,-U,--set*,--change,--flash => looks
    yes: ethtool eth0
    no: ethtool eth0 --flash
iwconfig
  !@any | * !@any => looks
    yes: iwconfig
    no: ifconfig
route arp brctl iw tc
  !@any => looks
    yes: route
    no: route x
  get,show,list,phy,reg,dev !&${cuts} | qdisc,class,filter show,list,ls => looks
    yes: route get default
    no: route get default down
networkctl
  !@any | status,list,lldp => looks
    yes: networkctl list
    no: networkctl reload
resolvectl
  query => talks(network.lookup): Looks up a name.
    yes: resolvectl query example.com
    no: resolvectl
  !@any | status,statistics,dns,domain,show-cache,show-server-state !@dynamic => looks
    yes: resolvectl dns
    no: resolvectl flush-caches
`,
  {},
  { options: "", before: [], after: commonRows(after), takesNames: true },
);

const connections = readRows(`
ifconfig
  !@any | * !@any => looks
    yes: ifconfig
    no: ifconfig eth0 down
  => ${changesNetwork}
    yes: ifconfig eth0 down ;; ifconfig eth0 192.0.2.1
    no: ifconfig eth0
nmcli
  options: -m= -c= -f= -g= -e= -w= --mode= --colors= --fields= --get-values= --escape= --wait= -t -p -o --terse --pretty --overview --active --order= --rescan=
  -s,--show-secrets => exposes(secret.read): Prints passwords of networks. -> Leave out -s.
    yes: nmcli -s con show x
    no: nmcli con show x
  -? => ${changesNetwork}
    yes: nmcli --odd
    no: nmcli
  !@any | g*,n*,r*,c*,d*,m* !@any | g*,c*,d* s,sh,sho,show,st,sta,stat,statu,status | n* connectivity | r* all,wifi,wwan !@any | g* permissions,hostname,logging !@any | d* w,wifi,lldp !@any | d* w,wifi,lldp list => looks
    yes: nmcli con show
    no: nmcli -s con show x
  => ${changesNetwork}
    yes: nmcli con down x
    no: nmcli con show
networksetup
  words: names
  /^-(?:list|get)/ => looks
    yes: networksetup -listallnetworkservices
    no: networksetup -setdnsservers Wi-Fi 192.0.2.1
  => ${changesNetwork}
    yes: networksetup -setdnsservers Wi-Fi 192.0.2.1
    no: networksetup -listallnetworkservices
wg
  show &private-key,preshared-keys,dump | showconf => exposes(secret.read): Prints the keys of encrypted connections. -> Leave keys where they are.
    yes: wg showconf wg0
    no: wg set wg0 peer x remove
  show !@dynamic | !@any => looks
    yes: wg show
    no: wg show {}
  => ${changesNetwork}
    yes: wg set wg0 peer x remove
    no: wg show
netplan ifdown ifup dhclient wg-quick => ${changesNetwork}
    yes: netplan apply
  no: which netplan
`);

/** Firewalls: showing is harmless; opening is ordinary; everything else can close the way in. */
const firewalls = readRows(`
iptables ip6tables iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft arptables ebtables
  words: names
  options: -t= -j= -p= -s= -d= -i= -o= --table= -w
  &-A,-I,--append,--insert -j=ACCEPT !&-P => ${opens}
    yes: iptables -A INPUT -p tcp -j ACCEPT
    no: iptables -A INPUT -p tcp -j ACCEPT -P
  -L,-S,--list,--list-rules !-A,-D,-F,-X,-P,-Z,-I,-R,-N,-E,--flush,--delete,--delete-chain,--policy,--zero,--modprobe !@dynamic | !/^/ => looks
    yes: iptables -L -n -v
    no: iptables -L -n -v --modprobe
  => ${closes}
    yes: iptables -F ;; iptables -P INPUT DROP ;; iptables -LF
    no: iptables -t nat -nvL
    no: iptables -L -n -v
nft
  options: -anNsjypuSt --handle --numeric --json --stateless --numeric-protocol --numeric-time --terse
  list,describe,monitor !-? | !/^/ => looks
    yes: nft list ruleset
    no: nft flush ruleset
  => ${closes}
    yes: nft flush ruleset
    no: nft list ruleset
ufw
  allow,limit,reload,logging | insert ~allow | delete allow /^\\d+(?:\\/(?:tcp|udp))?$/ !/\\b22\\b/ !@dynamic => ${opens}
    yes: ufw allow 22/tcp ;; ufw delete allow 8080
    no: ufw delete allow 22
  status,show,version | app list,info | &--dry-run | !/^/ => looks
    yes: ufw status
    no: ufw disable
  => ${closes}
    yes: ufw disable ;; ufw delete allow 22
    no: ufw status
firewall-cmd
  words: names
  options: --zone=
  /^--add-(?:service|port|rich-rule|masquerade)|^--reload$/ !/reject|drop|panic|--remove|--set-default|--delete/ => ${opens}
    yes: firewall-cmd --add-service=http
    no: firewall-cmd --add-service=http reject
  !/^-(?!-(?:state|permanent|version|zone|list-[\\w-]+|get-[\\w-]+|info-[\\w-]+|query-[\\w-]+)(?:=|$))/ !@any => looks
    yes: firewall-cmd --list-all
    no: firewall-cmd --list-all --remove-port=22/tcp
  => ${closes}
    yes: firewall-cmd --panic-on
    no: firewall-cmd --list-all
pfctl
  words: names
  options: -s= -v -q
  -s !-? !@any | !/^/ => looks
    yes: pfctl -s
    no: pfctl -d
  => ${closes}
    yes: pfctl -d
    no: pfctl -s
csf shorewall
  !/^/ => looks
    yes: csf
    no: csf -x
  => ${closes}
    yes: csf -x
    no: csf
iptables-restore ip6tables-restore iptables-apply => ${closes}
    yes: iptables-restore rules.v4
  no: iptables-save
`);

export const networkSettingEffects = [...interfaces, ...connections, ...firewalls];
