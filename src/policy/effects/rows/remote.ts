import { readRows } from "../effect-rows.ts";

/** Settings of ssh with which it runs a program of this machine. */
const running =
  "/^\\s*(?:ProxyCommand|LocalCommand|PermitLocalCommand|KnownHostsCommand|RemoteCommand|PKCS11Provider|SecurityKeyProvider|Match|Include|ProxyUseFdpass|XAuthLocation|SmartcardDevice)\\b|[\\ufdd0\\ufdd1\\ufdd2\\ufdd4\\ufdd5]/i";
const unchecked =
  "/^\\s*(?:StrictHostKeyChecking\\s*[=\\s]\\s*(?:no|off)|UserKnownHostsFile\\s*[=\\s]\\s*\\/dev\\/null)/i";

/** Other machines over ssh: what stands in front of the host. What runs there, and what is copied, is judged by code. */
export const remoteEffects = readRows(
  `
ssh slogin autossh mosh
  loop: pauses
  words: names
  options: -B= -b= -c= -D= -E=> -e= -F= -I= -i= -J= -L= -l= -m= -O= -o= -p= -Q= -R= -S= -W= -w=
  -o=${running} | -I => runs-unread(ssh.runs-code): {word} makes {} run a program on this machine.
    yes: ssh -o ProxyCommand=./x h ;; ssh -oProxyCommand=./x h ;; ssh -I ./x.so h
    no: ssh -o Port=22 h
  -F=/^\\/(?:tmp|dev|var\\/tmp)|[\\ufdd0\\ufdd1\\ufdd2\\ufdd4\\ufdd5]/ => runs-unread(ssh.runs-code): Reads settings from {word}, which can run programs of this machine.
    yes: ssh -F /tmp/x h
    no: ssh -F ./config h
  -R,-w => escalates(ssh.backdoor): Opens a way into this machine from the other one. -> Use ssh without -R.
    yes: ssh -R 8080:localhost:22 h
    no: ssh h
  -D,-L=/^(?:0\\.0\\.0\\.0|\\*|\\[::\\]|):/ => sends(exfil.serves): Opens a way through this machine to everyone on the network ({word}). -> Bind it to 127.0.0.1.
    yes: ssh -D 0.0.0.0:1080 h ;; ssh -L *:80:x:80 h
    no: ssh -L 8080:x:80 h
  -D => talks(ssh.tunnel): Opens a way through the network.
    yes: ssh -D 1080 h
    no: ssh -D 0.0.0.0:1080 h
  -A => talks(ssh.agent): Lends the login keys to the other machine.
    yes: ssh -A h
    no: ssh -oProxyCommand=./x h
  -o=${unchecked} => talks(ssh.unverified): Does not check which machine it talks to.
    yes: ssh -o StrictHostKeyChecking=no h
    no: ssh -o ProxyCommand=./x h
  => looks
    yes: ssh -o Port=22 h
    no: ssh -o ProxyCommand=./x h
scp sftp
  words: names
  options: -B -b= -c= -D= -F= -i= -J= -l= -o= -P= -R= -S= -s= -X=
  -o=${running} | -S,-F,-D => runs-unread(ssh.runs-code): {word} makes {} run a program on this machine.
    yes: scp -S ./x a h: ;; scp -o ProxyCommand=x a h:
    no: scp -o StrictHostKeyChecking=no a h:
  -o=${unchecked} => talks(ssh.unverified): Does not check which machine it talks to.
    yes: scp -o StrictHostKeyChecking=no a h:
    no: scp -o ProxyCommand=x a h:
  => looks
    yes: scp a h:
    no: scp -S ./x a h:
sshfs
  words: names
  -F | /ssh_command|sftp_server|ProxyCommand|LocalCommand|KnownHostsCommand/i => runs-unread(ssh.runs-code): {word} makes sshfs run a program on this machine.
    yes: sshfs -o ssh_command=./x h: /mnt
    no: sshfs h: /mnt
  => talks(mount.remote): Mounts a directory of another machine.
    yes: sshfs h: /mnt
    no: sshfs -o ssh_command=./x h: /mnt
ssh-copy-id => escalates(persistence.key): Lets the holder of a key log in to another machine from now on. -> Let a person add keys.
  yes: ssh-copy-id h
  no: which ssh-copy-id
ssh-keygen
  words: names
  options: -t= -b= -C= -E= -N= -P= -f= -F= -m= -R=
  -D | /provider|\\.so\\b/i => runs-unread(option.runs-code): Loads a library into ssh-keygen. -> Use a key file.
    yes: ssh-keygen -D ./x.so
    no: ssh-keygen -lf/dev/watchdog
  -p @secret => escalates(overwrite.secret): Changes a private key. -> Let a person change keys.
    yes: ssh-keygen -p -f ~/.ssh/id_ed25519
    no: ssh-keygen -f ~/.ssh/id_ed25519
  @fed @secret !-y | </./ @secret !-y => destroys(overwrite.secret): Replaces a private key without being asked. -> Create the key under a new name.
    yes: ssh-keygen -f ~/.ssh/id_ed25519 <<< y
    no: ssh-keygen -y -f ~/.ssh/id_ed25519 <<< y
  -R => writes(ssh.known-hosts): Forgets the identity of a host.
    yes: ssh-keygen -R h
    no: ssh-keygen -lf/dev/watchdog
  -l,-F,-B | -y -f => looks
    yes: ssh-keygen -F github.com
    no: ssh-keygen -R github.com
  => writes(ssh.keygen): Creates or changes a key.
    yes: ssh-keygen -t ed25519 -f k
    no: ssh-keygen -y -f k
`,
  { "runs-unread": "Run it without that option." },
);
