import { readRows } from "../effect-rows.ts";

/** Administration that is neither service, network, account nor disk. */
export const administrationEffects = readRows(
  `
Remove-Item Clear-Content Format-Volume Clear-Disk Stop-Computer Restart-Computer Invoke-Expression Invoke-WebRequest iwr diskpart bcdedit vssadmin wevtutil cipher takeown icacls schtasks wmic mshta certutil bitsadmin regsvr32 rundll32 reg format rd del erase deltree diskshadow wbadmin fsutil Set-ExecutionPolicy Remove-Partition Initialize-Disk
  words: names
  => destroys(windows.destroys): {} changes or deletes parts of a Windows system, or runs hidden code. -> Let a person do this.
    yes: diskpart
    no: which diskpart
login => escalates: Logs in as another user: everything after it runs with their rights. -> Use sudo for one command.
    yes: login root
  no: which login
setcap => escalates(perms.capabilities): Gives a program rights of the kernel's administrator for good. -> Use sudo for the one command that needs it.
    yes: setcap cap_net_raw+ep /usr/bin/x
  no: getcap -r /usr/bin
newgrp => escalates: Opens a shell with another group's rights. -> Use sudo for one command.
    yes: newgrp docker
  no: which newgrp
svn
  options: -r= -l= -c= --revision= --limit= --depth= --search= --diff-cmd= --config-option= --config-dir= --username= --password=
  status,st,log,diff,info,list,ls,blame,cat --diff-cmd => runs-unread(option.runs-code): --diff-cmd names a program that svn runs. -> Run it without that option.
    yes: svn diff --diff-cmd /tmp/x
    no: svn diff
  status,st,log,diff,info,list,ls,blame,cat --config-option => runs-unread(option.runs-code): --config-option can name a program that svn runs. -> Run it without that option.
    yes: svn log --config-option config:helpers:diff-cmd=/tmp/x
    no: svn log
  status,st,log,diff,info,list,ls,blame,cat --config-dir => runs-unread(option.runs-code): --config-dir brings settings that can name programs to run. -> Run it without that option.
    yes: svn status --config-dir
    no: svn status
  status,st,log,diff,info,list,ls,blame,cat => looks
    yes: svn status
    no: svn status --config-dir
  revert => destroys: Throws away uncommitted changes. -> Save the work first.
    yes: svn revert -R .
    no: svn diff --diff-cmd /tmp/x
  * => writes: Changes the working copy.
    yes: svn commit -m fix
    no: svn diff --diff-cmd /tmp/x
hg
  options: -r= -l= -T= -k= -d= -c= --rev= --limit= --template= --user= --date= --keyword=
  status,st,log,diff,summary,branches,tags,annotate,cat,heads,id => looks
    yes: hg status
    no: hg update
  revert,purge,strip,rollback,histedit => destroys: Throws away uncommitted changes or history. -> Save the work first.
    yes: hg purge --all
    no: hg update
  update,up,checkout,co -C => destroys: Throws away uncommitted changes. -> Save the work first.
    yes: hg update -C
    no: hg update
  update,up,checkout,co --clean => destroys: Throws away uncommitted changes. -> Save the work first.
    yes: hg update --clean
    no: hg update
  update,up,checkout,co => writes: Changes the working copy.
    yes: hg update
    no: hg update -C
  * => writes: Changes the repository.
    yes: hg commit -m x
    no: hg purge --all
auditctl
  -l,-s => looks
    yes: auditctl -l
    no: auditctl -D
  !-l,-s => destroys: Changes what the machine records about what is done. -> Leave the record of what is done as it is.
    yes: auditctl -D
    no: auditctl -D -s
apparmor_parser => escalates: Changes the protection of programs. -> Leave it on.
    yes: apparmor_parser -R /etc/apparmor.d/usr.sbin.sshd
  no: which apparmor_parser
apt-key => escalates: Changes whose packages are trusted. -> Let a person decide whom to trust.
    yes: apt-key add -
  no: which apt-key
k3s-uninstall.sh rke2-uninstall.sh => destroys: Removes the cluster with its data. -> Let a person do this.
    yes: k3s-uninstall.sh
  no: which k3s-uninstall.sh
k3s-agent-uninstall.sh => destroys: Removes the node with its data. -> Let a person do this.
    yes: k3s-agent-uninstall.sh
  no: which k3s-agent-uninstall.sh
trash-empty => destroys: Empties the trash for good. -> Look first: trash-list
    yes: trash-empty
  no: which trash-empty
trash-rm => destroys: Deletes from the trash for good. -> Look first: trash-list
    yes: trash-rm
  no: which trash-rm
gio
  options: --attributes=
  info,list,tree,version,help => looks
    yes: gio info
    no: gio remove
  mime => looks
    yes: gio mime
    no: gio remove
  trash => destroys: Moves files to the trash, or empties it. -> Name the files, and look first.
    yes: gio trash --empty
    no: gio remove
  remove => destroys: Deletes files. -> Name the files.
    yes: gio remove
    no: gio x
  * => starts: Opens or changes files through the desktop.
    yes: gio x
    no: gio remove
jj
  options: -r= -n= -T=
  status => looks
    yes: jj status
    no: jj abandon
  st => looks
    yes: jj st
    no: jj abandon
  log => looks
    yes: jj log
    no: jj abandon
  diff => looks
    yes: jj diff
    no: jj abandon
  show => looks
    yes: jj show
    no: jj abandon
  evolog => looks
    yes: jj evolog
    no: jj abandon
  op log => looks
    yes: jj op log
    no: jj abandon
  help => looks
    yes: jj help
    no: jj abandon
  abandon,restore,undo => destroys: Throws away changes. -> Name the one change.
    yes: jj abandon
    no: jj new -m wip
  * => writes: Changes the repository.
    yes: jj new -m wip
    no: jj abandon
aa-disable aa-teardown => escalates: Switches protection off. -> Leave it on.
    yes: aa-teardown
  no: which aa-teardown
aa-complain => escalates: Weakens protection. -> Leave it on.
    yes: aa-complain
  no: which aa-complain
setenforce => escalates: Switches protection off or on. -> Leave it on.
    yes: setenforce 0
  no: getenforce
setsebool semanage => escalates: Changes protection. -> Leave it on.
    yes: setsebool
  no: getsebool -a
restorecon => writes: Restores labels of files.
    yes: restorecon
  no: which restorecon
chcon => writes: Changes labels of files.
    yes: chcon
  no: which chcon
wall => writes: Writes to every terminal.
    yes: wall hi
  no: which wall
write => writes: Writes to another terminal.
    yes: write
  no: which write
mesg => writes: Lets others write to the terminal, or not.
    yes: mesg
  no: dmesg
logrotate
  inputs: -f -d -v
  => starts: Rotates logs and runs their scripts.
    yes: logrotate -f /etc/logrotate.conf
    no: which logrotate
savelog => writes: Rotates a log.
    yes: savelog
  no: which savelog
journalctl-vacuum => destroys: Deletes the record of what happened. -> Leave the record of what is done as it is.
    yes: journalctl-vacuum
  no: which journalctl-vacuum
visudo => escalates: Changes who may become root.
    yes: visudo
  no: which visudo
update-alternatives
  /^\\/(?:var\\/|private\\/)?tmp\\/|^\\/dev\\/shm\\// => escalates(persist.registers): Makes others run or load what is at {word}. -> Register what a package has installed.
    yes: update-alternatives --install /usr/bin/x x /tmp/x 1
    no: update-alternatives --install /usr/bin/x x x 1
  --display,--list,--query,--get-selections => looks
    yes: update-alternatives --display editor
    no: update-alternatives editor
  !--display,--list,--query,--get-selections => writes: Changes which program a name means.
    yes: update-alternatives --set editor /usr/bin/vim.basic
    no: update-alternatives --set editor /usr/bin/vim.basic --get-selections
alternatives
  /^\\/(?:var\\/|private\\/)?tmp\\/|^\\/dev\\/shm\\// => escalates(persist.registers): Makes others run or load what is at {word}. -> Register what a package has installed.
    yes: alternatives --set x /tmp/x
    no: alternatives --set x x
  --display,--list => looks
    yes: alternatives --list
    no: alternatives
  !--display,--list => writes: Changes which program a name means.
    yes: alternatives
    no: alternatives --list
dpkg-divert
  --list,--listpackage,--truename => looks
    yes: dpkg-divert --list
    no: dpkg-divert --add --rename /bin/sh
  !--list,--listpackage,--truename => locks-out: Moves a file of the system to another name. -> Let a person do this.
    yes: dpkg-divert --add --rename /bin/sh
    no: dpkg-divert --add --rename /bin/sh --truename
dpkg-reconfigure => writes: Configures a package.
    yes: dpkg-reconfigure
  no: which dpkg-reconfigure
update-ca-certificates update-ca-trust => writes: Changes which certificates are trusted.
    yes: update-ca-certificates
  no: which update-ca-certificates
trust
  list => looks
    yes: trust list
    no: trust x
  * | -? => escalates: Changes which certificates are trusted.
    yes: trust x
    no: trust list
ldconfig
  /^\\/(?:var\\/|private\\/)?tmp\\/|^\\/dev\\/shm\\// => escalates(persist.registers): Makes others run or load what is at {word}. -> Register what a package has installed.
    yes: ldconfig /tmp/lib
    no: ldconfig
  -p,--print-cache => looks
    yes: ldconfig -p
    no: ldconfig
  !@any | !-p,--print-cache => writes: Updates the list of libraries.
    yes: ldconfig
    no: ldconfig --print-cache
update-locale => writes: Changes the language.
    yes: update-locale
  no: which update-locale
locale-gen => writes: Creates languages.
    yes: locale-gen
  no: which locale-gen
hwclock ntpdate adjtimex => writes: Changes the clock.
    yes: hwclock
  no: which hwclock
chronyc
  sources,tracking,sourcestats,activity => looks
    yes: chronyc sources
    no: chronyc x
  * => writes: Changes the clock.
    yes: chronyc x
    no: chronyc
renice => writes: Changes a process's priority.
    yes: renice 10 -p 123
  no: which renice
prlimit => writes: Changes limits of a process.
    yes: prlimit
  no: which prlimit
ipcrm => writes: Removes shared memory.
    yes: ipcrm
  no: which ipcrm
cgcreate => writes: Creates a control group.
    yes: cgcreate
  no: which cgcreate
cgdelete => destroys: Removes a control group. -> Name what goes.
    yes: cgdelete
  no: which cgdelete
tuned => writes: Changes performance settings.
    yes: tuned
  no: which tuned
tuned-adm
  active,list,recommend => looks
    yes: tuned-adm active
    no: tuned-adm x
  * => writes: Changes performance settings.
    yes: tuned-adm x
    no: tuned-adm list
cpupower
  frequency-info,idle-info => looks
    yes: cpupower frequency-info
    no: cpupower x
  * => writes: Changes processor settings.
    yes: cpupower x
    no: cpupower
powertop => starts: Measures power.
    yes: powertop
  no: which powertop
setterm => writes: Changes the terminal.
    yes: setterm
  no: which setterm
loadkeys => writes: Changes the keyboard.
    yes: loadkeys
  no: which loadkeys
chvt xrandr xset => writes: Changes the screen.
    yes: chvt
  no: which chvt
xdotool ydotool => runs-unread: Types and clicks in other programs. -> Use the program's own commands.
    yes: xdotool
  no: which xdotool
wtype => runs-unread: Types in other programs. -> Use the program's own commands.
    yes: wtype
  no: type ls
gsettings
  get,list-schemas,list-keys,list-recursively,range,describe => looks
    yes: gsettings get
    no: gsettings x
  * => writes: Changes desktop settings.
    yes: gsettings x
    no: gsettings get
dconf
  read,list,dump => looks
    yes: dconf read
    no: dconf reset
  reset => destroys: Resets desktop settings. -> Name the key.
    yes: dconf reset
    no: dconf x
  * => writes: Changes desktop settings.
    yes: dconf x
    no: dconf reset
notify-send => writes: Shows a message.
    yes: notify-send hi
  no: which notify-send
say => writes: Speaks.
    yes: say hi
  no: which say
screencapture scrot import gnome-screenshot grim maim spectacle flameshot arecord parecord parec rec fswebcam imagesnap wf-recorder
  out: all
  prints: private
  => writes: Records the screen, the microphone or the camera.
    yes: screencapture -x /tmp/s.png
    no: which screencapture
postsuper => destroys: Deletes mail that is waiting. -> Name the message.
    yes: postsuper -d ALL
  no: which postsuper
postqueue
  -p,-j => looks
    yes: postqueue -p
    no: postqueue
  !-p,-j => writes: Sends waiting mail.
    yes: postqueue
    no: postqueue -j
newaliases => writes: Updates mail addresses.
    yes: newaliases
  no: which newaliases
wp
  core version => looks
    yes: wp core version
    no: wp db reset --yes
  option get => looks
    yes: wp option get
    no: wp db reset --yes
  plugin list => looks
    yes: wp plugin list
    no: wp db reset --yes
  theme list => looks
    yes: wp theme list
    no: wp db reset --yes
  user list => looks
    yes: wp user list
    no: wp db reset --yes
  post list => looks
    yes: wp post list
    no: wp db reset --yes
  db => destroys: Changes or prints the site's database. -> Take a backup first.
    yes: wp db reset --yes
    no: wp site empty --yes
  * => starts: Changes a site.
    yes: wp site empty --yes
    no: wp db reset --yes
`,
  { escalates: "Let a person do this.", exposes: "Let a person do this." },
);
