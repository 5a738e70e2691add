import { readRows } from "../effect-rows.ts";

/** Administration that is neither service, network, account nor disk. */
export const administrationEffects = readRows(
  `
Remove-Item Clear-Content Format-Volume Clear-Disk Stop-Computer Restart-Computer Invoke-Expression Invoke-WebRequest iwr diskpart bcdedit vssadmin wevtutil cipher takeown icacls schtasks wmic mshta certutil bitsadmin regsvr32 rundll32 reg format rd del erase deltree diskshadow wbadmin fsutil Set-ExecutionPolicy Remove-Partition Initialize-Disk
  words: names
  => destroys(windows.destroys): {} changes or deletes parts of a Windows system, or runs hidden code. -> Let a person do this.
    yes: diskpart
login => escalates: Logs in as another user: everything after it runs with their rights. -> Use sudo for one command.
    yes: login root
setcap => escalates(perms.capabilities): Gives a program rights of the kernel's administrator for good. -> Use sudo for the one command that needs it.
    yes: setcap cap_net_raw+ep /usr/bin/x
newgrp => escalates: Opens a shell with another group's rights. -> Use sudo for one command.
    yes: newgrp docker
svn
  options: -r= -l= -c= --revision= --limit= --depth= --search= --diff-cmd= --config-option= --config-dir= --username= --password=
  status,st,log,diff,info,list,ls,blame,cat --diff-cmd => runs-unread(option.runs-code): The option --diff-cmd runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: svn diff --diff-cmd /tmp/x
  status,st,log,diff,info,list,ls,blame,cat --config-option => runs-unread(option.runs-code): The option --config-option runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: svn log --config-option config:helpers:diff-cmd=/tmp/x
  status,st,log,diff,info,list,ls,blame,cat --config-dir => runs-unread(option.runs-code): The option --config-dir runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: svn status --config-dir
  status,st,log,diff,info,list,ls,blame,cat => looks
  revert => destroys: Throws away uncommitted changes. -> Save the work first.
    yes: svn revert -R .
  * => writes: Changes the working copy.
    yes: svn commit -m fix
hg
  options: -r= -l= -T= -k= -d= -c= --rev= --limit= --template= --user= --date= --keyword=
  status,st,log,diff,summary,branches,tags,annotate,cat,heads,id => looks
  revert,purge,strip,rollback,histedit => destroys: Throws away uncommitted changes or history. -> Save the work first.
    yes: hg purge --all
  update,up,checkout,co -C => runs-unread(option.runs-code): The option -C runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: hg update -C
  update,up,checkout,co --clean => runs-unread(option.runs-code): The option --clean runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: hg update --clean
  update,up,checkout,co => writes: Changes the working copy.
    yes: hg update
  * => writes: Changes the repository.
    yes: hg commit -m x
auditctl
  -l,-s => looks
  !-l,-s => destroys: Changes what the machine records about what is done. -> Leave the record of what is done as it is.
    yes: auditctl -D
apparmor_parser => escalates: Changes the protection of programs. -> Leave it on.
    yes: apparmor_parser -R /etc/apparmor.d/usr.sbin.sshd
apt-key => escalates: Changes whose packages are trusted. -> Let a person decide whom to trust.
    yes: apt-key add -
k3s-uninstall.sh rke2-uninstall.sh => destroys: Removes the cluster with its data. -> Let a person do this.
    yes: k3s-uninstall.sh
k3s-agent-uninstall.sh => destroys: Removes the node with its data. -> Let a person do this.
    yes: k3s-agent-uninstall.sh
trash-empty => destroys: Empties the trash for good. -> Look first: trash-list
    yes: trash-empty
trash-rm => destroys: Deletes from the trash for good. -> Look first: trash-list
    yes: trash-rm
gio
  options: --attributes=
  info,list,tree,version,help => looks
  mime => looks
  trash => destroys: Moves files to the trash, or empties it. -> Name the files, and look first.
    yes: gio trash --empty
  remove => destroys: Deletes files. -> Name the files.
    yes: gio remove
  * => starts: Opens or changes files through the desktop.
    yes: gio x
jj
  options: -r= -n= -T=
  status => looks
  st => looks
  log => looks
  diff => looks
  show => looks
  evolog => looks
  op log => looks
  help => looks
  abandon,restore,undo => destroys: Throws away changes. -> Name the one change.
    yes: jj abandon
  * => writes: Changes the repository.
    yes: jj new -m wip
aa-disable aa-teardown => escalates: Switches protection off. -> Leave it on.
    yes: aa-teardown
aa-complain => escalates: Weakens protection. -> Leave it on.
    yes: aa-complain
setenforce => escalates: Switches protection off or on. -> Leave it on.
    yes: setenforce 0
setsebool semanage => escalates: Changes protection. -> Leave it on.
    yes: setsebool
restorecon => writes: Restores labels of files.
    yes: restorecon
chcon => writes: Changes labels of files.
    yes: chcon
wall => writes: Writes to every terminal.
    yes: wall hi
write => writes: Writes to another terminal.
    yes: write
mesg => writes: Lets others write to the terminal, or not.
    yes: mesg
logrotate => starts: Rotates logs and runs their scripts.
    yes: logrotate -f /etc/logrotate.conf
savelog => writes: Rotates a log.
    yes: savelog
journalctl-vacuum => destroys: Deletes the record of what happened. -> Leave the record of what is done as it is.
    yes: journalctl-vacuum
visudo => escalates: Changes who may become root.
    yes: visudo
update-alternatives
  /^\\/(?:var\\/|private\\/)?tmp\\/|^\\/dev\\/shm\\// => escalates(persist.registers): Makes others run or load what is at {word}. -> Register what a package has installed.
    yes: update-alternatives --install /usr/bin/x x /tmp/x 1
  --display,--list,--query,--get-selections => looks
  !--display,--list,--query,--get-selections => writes: Changes which program a name means.
    yes: update-alternatives --set editor /usr/bin/vim.basic
alternatives
  /^\\/(?:var\\/|private\\/)?tmp\\/|^\\/dev\\/shm\\// => escalates(persist.registers): Makes others run or load what is at {word}. -> Register what a package has installed.
    yes: alternatives --set x /tmp/x
  --display,--list => looks
  !--display,--list => writes: Changes which program a name means.
    yes: alternatives
dpkg-divert
  --list,--listpackage,--truename => looks
  !--list,--listpackage,--truename => locks-out: Moves a file of the system to another name. -> Let a person do this.
    yes: dpkg-divert --add --rename /bin/sh
dpkg-reconfigure => writes: Configures a package.
    yes: dpkg-reconfigure
update-ca-certificates update-ca-trust => writes: Changes which certificates are trusted.
    yes: update-ca-certificates
trust
  list => looks
  * | -? => escalates: Changes which certificates are trusted.
    yes: trust x
ldconfig
  /^\\/(?:var\\/|private\\/)?tmp\\/|^\\/dev\\/shm\\// => escalates(persist.registers): Makes others run or load what is at {word}. -> Register what a package has installed.
    yes: ldconfig /tmp/lib
  -p,--print-cache => looks
  !@any | !-p,--print-cache => writes: Updates the list of libraries.
    yes: ldconfig
update-locale => writes: Changes the language.
    yes: update-locale
locale-gen => writes: Creates languages.
    yes: locale-gen
hwclock ntpdate adjtimex => writes: Changes the clock.
    yes: hwclock
chronyc
  sources,tracking,sourcestats,activity => looks
  * => writes: Changes the clock.
    yes: chronyc x
renice => writes: Changes a process's priority.
    yes: renice 10 -p 123
prlimit => writes: Changes limits of a process.
    yes: prlimit
ipcrm => writes: Removes shared memory.
    yes: ipcrm
cgcreate => writes: Creates a control group.
    yes: cgcreate
cgdelete => destroys: Removes a control group. -> Name what goes.
    yes: cgdelete
tuned => writes: Changes performance settings.
    yes: tuned
tuned-adm
  active,list,recommend => looks
  * => writes: Changes performance settings.
    yes: tuned-adm x
cpupower
  frequency-info,idle-info => looks
  * => writes: Changes processor settings.
    yes: cpupower x
powertop => starts: Measures power.
    yes: powertop
setterm => writes: Changes the terminal.
    yes: setterm
loadkeys => writes: Changes the keyboard.
    yes: loadkeys
chvt xrandr xset => writes: Changes the screen.
    yes: chvt
xdotool ydotool => runs-unread: Types and clicks in other programs. -> Use the program's own commands.
    yes: xdotool
wtype => runs-unread: Types in other programs. -> Use the program's own commands.
    yes: wtype
gsettings
  get,list-schemas,list-keys,list-recursively,range,describe => looks
  * => writes: Changes desktop settings.
    yes: gsettings x
dconf
  read,list,dump => looks
  reset => destroys: Resets desktop settings. -> Name the key.
    yes: dconf reset
  * => writes: Changes desktop settings.
    yes: dconf x
notify-send => writes: Shows a message.
    yes: notify-send hi
say => writes: Speaks.
    yes: say hi
screencapture scrot import gnome-screenshot grim maim spectacle flameshot arecord parecord parec rec fswebcam imagesnap wf-recorder
  out: all
  prints: private
  => writes: Records the screen, the microphone or the camera.
    yes: screencapture -x /tmp/s.png
postsuper => destroys: Deletes mail that is waiting. -> Name the message.
    yes: postsuper -d ALL
postqueue
  -p,-j => looks
  !-p,-j => writes: Sends waiting mail.
    yes: postqueue
newaliases => writes: Updates mail addresses.
    yes: newaliases
wp
  core version => looks
  option get => looks
  plugin list => looks
  theme list => looks
  user list => looks
  post list => looks
  db => destroys: Changes or prints the site's database. -> Take a backup first.
    yes: wp db reset --yes
  * => starts: Changes a site.
    yes: wp site empty --yes
kinit => writes: Logs in.
    yes: kinit
kdestroy => writes: Logs out.
    yes: kdestroy
ldapsearch => starts: Asks a directory.
    yes: ldapsearch
ldapdelete => destroys: Deletes entries of the directory. -> Name the entry.
    yes: ldapdelete -x -D cn=admin,dc=x -r ou=people,dc=x
ldapmodify => escalates: Changes accounts in the directory.
    yes: ldapmodify
samba-tool => escalates: Changes the domain.
    yes: samba-tool user delete alice
smbpasswd => escalates: Changes passwords.
    yes: smbpasswd
htpasswd => writes: Changes a password file.
    yes: htpasswd -cb .htpasswd dev secret
cfssl step => writes: Creates certificates.
    yes: cfssl
sops => exposes: Prints or changes secrets.
    yes: sops -d secrets.yaml
git-crypt => exposes: Opens secrets of the repository.
    yes: git-crypt
chezmoi yadm => writes: Changes files in the home directory.
    yes: chezmoi
gdbus dbus-send qdbus at-spi
  words: names
  /\\b(?:PowerOff|Reboot|Halt|Suspend|Hibernate|StopUnit|KillUnit|TerminateSession|TerminateUser|SetUserLinger)\\b/ => locks-out(lockout.bus): Tells the system to stop, restart or end sessions. -> Let a person decide when.
    yes: gdbus call --method org.freedesktop.login1.Manager.PowerOff
  /\\bEnvironment|\\/unit\\// => shows(private.environment): Prints the variables of a service, which often hold secrets.
    yes: dbus-send /org/freedesktop/systemd1/unit/x
  => starts: Calls another program.
    yes: gdbus
busctl
  options: --address= -H= -M= --host= --machine=
  /\\b(?:PowerOff|Reboot|Halt|Suspend|Hibernate|StopUnit|KillUnit|TerminateSession|TerminateUser|SetUserLinger)\\b/ => locks-out(lockout.bus): Tells the system to stop, restart or end sessions. -> Let a person decide when.
    yes: busctl call org.freedesktop.login1 PowerOff b true
  /\\bEnvironment|\\/unit\\// => shows(private.environment): Prints the variables of a service, which often hold secrets.
    yes: busctl get-property x /org/freedesktop/systemd1/unit/x y Environment
  list,status,tree,introspect,get-property,monitor => looks
  * => starts: Calls another program.
    yes: busctl x
mokutil => escalates: Changes which code the machine starts.
    yes: mokutil --import x.der
unminimize => writes: Installs documentation.
    yes: unminimize
tripwire aide => starts: Checks files.
    yes: tripwire
rkhunter chkrootkit lynis => starts: Checks the system.
    yes: rkhunter
john hashcat => exposes: Guesses passwords.
    yes: john /etc/shadow
hydra => exposes: Guesses passwords of other machines.
    yes: hydra
sqlmap => exposes: Attacks a database.
    yes: sqlmap
msfconsole => exposes: Attacks other machines.
    yes: msfconsole
msfvenom => exposes: Makes attack code.
    yes: msfvenom
stress stress-ng => destroys: Takes all of the machine's power. -> Measure on a test machine.
    yes: stress --cpu 99
forkbomb => destroys: Multiplies processes. -> Do not.
    yes: forkbomb
gcore => exposes: Writes another process's memory to a file.
    yes: gcore 1234
mimikatz => exposes: Reads passwords from memory. -> Do not.
    yes: mimikatz
keyctl => exposes: Prints or changes keys.
    yes: keyctl purge user
secret-tool => exposes: Prints or changes passwords.
    yes: secret-tool lookup a b
getpass => exposes: Prints passwords.
    yes: getpass
unshadow => exposes: Prints password hashes.
    yes: unshadow /etc/passwd /etc/shadow
multitail => starts: Follows files through other programs.
    yes: multitail
lnav => starts: Opens a log viewer that runs commands.
    yes: lnav
goaccess => starts: Reads web logs.
    yes: goaccess
`,
  { escalates: "Let a person do this.", exposes: "Let a person do this." },
);
