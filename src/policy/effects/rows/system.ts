import { readRows } from "../effect-rows.ts";

/** The state of the machine and its sessions. */
export const systemEffects = readRows(`
neofetch => starts: neofetch runs its own configuration as shell code.
    yes: neofetch
  no: which neofetch
hostnamectl
  options: --json= -H= -M= --host= --machine=
  !@any => looks
    yes: hostnamectl
    no: hostnamectl status
  status => looks
    yes: hostnamectl status
    no: hostnamectl
  * => writes: Changes the name of the machine.
    yes: hostnamectl set-hostname x
    no: hostnamectl
finger
  words: names
  !/[^\\w.-]/ => looks
    yes: finger
    no: finger x@host.example
  => talks: Asks who is logged in, here or on another machine.
    yes: finger x@host.example
    no: finger list
sysctl
  words: names
  /^(?!--pattern)(?=.*=).*(?:kernel\\.(?:core_pattern|modprobe|sysrq|kptr|yama|unprivileged|randomize|panic|dmesg_restrict|perf_event|kexec)|fs\\.(?:suid|protected)|vm\\.(?:overcommit|panic))/ => escalates(kernel.setting): Weakens the kernel's protection ({word}). -> Leave it as it is.
    yes: sysctl -w kernel.yama.ptrace_scope=0
    no: sysctl -w vm.swappiness=1
  /^(?!--pattern).*=/ => writes(kernel.change): Changes a setting of the kernel ({word}).
    yes: sysctl net.ipv4.ip_forward=1
    no: sysctl --pattern=x
fuser
  words: names
  -k,--kill /(?:^|\\D)22(?:\\/|$)|^ssh|^\\/$|^\\/home/ => locks-out(lockout.kill): Ends the processes through which people log in. -> Name the process.
    yes: fuser -k 22/tcp
    no: fuser -k 3000/tcp
date
  words: names
  options: -d= -r= -s= -f= -v= --date= --reference= --set= --file=
  ~/^[\\d.]{8,}$/ => writes(clock.set): Changes the clock of the machine.
    yes: date 010112002030
    no: date -d 20240101
getent
  words: names
  /^g?shadow$/ => exposes(secret.read): Prints password hashes.
    yes: getent shadow
    no: getent passwd
localectl
  !@any => looks
    yes: localectl
    no: localectl status
  status => looks
    yes: localectl status
    no: localectl
  list-locales => looks
    yes: localectl list-locales
    no: localectl
  list-keymaps => looks
    yes: localectl list-keymaps
    no: localectl
  * => writes: Changes language or keyboard.
    yes: localectl x
    no: localectl
loginctl
  options: -p= --property= -H= -M= --host= --machine=
  !@any => looks
    yes: loginctl
    no: loginctl list-sessions
  list-sessions,list-users,list-seats,session-status,user-status,seat-status,show-session,show-user => looks
    yes: loginctl list-sessions
    no: loginctl
  poweroff,reboot,halt,suspend,hibernate,terminate-session,terminate-user,kill-session,kill-user,lock-sessions,terminate-seat => locks-out: Ends sessions of people, maybe this one. -> Name a session that is not yours.
    yes: loginctl terminate-user dev
    no: loginctl
  * => writes: Changes login sessions.
    yes: loginctl x
    no: loginctl
timedatectl
  options: -H= -M= --host= --machine=
  !@any => looks
    yes: timedatectl
    no: timedatectl status
  status,show,list-timezones,timesync-status,show-timesync => looks
    yes: timedatectl status
    no: timedatectl
  * => writes: Changes the clock of the machine.
    yes: timedatectl set-timezone UTC
    no: timedatectl
reset tset => writes: Resets the terminal.
    yes: reset
  no: which reset
ldd => starts: ldd can run the program it looks at.
    yes: ldd /bin/ls
  no: which ldd
systemd-analyze
  options: -H= -M= --host= --machine= --root= --image=
  !@any => looks
    yes: systemd-analyze
    no: systemd-analyze blame
  blame,time,critical-chain,plot,unit-paths,calendar,timestamp,timespan,security,verify,condition => looks
    yes: systemd-analyze blame
    no: systemd-analyze
  dump => starts: Prints everything about all services, their variables included.
    yes: systemd-analyze dump
    no: systemd-analyze
  * => writes: Changes settings of systemd.
    yes: systemd-analyze set-log-level debug
    no: systemd-analyze
coredumpctl
  !@any => looks
    yes: coredumpctl
    no: coredumpctl x
  list,info => looks
    yes: coredumpctl list
    no: coredumpctl x
  * => writes: Writes or opens a core dump.
    yes: coredumpctl x
    no: coredumpctl list
supervisorctl
  options: -c= -s= -u= -p=
  !@any => starts: Opens an interactive console.
    yes: supervisorctl
    no: supervisorctl status
  status,tail,avail,pid,version,help => looks
    yes: supervisorctl status
    no: supervisorctl
  shutdown => locks-out: Stops the supervisor and everything under it. -> Stop the one program.
    yes: supervisorctl shutdown
    no: supervisorctl
  * => writes: Starts, stops or changes supervised programs.
    yes: supervisorctl restart web
    no: supervisorctl status web
run-parts => starts: Runs all programs in a directory.
    yes: run-parts
  no: which run-parts
monit
  status,summary,report => looks
    yes: monit status
    no: monit x
  * => writes: Starts or stops monitored programs.
    yes: monit x
    no: monit status
pm2
  options: --lines=
  list,ls,status,logs,monit => looks
    yes: pm2 list
    no: pm2 delete
  delete,kill => destroys: Removes applications from the process manager. -> Stop the one application.
    yes: pm2 delete
    no: pm2 restart app
  * => writes: Starts, stops or changes applications.
    yes: pm2 restart app
    no: pm2 delete
watchman => starts: Talks to a service that runs commands.
    yes: watchman
  no: which watchman
zellij => starts: Opens a terminal inside the terminal.
    yes: zellij
  no: which zellij
exit logout => writes: Ends the shell.
    yes: exit
  no: which exit
suspend => writes: Stops the shell.
    yes: suspend
  no: which suspend
disown => writes: Lets a job run on its own.
    yes: disown
  no: which disown
fg => writes: Brings a job to the foreground.
    yes: fg
  no: which fg
bg => writes: Lets a job run on.
    yes: bg %1
  no: which bg
unalias => writes: Removes an abbreviation.
    yes: unalias -a
  no: which unalias
xinput
  list,--list,--list-props,list-props,version,--version => looks
    yes: xinput list
    no: xinput
  test,test-xi2,--test,--test-xi2 => exposes: Records what is typed, passwords included. -> Let a person do this.
    yes: xinput test 5
    no: xinput
  !--list,--list-props,--version,--test,--test-xi2 => writes: Changes keyboards and mice.
    yes: xinput
    no: xinput --test-xi2
showkey logkeys => exposes: Records what is typed, passwords included. -> Let a person do this.
    yes: showkey -a
  no: which showkey
pmset
  -g => looks
    yes: pmset -g
    no: pmset sleepnow
  sleepnow,displaysleepnow,schedule,repeat,restoredefaults => locks-out: Puts the machine to sleep, or decides when it goes off. -> Let a person do this.
    yes: pmset sleepnow
    no: pmset -a sleep 10
  !-g => writes: Changes power settings.
    yes: pmset -a sleep 10
    no: pmset -a sleep 10 -g
xcode => starts: Works on Xcode.
    yes: xcode
  no: which xcode
sysdig => starts: Watches everything the system does.
    yes: sysdig
  no: which sysdig
bpftrace => starts: Runs code in the kernel.
    yes: bpftrace
  no: which bpftrace
tcpdump
  options: -w=> -r= -z=! -G= -W= -i= -c= -C= -s= -Z= --postrotate-command=!
  => talks: Watches network traffic.
    yes: tcpdump -i eth0 -c 10 port 443
    no: which tcpdump
tshark
  options: -X=! -w=> -i= -c= -f= -Y=
  => talks: Watches network traffic.
    yes: tshark -Xlua_script:/tmp/x.lua
    no: which tshark
wireshark
  options: -X=! -w=> -i= -r=
  => starts: Opens a window that watches traffic.
    yes: wireshark -X lua_script:/tmp/x.lua
    no: which wireshark
rtcwake => locks-out: Puts the machine to sleep or off. -> Let a person decide when.
    yes: rtcwake -m off -s 60
  no: which rtcwake
initctl
  list,status,version => looks
    yes: initctl list
    no: initctl stop ssh
  * | -? => locks-out: Starts or stops services, maybe the way in. -> Name a service that is not part of the way in.
    yes: initctl stop ssh
    no: initctl list ssh
autoload zmodload sched add-zsh-hook add-zle-hook-widget funced abbr => runs-unread(shell.shadow): {} loads code into the shell, or makes a name or a moment run it from now on. -> Call the program itself.
    yes: autoload -Uz ./ls ;; add-zsh-hook precmd f ;; sched 1 ls
  no: which autoload
functions
  -c,-e,--copy,--erase => runs-unread(shell.shadow): Makes a function of the shell mean something else. -> Call the program itself.
    yes: functions -c a ls
    no: functions a ls
emulate unhash unfunction disable rehash compdef zstyle => writes(shell.option): Changes what names mean to the shell.
    yes: emulate sh ;; disable echo
  no: which emulate
bind zle => runs-unread(shell.keys): Makes keys of the shell run or type something else. -> Leave the keys as they are.
    yes: bind '"\\C-m": "id\\n"' ;; zle -N x
  no: find . -type f -exec md5sum {} +
bindkey
  @any => runs-unread(shell.keys): Makes keys of the shell run or type something else. -> Leave the keys as they are.
    yes: bindkey -s '^M' 'id^M'
    no: bindkey -L
complete => runs-unread(shell.keys): Makes the shell run code when someone completes a word. -> Leave completion as it is.
    yes: complete -C id x
  no: which complete
machinectl
  shell,login => escalates(escape.namespace): {} opens a shell in another namespace, from where it may control what is outside. -> Run it on the host itself, with a person's approval.
    yes: machinectl shell web ;; machinectl login web
    no: machinectl list web
at batch
  words: names
  options: -clrdV -q= -o=
  -c !-l,-r,-d !-? => shows(private.environment): Prints a planned job with its variables, which often hold secrets.
    yes: at -c 3
    no: at -c 3 -d
  -l !-? !/^--$/ => looks
    yes: at -l
    no: at now
  -r,-d !-? !/^--$/ => writes(schedule.remove): Removes a scheduled job.
    yes: at -r 3
    no: at -rf x now
  => escalates(persistence.schedule): Runs a command later, when nobody looks. -> Run it now, where it can be seen.
    yes: at now ;; at -f x -l now ;; batch
    no: at -l
atrm => writes(schedule.remove): Removes a scheduled job.
    yes: atrm 3
  no: which atrm
crontab
  words: names
  options: -il -e -u=
  -r => destroys(schedule.removed): Deletes every scheduled job of the user. -> Save them first: crontab -l > jobs.txt
    yes: crontab -r -u app
    no: crontab -u app
  -l !@any !@input !-e !-? !/^--$/ => looks
    no: crontab -l x ;; crontab -- -l
    yes: crontab -l
  -e !@any !-? => writes(schedule.edit): Opens the scheduled jobs in an editor.
    yes: crontab -e ;; crontab -u app -e
    no: crontab
  => escalates(persistence.schedule): Replaces the scheduled jobs: what is in them runs later, when nobody looks. -> Let a person change scheduled jobs.
    yes: crontab x ;; crontab - ;; crontab -e x
    no: crontab -e
pivot_root switch_root => escalates: Exchanges the root of the file system. -> Let a person do this.
    yes: pivot_root . old
  no: which pivot_root
`);
