import { commonRows, readRows, wordList } from "../effect-rows.ts";

/** Services by their names, with the folder and the ending that some managers want. */
const units = (names: string): string =>
  `/^(?:\\S*[/.])?(?:${names.trim().split(/\s+/).join("|")})(?:\\.service|\\.socket|\\.plist)?\\**$/i`;

/** Without them nobody gets in again. */
const carriers = units(`
  sshd? openssh\\w* dropbear networking network network-?manager systemd-networkd systemd-resolved dhcpcd wpa_supplicant netplan
  tailscaled wg-quick@\\w+ openvpn\\S* cloudflared teleport dbus systemd-logind getty\\S* sssd systemd-udevd
`);
/** They record or guard what happens. */
const auditors = units(`
  auditd r?syslog syslog-ng systemd-journald fail2ban falco osqueryd wazuh-agent crowdstrike falcon-sensor apparmor
  selinux\\w* clamav\\w* ossec\\w* aide\\w* firewalld ufw iptables nftables filebeat auditbeat datadog-agent sysmon
`);

const access = "Have another way in ready, and a timed way back (at, systemd-run).";

const stops = (how: string, [carrier, auditor, open]: readonly [string, string, string]): string => `
  ${how} ${carriers} => locks-out(lockout.service): Stops {word}, through which people log in. -> ${access}
    yes: ${carrier}
    no: systemctl stop nginx
  ${how} ${auditors} => destroys(audit.service): Stops {word}, which records or guards what happens. -> Leave it running.
    yes: ${auditor}
    no: svc /service/auditd
  ${how} @dynamic | ${how} /^\\*/ => locks-out(lockout.service): Stops services that are only chosen at run time. -> Name the service.
    yes: ${open}
    no: systemctl stop nginx`;

const stopVerbs =
  "stop,force-stop,shutdown,force-shutdown,disable,mask,kill,try-stop,bootout,unload,remove,off,down,del,delete,exit,once,term";

/** Some managers take the verb first, others the service: `sv down sshd`, `service sshd stop`. */
const afterServices = `${stops(`~${stopVerbs}`, [
  "systemctl stop sshd ;; service ssh stop ;; sv down /service/sshd ;; launchctl unload /System/Library/LaunchDaemons/ssh.plist",
  "systemctl disable --now auditd ;; rc-update del rsyslog",
  "systemctl stop nginx {} ;; systemctl stop *",
])}
    no: systemctl stop nginx
  ~restart /network|resolved|dhcp|\\bwg\\b|wg-quick|openvpn/i => locks-out(lockout.service): Restarts {word}; the connection may not come back. -> ${access}
    yes: systemctl restart NetworkManager
    no: systemctl restart nginx
  => writes(service.change): Changes which services run, or how ({}).
    yes: systemctl restart nginx ;; service nginx reload
    no: systemctl cat nginx`;

const powerTargets = wordList(`
  poweroff reboot halt kexec soft-reboot suspend hibernate hybrid-sleep rescue emergency exit switch-root sleep
  suspend-then-hibernate
`).replaceAll(/[^,]+/g, "$&,$&.target");
const stopsMachine =
  "locks-out(lockout.power): {} stops, restarts or suspends the machine. -> Let a person decide when.";
const startsLater = "-> Show the unit file first, and let a person install it.";

/** Services, and the power of the machine. */
const managers = readRows(
  `
systemctl
  options: -t= -p= -P= -n= -o= -s= -H= -M= -C= --type= --state= --property= --job-mode= --lines= --output= --signal= --kill-whom= --kill-who= --kill-value= --what= --root= --image= --image-policy= --preset-mode= --timestamp= --host= --machine= --boot-loader-menu= --boot-loader-entry= --reboot-argument= --message= --when= --check-inhibitors= --legend= --drop-in= --capsule= --now --no-block --quiet --force --user --system --global --runtime --no-pager --all --wait
  ${powerTargets} | isolate | set-default,start &${powerTargets} => ${stopsMachine}
    yes: systemctl reboot ;; systemctl isolate rescue.target ;; systemctl start poweroff.target
    no: systemctl start nginx
  edit,link,import-environment,set-environment => escalates(persistence.unit): {} changes what services run. ${startsLater}
    yes: systemctl edit nginx
    no: systemctl cat nginx
  enable,start,reenable /\\// => escalates(persistence.unit): Makes a unit file of its own run from now on. ${startsLater}
    yes: systemctl enable /tmp/x.service
    no: systemctl enable x
  set-property /\\.slice$|^init\\.scope$|^user@/ => locks-out(lockout.limits): Limits what all sessions together may use, this one included. -> ${access}
    yes: systemctl set-property user.slice MemoryMax=1M
    no: systemctl status nginx --no-pager
  show-environment | show !-p,-P,--property => shows(private.environment): Prints variables, which often hold secrets.
    yes: systemctl show nginx
    no: systemctl show -p MainPID nginx
  cat => shows(private.environment): Prints the files of a unit with the variables in them, which often hold secrets. -> Ask where they are (systemctl show -p FragmentPath -p DropInPaths UNIT), and read the one that is needed.
    yes: systemctl cat nginx
    no: systemctl status nginx
  status,show,list-*,is-active,is-enabled,is-failed,is-system-running,get-default,help | !@any => looks
    yes: systemctl status nginx --no-pager
    no: systemctl show nginx
service rc-service invoke-rc.d
  options: --status-all
  */* => runs-unread(run.dynamic): Runs a path that is not the name of a service ({}). -> Name the service.
    yes: service ../../tmp/x status
    no: service nginx status
  ~status => looks
    yes: service nginx status
    no: service nginx
rc-update sv svcadm rcctl dinitctl herd
  status,list,ls,show,check,get,is-started,is-failed => looks
    yes: sv status nginx
    no: sv stop nginx
svc s6-svc s6-rc
  words: names
  ${stops("-d,-x,-k,-t,-D,-o", ["svc -d /service/sshd", "svc -x /service/auditd", "s6-rc -d {}"]).trim()}
chkconfig update-rc.d
launchctl
  list,blame,version,print-disabled => looks
    yes: launchctl list
    no: launchctl print system
  load,bootstrap,submit,enable,setenv,asuser,reboot => escalates(persistence.unit): Makes macOS run something from now on. -> Let a person install services.
    yes: launchctl load x.plist
    no: launchctl list
`,
  {},
  { options: "", before: [], after: commonRows(afterServices) },
);

const power = readRows(`
shutdown
  -c | &--show,-w => writes(power.cancel): Cancels a planned restart.
    yes: shutdown -c
    no: shutdown -h now
  => ${stopsMachine}
    yes: shutdown -h now
    no: shutdown -c
reboot poweroff halt pm-suspend kexec systemd-reboot => ${stopsMachine}
    yes: reboot
  no: which reboot
init telinit
  q,u,Q,U => writes(service.reload): Makes init read its configuration again.
    yes: telinit q
    no: init 6
  => ${stopsMachine}
    yes: init 6
    no: telinit q
`);

const sessionPrograms = `sshd? systemd init launchd dbus-daemon systemd-\\w+ NetworkManager dhclient tmux screen login bash
  zsh sh node-cotty containerd dockerd getty Xorg gnome-shell loginwindow WindowServer auditd rsyslogd journald cotty \\.\\*?`;
const endsSession = `locks-out(lockout.kill): {} can end the login service or the session itself. -> Name one process that is not part of the way in.`;

const processes = readRows(`
pkill killall skill slay
  words: names
  @dynamic | /^-[uUt]$|^-[uU][a-z]|^--(?:user|euid|uid|terminal)/ | /^\\^?(?:${sessionPrograms.split(/\s+/).join("|")}|)\\$?$/ => ${endsSession}
    yes: pkill sshd ;; killall -u dev ;; pkill ^ssh$ ;; pkill {}
    no: pkill -9 node
  => writes(process.kill): Ends processes by their name ({}).
    yes: pkill -9 node
    no: pkill sshd
killall5 => ${endsSession}
    yes: killall5
  no: which killall5
`);

const changesLogin = (effect: string): string =>
  `${effect}(account.change): {} changes who can log in, or how. -> ${access}`;
const gainsRights = `/\\b(?:sudo|wheel|admin|root|docker|lxd|disk|shadow|adm|kvm|libvirt)\\b|^-[a-z]*o$|^-[a-z]*u0$|^--uid=0$/`;

const accounts = readRows(`
useradd adduser groupadd addgroup
  words: names
  ${gainsRights} | -u,--uid=0 => escalates(account.rights): {} lets an account become administrator. -> Let a person decide who may do what.
    yes: useradd -G wheel eve ;; useradd -ou 0 eve
    no: useradd 0 eve
  => writes(account.create): Creates an account or group ({}).
    yes: useradd -m dev
    no: useradd -G wheel eve
usermod gpasswd
  words: names
  options: -s= --shell=
  -s,--shell=/^(?:\\/usr)?\\/bin\\/(?:bash|zsh|fish|sh|dash|ksh)$/ !-? !@dynamic => writes(account.shell): Gives an account another shell ({}).
    yes: usermod -s /bin/zsh dev
    no: usermod -s /bin/zsh -L dev
  ${gainsRights} | -u,--uid=0 => escalates(account.rights): {} lets an account become administrator. -> Let a person decide who may do what.
    yes: usermod -aG sudo dev
    no: usermod -aG video dev
  &-aG,-Ga,-a => writes(account.group): Adds an account to a group ({}).
    yes: usermod -aG video dev
    no: usermod -aG sudo dev
  => ${changesLogin("locks-out")}
    yes: usermod -L dev
    no: usermod -aG video dev
passwd
  words: names
  options: -S --status -a --all
  -S,--status !-? => looks
    yes: passwd -S
    no: passwd root
  => ${changesLogin("escalates")}
    yes: passwd root
    no: passwd -S
chage
  words: names
  options: -l --list
  -l,--list !-? => looks
    yes: chage -l
    no: chage -E 0 dev
  => ${changesLogin("locks-out")}
    yes: chage -E 0 dev
    no: chage -l
chpasswd vipw vigr newusers => ${changesLogin("escalates")}
    yes: chpasswd
  no: which chpasswd
userdel deluser groupdel delgroup groupmod chsh faillock pam-auth-update authselect sysadminctl => ${changesLogin("locks-out")}
    yes: userdel dev
  no: which userdel
dscl
  words: names
  &-read,-readall,-list,-search,-ls,-cat,read,readall,list,search,ls,cat !/^-?(?:create|append|merge|delete|change\\w*|passwd)$/ => looks
    yes: dscl -read
    no: dscl -read create
  => ${changesLogin("locks-out")}
    yes: dscl . -delete /Users/dev
    no: dscl -read
`);

export const serviceEffects = [...managers, ...power, ...processes, ...accounts];
