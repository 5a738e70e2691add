import { readRows } from "../effect-rows.ts";

/** Virtual networks, keys, backups, and servers of names, logins and sites. */
export const serverEffects = readRows(
  `
zerotier-cli
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,info,listnetworks,listpeers,peers => looks
    yes: zerotier-cli status
    no: zerotier-cli x
  leave => locks-out: Leaves the virtual network this session may use.
    yes: zerotier-cli leave 8056c2e21c000001
    no: zerotier-cli x
  * => writes: Changes the virtual network.
    yes: zerotier-cli x
    no: zerotier-cli leave 8056c2e21c000001
netbird nordvpn mullvad protonvpn protonvpn-cli expressvpn windscribe warp-cli openvpn3 twingate
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,version,account,settings => looks
    yes: netbird status
    no: netbird x
  * | -? => locks-out: Changes the virtual network, and with it the way this session may use.
    yes: netbird x
    no: netbird status
zrok devtunnel lt loclx pagekite inlets rathole playit telebit sish serveo => exposes: Opens this machine to the internet. -> Use ssh.
    yes: zrok
  no: which zrok
cloudflared
  options: --url=
  --url => exposes: Opens a service of this machine to the internet. -> Use ssh.
    yes: cloudflared tunnel --url ssh://localhost:22
    no: cloudflared tunnel
  --hello-world => exposes: Opens this machine to the internet. -> Use ssh.
    yes: cloudflared --hello-world
    no: cloudflared tunnel --url ssh://localhost:22
  * => talks: Opens a tunnel to this machine.
    yes: cloudflared tunnel delete -f prod
    no: cloudflared tunnel --url ssh://localhost:22
kubeseal
  options: --recovery-private-key=
  --recovery-unseal => exposes: Prints sealed secrets in plain text.
    yes: kubeseal --recovery-unseal --recovery-private-key key.pem
    no: kubeseal --recovery-private-key key.pem
  --recovery-private-key => exposes: Takes the private key with which sealed secrets can be read.
    yes: kubeseal --recovery-private-key
    no: kubeseal
  => writes: Seals a secret.
    yes: kubeseal
    no: kubeseal --recovery-private-key
age rage
  options: -i= -r= -R= -o=> --identity= --recipient= --output=>
  => starts: Encrypts or decrypts.
    yes: age -d -i key.txt secrets.age
    no: which age
salt-key
  options: -l= --list= -f= --finger=
  * | -? => locks-out: Changes which machines are still managed.
    yes: salt-key -D -y
    no: which salt-key
rdiff-backup
  options: --remove-older-than= --remove-increments-older-than=
  --remove-older-than => destroys: Deletes old backups.
    yes: rdiff-backup --remove-older-than 1B --force /backup
    no: rdiff-backup --force /backup
  --remove-increments-older-than => destroys: Deletes old backups.
    yes: rdiff-backup --remove-increments-older-than
    no: rdiff-backup
  => writes: Writes or restores a backup.
    yes: rdiff-backup
    no: rdiff-backup --remove-increments-older-than
kopia
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  snapshot list,ls,show => looks
    yes: kopia snapshot list
    no: kopia snapshot x
  snapshot delete,expire,fix,pin => destroys: Removes backups.
    yes: kopia snapshot delete --all-snapshots-for-source / --delete
    no: kopia snapshot x
  snapshot * => writes: Writes a backup.
    yes: kopia snapshot x
    no: kopia policy x
  repository,repo status => looks
    yes: kopia repository status
    no: kopia repository disconnect
  repository,repo * => starts: Changes where backups are.
    yes: kopia repository disconnect
    no: kopia snapshot x
  policy,content,manifest,index,maintenance,blob,cache list,ls,show,info,stats => looks
    yes: kopia policy list
    no: kopia policy x
  policy,content,manifest,index,maintenance,blob,cache * | * => starts: Changes backups.
    yes: kopia policy x
    no: kopia snapshot x
nix-store
  options: -qlR --query --references --requisites --referrers --outputs --deriver --roots --tree --graph --hash --size --read-log
  -? --delete => destroys: Deletes packages from the store.
    yes: nix-store --x --delete
    no: nix-store --x
  -? => writes: Changes what is installed.
    yes: nix-store --x
    no: nix-store --x --delete
snmpset => locks-out: Changes a device of the network.
    yes: snmpset -v2c -c private 192.0.2.1 1.3.6.1.2.1.2.2.1.7.1 i 2
  no: which snmpset
birdc
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  show => looks
    yes: birdc show
    no: birdc disable all
  * | -? => locks-out: Changes how networks reach each other.
    yes: birdc disable all
    no: birdc show all
rndc
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,stats,zonestatus => looks
    yes: rndc status
    no: rndc flush
  delzone,halt,stop,freeze,flush => destroys: Takes names away from everyone.
    yes: rndc flush
    no: rndc reload
  * => writes: Changes the name server.
    yes: rndc reload
    no: rndc flush
kadmin kadmin.local => escalates: Changes who may log in.
    yes: kadmin
  no: which kadmin
pdbedit
  options: -Lv --list --verbose
  -? => escalates: Changes or prints accounts.
    yes: pdbedit -x alice
    no: pdbedit alice
xfs_db
  options: -r -c=? -f -V
  -? => destroys: Changes a file system underneath the kernel.
    yes: xfs_db --x
    no: xfs_db
exportfs
  options: -vs
  -? => escalates: Changes which machines may mount what.
    yes: exportfs -ua
    no: exportfs
exim
  -Mrm => destroys: Deletes messages from the queue.
    yes: exim -Mrm
    no: exim -Mg
  -Mg => destroys: Gives messages up: they are bounced and leave the queue.
    yes: exim -Mg
    no: exim -Mrm
  -be => runs-unread(option.runs-code): Expands text that can run programs or read any file.
    yes: exim -be
    no: exim -Mrm
  -bs => runs-unread(mail.spoken): Takes mail from what it is fed with, which nobody has read.
    yes: exim -bs
    no: exim -Mrm
  => writes: Sends mail.
    yes: exim -bp
    no: exim -Mrm
drush
  * => starts: Runs a site's code.
    yes: drush sql-drop -y
    no: drush -y
occ
  * => starts: Changes a cloud.
    yes: occ x
    no: occ
`,
  {
    destroys: "Check twice which machine and disk it is, and let a person decide.",
    "locks-out": "Have another way in ready, and let a person decide when.",
    escalates: "Let a person decide.",
  },
);
