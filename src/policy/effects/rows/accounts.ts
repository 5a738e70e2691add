import { readRows } from "../effect-rows.ts";

/** Accounts and directories, stores of secrets, and what breaks in or overloads. */
export const accountEffects = readRows(
  `
kinit => writes: Logs in.
    yes: kinit
  no: which kinit
kdestroy => writes: Logs out.
    yes: kdestroy
  no: which kdestroy
ldapsearch => starts: Asks a directory.
    yes: ldapsearch
  no: which ldapsearch
ldapdelete => destroys: Deletes entries of the directory. -> Name the entry.
    yes: ldapdelete -x -D cn=admin,dc=x -r ou=people,dc=x
  no: which ldapdelete
ldapmodify => escalates: Changes accounts in the directory.
    yes: ldapmodify
  no: which ldapmodify
samba-tool => escalates: Changes the domain.
    yes: samba-tool user delete alice
  no: which samba-tool
smbpasswd => escalates: Changes passwords.
    yes: smbpasswd
  no: which smbpasswd
htpasswd => writes: Changes a password file.
    yes: htpasswd -cb .htpasswd dev secret
  no: which htpasswd
cfssl step => writes: Creates certificates.
    yes: cfssl
  no: which cfssl
sops => exposes: Prints or changes secrets.
    yes: sops -d secrets.yaml
  no: which sops
git-crypt => exposes: Opens secrets of the repository.
    yes: git-crypt
  no: which git-crypt
chezmoi yadm => writes: Changes files in the home directory.
    yes: chezmoi
  no: which chezmoi
gdbus dbus-send qdbus at-spi
  words: names
  /\\b(?:PowerOff|Reboot|Halt|Suspend|Hibernate|StopUnit|KillUnit|TerminateSession|TerminateUser|SetUserLinger)\\b/ => locks-out(lockout.bus): Tells the system to stop, restart or end sessions. -> Let a person decide when.
    yes: gdbus call --method org.freedesktop.login1.Manager.PowerOff
    no: gdbus
  /\\bEnvironment|\\/unit\\// => shows(private.environment): Prints the variables of a service, which often hold secrets.
    yes: dbus-send /org/freedesktop/systemd1/unit/x
    no: dbus-send x
  => starts: Calls another program.
    yes: gdbus
    no: gdbus call --method org.freedesktop.login1.Manager.PowerOff
busctl
  options: --address= -H= -M= --host= --machine=
  /\\b(?:PowerOff|Reboot|Halt|Suspend|Hibernate|StopUnit|KillUnit|TerminateSession|TerminateUser|SetUserLinger)\\b/ => locks-out(lockout.bus): Tells the system to stop, restart or end sessions. -> Let a person decide when.
    yes: busctl call org.freedesktop.login1 PowerOff b true
    no: busctl get-property x /org/freedesktop/systemd1/unit/x y Environment
  /\\bEnvironment|\\/unit\\// => shows(private.environment): Prints the variables of a service, which often hold secrets.
    yes: busctl get-property x /org/freedesktop/systemd1/unit/x y Environment
    no: busctl call org.freedesktop.login1 PowerOff b true
  list,status,tree,introspect,get-property,monitor => looks
    yes: busctl list
    no: busctl x
  * => starts: Calls another program.
    yes: busctl x
    no: busctl call org.freedesktop.login1 PowerOff b true
mokutil => escalates: Changes which code the machine starts.
    yes: mokutil --import x.der
  no: which mokutil
unminimize => writes: Installs documentation.
    yes: unminimize
  no: which unminimize
tripwire aide => starts: Checks files.
    yes: tripwire
  no: which tripwire
rkhunter chkrootkit lynis => starts: Checks the system.
    yes: rkhunter
  no: which rkhunter
john hashcat => exposes: Guesses passwords.
    yes: john /etc/shadow
  no: join a b
hydra => exposes: Guesses passwords of other machines.
    yes: hydra
  no: which hydra
sqlmap => exposes: Attacks a database.
    yes: sqlmap
  no: which sqlmap
msfconsole => exposes: Attacks other machines.
    yes: msfconsole
  no: which msfconsole
msfvenom => exposes: Makes attack code.
    yes: msfvenom
  no: which msfvenom
stress stress-ng => destroys: Takes all of the machine's power. -> Measure on a test machine.
    yes: stress --cpu 99
  no: which stress
forkbomb => destroys: Multiplies processes. -> Do not.
    yes: forkbomb
  no: which forkbomb
gcore => exposes: Writes another process's memory to a file.
    yes: gcore 1234
  no: which gcore
mimikatz => exposes: Reads passwords from memory. -> Do not.
    yes: mimikatz
  no: which mimikatz
keyctl => exposes: Prints or changes keys.
    yes: keyctl purge user
  no: which keyctl
secret-tool => exposes: Prints or changes passwords.
    yes: secret-tool lookup a b
  no: which secret-tool
getpass => exposes: Prints passwords.
    yes: getpass
  no: which getpass
unshadow => exposes: Prints password hashes.
    yes: unshadow /etc/passwd /etc/shadow
  no: which unshadow
multitail => starts: Follows files through other programs.
    yes: multitail
  no: which multitail
lnav => starts: Opens a log viewer that runs commands.
    yes: lnav
  no: which lnav
goaccess => starts: Reads web logs.
    yes: goaccess
  no: which goaccess
`,
  { escalates: "Let a person do this.", exposes: "Let a person do this." },
);
