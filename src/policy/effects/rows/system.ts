import { readRows } from "../effect-rows.ts";

/** The state of the machine and its sessions. */
export const systemEffects = readRows(`
neofetch => starts: neofetch runs its own configuration as shell code.
    yes: neofetch
hostnamectl
  options: --json= -H= -M= --host= --machine=
  !@any => looks
  status => looks
  * => writes: Changes the name of the machine.
    yes: hostnamectl set-hostname x
finger
  words: names
  !/[^\\w.-]/ => looks
  => talks: Asks who is logged in, here or on another machine.
    yes: finger x@host.example
sysctl
  words: names
  /^(?!--pattern)(?=.*=).*(?:kernel\\.(?:core_pattern|modprobe|sysrq|kptr|yama|unprivileged|randomize|panic|dmesg_restrict|perf_event|kexec)|fs\\.(?:suid|protected)|vm\\.(?:overcommit|panic))/ => escalates(kernel.setting): Weakens the kernel's protection ({word}). -> Leave it as it is.
    yes: sysctl -w kernel.yama.ptrace_scope=0
  /^(?!--pattern).*=/ => writes(kernel.change): Changes a setting of the kernel ({word}).
    yes: sysctl net.ipv4.ip_forward=1
    no: sysctl --pattern=x
fuser
  words: names
  -k,--kill /(?:^|\\D)22(?:\\/|$)|^ssh|^\\/$|^\\/home/ => locks-out(lockout.kill): Ends the processes through which people log in. -> Name the process.
    yes: fuser -k 22/tcp
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
localectl
  !@any => looks
  status => looks
  list-locales => looks
  list-keymaps => looks
  * => writes: Changes language or keyboard.
    yes: localectl x
loginctl
  options: -p= --property= -H= -M= --host= --machine=
  !@any => looks
  list-sessions,list-users,list-seats,session-status,user-status,seat-status,show-session,show-user => looks
  poweroff,reboot,halt,suspend,hibernate,terminate-session,terminate-user,kill-session,kill-user,lock-sessions,terminate-seat => locks-out: Ends sessions of people, maybe this one. -> Name a session that is not yours.
    yes: loginctl terminate-user dev
  * => writes: Changes login sessions.
    yes: loginctl x
timedatectl
  options: -H= -M= --host= --machine=
  !@any => looks
  status,show,list-timezones,timesync-status,show-timesync => looks
  * => writes: Changes the clock of the machine.
    yes: timedatectl set-timezone UTC
reset tset => writes: Resets the terminal.
    yes: reset
ldd => starts: ldd can run the program it looks at.
    yes: ldd /bin/ls
systemd-analyze
  options: -H= -M= --host= --machine= --root= --image=
  !@any => looks
  blame,time,critical-chain,plot,unit-paths,calendar,timestamp,timespan,security,verify,condition => looks
  dump => starts: Prints everything about all services, their variables included.
    yes: systemd-analyze dump
  * => writes: Changes settings of systemd.
    yes: systemd-analyze set-log-level debug
coredumpctl
  !@any => looks
  list,info => looks
  * => writes: Writes or opens a core dump.
    yes: coredumpctl x
supervisorctl
  options: -c= -s= -u= -p=
  !@any => starts: Opens an interactive console.
    yes: supervisorctl
  status,tail,avail,pid,version,help => looks
  shutdown => locks-out: Stops the supervisor and everything under it. -> Stop the one program.
    yes: supervisorctl shutdown
  * => writes: Starts, stops or changes supervised programs.
    yes: supervisorctl restart web
run-parts => starts: Runs all programs in a directory.
    yes: run-parts
monit
  status,summary,report => looks
  * => writes: Starts or stops monitored programs.
    yes: monit x
pm2
  options: --lines=
  list,ls,status,logs,monit => looks
  delete,kill => destroys: Removes applications from the process manager. -> Stop the one application.
    yes: pm2 delete
  * => writes: Starts, stops or changes applications.
    yes: pm2 restart app
watchman => starts: Talks to a service that runs commands.
    yes: watchman
zellij => starts: Opens a terminal inside the terminal.
    yes: zellij
exit logout => writes: Ends the shell.
    yes: exit
suspend => writes: Stops the shell.
    yes: suspend
disown => writes: Lets a job run on its own.
    yes: disown
fg => writes: Brings a job to the foreground.
    yes: fg
bg => writes: Lets a job run on.
    yes: bg %1
unalias => writes: Removes an abbreviation.
    yes: unalias -a
xinput
  list,--list,--list-props,list-props,version,--version => looks
  test,test-xi2,--test,--test-xi2 => exposes: Records what is typed, passwords included. -> Let a person do this.
    yes: xinput test 5
  !--list,--list-props,--version,--test,--test-xi2 => writes: Changes keyboards and mice.
    yes: xinput
showkey logkeys => exposes: Records what is typed, passwords included. -> Let a person do this.
    yes: showkey -a
pmset
  -g => looks
  sleepnow,displaysleepnow,schedule,repeat,restoredefaults => locks-out: Puts the machine to sleep, or decides when it goes off. -> Let a person do this.
    yes: pmset sleepnow
  !-g => writes: Changes power settings.
    yes: pmset -a sleep 10
xcode => starts: Works on Xcode.
    yes: xcode
sysdig => starts: Watches everything the system does.
    yes: sysdig
bpftrace => starts: Runs code in the kernel.
    yes: bpftrace
tcpdump
  options: -w=> -r= -z=! -G= -W= -i= -c= -C= -s= -Z= --postrotate-command=!
  => talks: Watches network traffic.
    yes: tcpdump -i eth0 -c 10 port 443
tshark
  options: -X=! -w=> -i= -c= -f= -Y=
  => talks: Watches network traffic.
    yes: tshark -Xlua_script:/tmp/x.lua
wireshark
  options: -X=! -w=> -i= -r=
  => starts: Opens a window that watches traffic.
    yes: wireshark -X lua_script:/tmp/x.lua
rtcwake => locks-out: Puts the machine to sleep or off. -> Let a person decide when.
    yes: rtcwake -m off -s 60
initctl
  list,status,version => looks
  * | -? => locks-out: Starts or stops services, maybe the way in. -> Name a service that is not part of the way in.
    yes: initctl stop ssh
autoload zmodload sched add-zsh-hook add-zle-hook-widget funced abbr => runs-unread(shell.shadow): {} loads code into the shell, or makes a name or a moment run it from now on. -> Call the program itself.
    yes: autoload -Uz ./ls ;; add-zsh-hook precmd f ;; sched 1 ls
functions
  -c,-e,--copy,--erase => runs-unread(shell.shadow): Makes a function of the shell mean something else. -> Call the program itself.
    yes: functions -c a ls
emulate unhash unfunction disable rehash compdef zstyle => writes(shell.option): Changes what names mean to the shell.
    yes: emulate sh ;; disable echo
bind zle => runs-unread(shell.keys): Makes keys of the shell run or type something else. -> Leave the keys as they are.
    yes: bind '"\\C-m": "id\\n"' ;; zle -N x
bindkey
  @any => runs-unread(shell.keys): Makes keys of the shell run or type something else. -> Leave the keys as they are.
    yes: bindkey -s '^M' 'id^M'
    no: bindkey -L
complete => runs-unread(shell.keys): Makes the shell run code when someone completes a word. -> Leave completion as it is.
    yes: complete -C id x
machinectl
  shell,login => escalates(escape.namespace): {} opens a shell in another namespace, from where it may control what is outside. -> Run it on the host itself, with a person's approval.
    yes: machinectl shell web ;; machinectl login web
at batch
  words: names
  options: -clrdV -q= -o=
  -c !-l,-r,-d !-? => shows(private.environment): Prints a planned job with its variables, which often hold secrets.
    yes: at -c 3
  -l !-? !/^--$/ => looks
  -r,-d !-? !/^--$/ => writes(schedule.remove): Removes a scheduled job.
    yes: at -r 3
    no: at -rf x now
  => escalates(persistence.schedule): Runs a command later, when nobody looks. -> Run it now, where it can be seen.
    yes: at now ;; at -f x -l now ;; batch
atrm => writes(schedule.remove): Removes a scheduled job.
    yes: atrm 3
crontab
  words: names
  options: -il -e -u=
  -r => destroys(schedule.removed): Deletes every scheduled job of the user. -> Save them first: crontab -l > jobs.txt
    yes: crontab -r -u app
  -l !@any !@input !-e !-? !/^--$/ => looks
    no: crontab -l x ;; crontab -- -l
  -e !@any !-? => writes(schedule.edit): Opens the scheduled jobs in an editor.
    yes: crontab -e ;; crontab -u app -e
  => escalates(persistence.schedule): Replaces the scheduled jobs: what is in them runs later, when nobody looks. -> Let a person change scheduled jobs.
    yes: crontab x ;; crontab - ;; crontab -e x
pivot_root switch_root => escalates: Exchanges the root of the file system. -> Let a person do this.
    yes: pivot_root . old
`);
