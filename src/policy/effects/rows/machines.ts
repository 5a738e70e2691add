import { readRows } from "../effect-rows.ts";

/** Storage clusters, hypervisors, controllers, and the administration of macOS and the BSDs. */
export const machinesEffects = readRows(
  `
ssacli hpssacli hpacucli arcconf perccli perccli64 storcli storcli64 megacli MegaCli MegaCli64 sas2ircu sas3ircu tw_cli mvcli omconfig
  words: names
  /^(?:show|detail|status|getconfig|getstatus|-?(?:LDInfo|PDList|AdpAllInfo|ShowSummary|CfgDsply|AdpBbuCmd|LdPdInfo|EncInfo|PDInfo))$/i !/^-?(?:delete|del|remove|clear|erase|init|initialize|create|add|modify|set|start|stop|flash|download|import|Cfg(?!Dsply)\\w+|PDMakeGood|PDOffline|PDOnline|PDClear|AdpSetProp|LDInit)$/i !/[^\\w\\/=:.,-]/ => looks
  => destroys(disk.controller): {} changes a controller, and with it what is on its disks. -> Look first (show), and let a person decide.
    yes: storcli /c0/v0 del
esxcli vim-cmd
  ~/(?:^|\\/)(?:(?:destroy|delete|remove|unregister|kill|format|disable|unload|shutdown|reboot|poweroff)\\w*|power\\.(?:off|reset|shutdown)|set)$/ => destroys(machine.hypervisor): {} stops, changes or removes what runs on this host. -> Name the machine, and let a person decide.
    yes: esxcli vm process kill -t force -w 1 ;; vim-cmd vmsvc/power.off 1
  !otherwise | /(?:^|\\/)(?:list|get\\w*|stats|show|version|power\\.getstate)$/ => looks
  => writes(machine.hypervisor): Runs {}.
    yes: vim-cmd vmsvc/power.on 1
systemsetup
  words: names
  /^-set(?:remotelogin|remoteappleevents|startupdisk|networktimeserver)$/ => locks-out(lockout.login): {} changes who can reach this Mac, or what it starts from. -> Have another way in ready.
    yes: systemsetup -setremotelogin off
  /^-(?:get|list)\\w+$/ !/^-set/ => looks
  => writes(system.setting): Runs {}.
    yes: systemsetup -settimezone GMT
ceph
  options: -f= --format= --id= -n= --cluster= -c= -k= -i= -o=> --states=
  status,health,df,versions,quorum_status,report,features => looks
  auth => exposes: Prints or changes the keys of the storage cluster. -> Let a person do this.
    yes: ceph auth
  osd tree,df,stat,ls,dump,perf,lspools,status => looks
  osd pool ls,get,stats => looks
  osd pool * | osd * => starts: Changes the storage cluster.
    yes: ceph osd pool delete data data --yes-i-really-really-mean-it
  mon,mgr,mds,pg,fs,balancer,crash stat,dump,ls,status,list => looks
  mon,mgr,mds,pg,fs,balancer,crash * => starts: Changes the storage cluster.
    yes: ceph fs rm cephfs --yes-i-really-mean-it
  orch ls,ps,status => looks
  orch host,device ls => looks
  orch host,device * | orch * => starts: Changes the storage cluster.
    yes: ceph orch host drain N
  device ls => looks
  device * => starts: Changes the storage cluster.
    yes: ceph device x
  config show,get,ls,dump => looks
  config * | * => starts: Changes the storage cluster.
    yes: ceph config x
rbd
  options: -p= --pool= -n= --id= --format= --image= --output-format= --vmid= --storage= --content= --max-results= --tags=
  ls,list,info,du,status,showmapped,children => looks
  snap ls,list => looks
  snap create => writes: Takes a snapshot.
    yes: rbd snap create
  snap * => destroys: Removes snapshots, or goes back.
    yes: rbd snap purge pool/image
  rm,remove,trash,resize,migration,purge => destroys: Removes or cuts off a disk image.
    yes: rbd rm pool/image
  * => writes: Changes disk images.
    yes: rbd x
rados
  options: -p= --pool= -n= --id= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  ls,lspools,df,stat,listxattr => looks
  rm,purge,cleanup,rmpool,truncate => destroys: Removes objects or a whole pool.
    yes: rados purge data --yes-i-really-really-mean-it
  * => writes: Changes objects.
    yes: rados x
gluster
  options: --mode= -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  volume info,status,list,get => looks
  volume stop,delete,reset,remove-brick,replace-brick,reset-brick => destroys: Takes a volume away from everyone.
    yes: gluster volume delete gv0
  volume * => writes: Changes a volume.
    yes: gluster volume x
  peer status => looks
  peer * => writes: Changes which machines hold the data.
    yes: gluster peer x
  pool list => looks
  * => starts: Changes the storage cluster.
    yes: gluster x
drbdadm drbdsetup
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,role,cstate,dstate,dump,show => looks
  * | -? => destroys: Changes which copy of a disk counts.
    yes: drbdadm create-md --force r0
pvesm
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,list,path => looks
  free,remove => destroys: Removes disks of virtual machines.
    yes: pvesm free local-lvm:vm-100-disk-0
  * => writes: Changes storage.
    yes: pvesm x
qm
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  list,status,config,pending,listsnapshot,showcmd => looks
  destroy,delsnapshot,rollback,unlink => destroys: Removes a virtual machine or its disks.
    yes: qm destroy 100
  * => starts: Changes virtual machines, or runs something in one.
    yes: qm x
pct
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  list,status,config,df,listsnapshot,pending => looks
  destroy,rollback,delsnapshot,restore => destroys: Removes a container with its data.
    yes: pct destroy 101
  * => starts: Changes containers, or runs something in one.
    yes: pct x
pvecm
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,nodes => looks
  delnode,expected => locks-out: Changes which machines decide.
    yes: pvecm delnode
  * => writes: Changes the cluster.
    yes: pvecm x
pveum => escalates: Changes who may operate the virtual machines.
    yes: pveum
pvesh
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  get,ls,usage => looks
  delete => destroys: Removes machines or their data.
    yes: pvesh delete
  * => starts: Changes virtual machines.
    yes: pvesh x
vmkfstools
  options: -P=
  * | -? => destroys: Changes or removes virtual disks.
    yes: vmkfstools -U /vmfs/volumes/ds1/vm/vm.vmdk
racadm
  options: -r= -u= -p= -g= -o= -i= -s= -c= -f= -t=
  get,getsysinfo,getsvctag,getsel,getraclog,getniccfg,getconfig,getversion,help => looks
  * | -? => locks-out: Changes the management controller of a machine, or its power.
    yes: racadm racresetcfg
ipmitool
  options: -I= -L= -H= -U= -P= -f= -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  sensor,sdr,fru !@any => looks
  sensor,sdr,fru list,elist,get,print,info,type => looks
  sensor,sdr,fru * => writes: Changes the hardware's limits.
    yes: ipmitool sensor x
  sel !@any => looks
  sel list,elist,info,get => looks
  sel time get => looks
  sel time * => writes: Changes the clock of the hardware.
    yes: ipmitool sel time set now
  sel * => destroys: Deletes the hardware's record of what happened.
    yes: ipmitool sel x
  mc,bmc info,guid,selftest,getenables => looks
  mc,bmc * => locks-out: Restarts or changes the management controller.
    yes: ipmitool mc x
  chassis status,poh,restart_cause,selftest => looks
  chassis power status => looks
  chassis power on => writes: Switches a machine on.
    yes: ipmitool chassis power on
  chassis power * => locks-out: Switches a machine off.
    yes: ipmitool chassis power off
  chassis * => locks-out: Changes the power of a machine, or what it starts from.
    yes: ipmitool chassis bootdev pxe options=persistent
  power status => looks
  power on => writes: Switches a machine on.
    yes: ipmitool power on
  power * => locks-out: Switches a machine off.
    yes: ipmitool power x
  lan print,stats => looks
  lan * => locks-out: Changes how the machine is reached.
    yes: ipmitool lan x
  user list,summary => looks
  user * => escalates: Changes who may operate the hardware.
    yes: ipmitool user set password 2 hunter2
  * | -? => locks-out: Controls the hardware, power included.
    yes: ipmitool x
sg_unmap sg_write_same sg_write_buffer sg_write_long sg_reset sg_persist sg_start sg_wr_mode sg_reassign sg_zone => destroys: Writes to a disk underneath the kernel.
    yes: sg_unmap --all=0 /dev/sg1
hdparm
  options: -IigtTCHv --direct
  -? => destroys: Changes or erases a disk.
    yes: hdparm --user-master u --security-erase p /dev/sda
zpool
  options: -c=
  list,status,get,iostat,history,version,events => looks
  scrub,trim,online,wait,resilver => writes: Checks or repairs a storage pool.
    yes: zpool scrub tank
  * | -? => destroys: Changes or destroys a storage pool.
    yes: zpool destroy tank
mdadm
  options: -DQEsv --detail --query --examine --scan --verbose --brief --test --export --detail-platform
  -? => destroys: Changes a RAID array.
    yes: mdadm --zero-superblock /dev/sda
hdiutil
  @stranger => runs-unread(run.fetched): Attaches {word}; nobody has looked inside. -> Fetch it first, and look at what it is.
    yes: hdiutil attach https://x.example/y.dmg
  info,imageinfo,verify,pmap,isencrypted => looks
  attach,mount,detach,unmount,create,convert,makehybrid => writes: Makes or attaches an image.
    yes: hdiutil attach image.dmg
  * | -? => destroys: Changes or erases an image.
    yes: hdiutil x
geli gpart
  list,status,show,version => looks
  * | -? => destroys: Changes disks.
    yes: gpart destroy -F ada0
gmirror gstripe graid graid3 gconcat gshsec glabel gjournal gcache
  list,status => looks
  * | -? => destroys: Changes disks.
    yes: gmirror x
camcontrol
  devlist,inquiry,identify,readcap => looks
  * | -? => destroys: Changes or erases a disk.
    yes: camcontrol sanitize ada0 -a crypto
bectl beadm
  list => looks
  destroy,activate => destroys: Changes what the machine starts from.
    yes: bectl destroy
  * => writes: Changes it.
    yes: bectl x
bhyvectl => destroys: Ends or removes virtual machines.
    yes: bhyvectl
kldload => escalates: Loads code into the kernel.
    yes: kldload
kldunload => locks-out: Takes code out of the kernel that devices need.
    yes: kldunload
pw
  usershow,groupshow,usernext => looks
  * | -? => locks-out: Changes who can log in.
    yes: pw userdel dev -r
bootctl
  !@any => looks
  status,list,is-installed => looks
  remove,unlink,cleanup,set-default,set-oneshot => destroys: Changes what the machine starts from.
    yes: bootctl remove
  * => writes: Writes the start menu.
    yes: bootctl x
fdesetup
  status,isactive,list => looks
  * | -? => escalates: Changes the encryption of the disk.
    yes: fdesetup disable
profiles
  list,show,status => looks
  * | -? => escalates: Changes what this Mac enforces.
    yes: profiles x
systemextensionsctl
  list => looks
  * | -? => escalates: Changes code that runs in the system.
    yes: systemextensionsctl x
tccutil => escalates: Changes which programs may see and control what.
    yes: tccutil
dsenableroot dseditgroup bputil firmwarepasswd kickstart => escalates: Changes who controls this Mac.
    yes: dsenableroot
startosinstall => destroys: Installs macOS again.
    yes: startosinstall
log
  show,stream,stats,help => looks
  erase => destroys: Deletes the record of what happened.
    yes: log erase
  * => writes: Changes what is recorded.
    yes: log x
xattr
  options: -lrvx -p=
  -? => writes: Changes what is noted about files.
    yes: xattr --x
codesign => starts: Signs a program, or looks at its signature.
    yes: codesign
softwareupdate
  options: -l --list --list-full-installers --history --all
  -? -R => runs-unread(option.runs-code): The option -R runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: softwareupdate -iaR
  -? --restart => runs-unread(option.runs-code): The option --restart runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: softwareupdate --x --restart
  -? => writes: Installs updates of macOS.
    yes: softwareupdate --install Safari
pkgutil
  options: -v --pkgs[=] --packages --pkgs-plist --files= --lsbom= --pkg-info= --file-info= --groups --group-pkgs= --volume= --verbose --regexp --check-signature= --payload-files=
  -? --forget => runs-unread(option.runs-code): The option --forget runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: pkgutil --forget com.apple.pkg.Core
  -? --learn => runs-unread(option.runs-code): The option --learn runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: pkgutil --x --learn
  -? => writes: Changes what is recorded of packages.
    yes: pkgutil --x
zerotier-cli
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,info,listnetworks,listpeers,peers => looks
  leave => locks-out: Leaves the virtual network this session may use.
    yes: zerotier-cli leave 8056c2e21c000001
  * => writes: Changes the virtual network.
    yes: zerotier-cli x
netbird nordvpn mullvad protonvpn protonvpn-cli expressvpn windscribe warp-cli openvpn3 twingate
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,version,account,settings => looks
  * | -? => locks-out: Changes the virtual network, and with it the way this session may use.
    yes: netbird x
zrok devtunnel lt loclx pagekite inlets rathole playit telebit sish serveo => exposes: Opens this machine to the internet. -> Use ssh.
    yes: zrok
cloudflared
  options: --url=
  --url => runs-unread(option.runs-code): The option --url runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: cloudflared tunnel --url ssh://localhost:22
  --hello-world => runs-unread(option.runs-code): The option --hello-world runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: cloudflared --hello-world
  * => talks: Opens a tunnel to this machine.
    yes: cloudflared tunnel delete -f prod
kubeseal
  options: --recovery-private-key=
  --recovery-unseal => runs-unread(option.runs-code): The option --recovery-unseal runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: kubeseal --recovery-unseal --recovery-private-key key.pem
  --recovery-private-key => runs-unread(option.runs-code): The option --recovery-private-key runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: kubeseal --recovery-private-key
  => writes: Seals a secret.
    yes: kubeseal
age rage
  options: -i= -r= -R= -o=> --identity= --recipient= --output=>
  => starts: Encrypts or decrypts.
    yes: age -d -i key.txt secrets.age
salt-key
  options: -l= --list= -f= --finger=
  * | -? => locks-out: Changes which machines are still managed.
    yes: salt-key -D -y
rdiff-backup
  options: --remove-older-than= --remove-increments-older-than=
  --remove-older-than => runs-unread(option.runs-code): The option --remove-older-than runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: rdiff-backup --remove-older-than 1B --force /backup
  --remove-increments-older-than => runs-unread(option.runs-code): The option --remove-increments-older-than runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: rdiff-backup --remove-increments-older-than
  => writes: Writes or restores a backup.
    yes: rdiff-backup
kopia
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  snapshot list,ls,show => looks
  snapshot delete,expire,fix,pin => destroys: Removes backups.
    yes: kopia snapshot delete --all-snapshots-for-source / --delete
  snapshot * => writes: Writes a backup.
    yes: kopia snapshot x
  repository,repo status => looks
  repository,repo * => starts: Changes where backups are.
    yes: kopia repository disconnect
  policy,content,manifest,index,maintenance,blob,cache list,ls,show,info,stats => looks
  policy,content,manifest,index,maintenance,blob,cache * | * => starts: Changes backups.
    yes: kopia policy x
nix-store
  options: -qlR --query --references --requisites --referrers --outputs --deriver --roots --tree --graph --hash --size --read-log
  -? --delete => runs-unread(option.runs-code): The option --delete runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: nix-store --x --delete
  -? => writes: Changes what is installed.
    yes: nix-store --x
snmpset => locks-out: Changes a device of the network.
    yes: snmpset -v2c -c private 192.0.2.1 1.3.6.1.2.1.2.2.1.7.1 i 2
birdc
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  show => looks
  * | -? => locks-out: Changes how networks reach each other.
    yes: birdc disable all
rndc
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,stats,zonestatus => looks
  delzone,halt,stop,freeze,flush => destroys: Takes names away from everyone.
    yes: rndc flush
  * => writes: Changes the name server.
    yes: rndc reload
kadmin kadmin.local => escalates: Changes who may log in.
    yes: kadmin
pdbedit
  options: -Lv --list --verbose
  -? => escalates: Changes or prints accounts.
    yes: pdbedit -x alice
xfs_db
  options: -r -c=? -f -V
  -? => destroys: Changes a file system underneath the kernel.
    yes: xfs_db --x
exportfs
  options: -vs
  -? => escalates: Changes which machines may mount what.
    yes: exportfs -ua
exim
  -Mrm => runs-unread(option.runs-code): The option -Mrm runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: exim -Mrm
  -Mg => runs-unread(option.runs-code): The option -Mg runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: exim -Mg
  -be => runs-unread(option.runs-code): The option -be runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: exim -be
  -bs => runs-unread(option.runs-code): The option -bs runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: exim -bs
  => writes: Sends mail.
    yes: exim -bp
drush
  * => starts: Runs a site's code.
    yes: drush sql-drop -y
occ
  * => starts: Changes a cloud.
    yes: occ x
`,
  {
    destroys: "Check twice which machine and disk it is, and let a person decide.",
    "locks-out": "Have another way in ready, and let a person decide when.",
    escalates: "Let a person decide.",
  },
);
