import { readRows } from "../effect-rows.ts";

/** Storage clusters, hypervisors, and controllers of disks and machines. */
export const machinesEffects = readRows(
  `
ssacli hpssacli hpacucli arcconf perccli perccli64 storcli storcli64 megacli MegaCli MegaCli64 sas2ircu sas3ircu tw_cli mvcli omconfig
  words: names
  /^(?:show|detail|status|getconfig|getstatus|-?(?:LDInfo|PDList|AdpAllInfo|ShowSummary|CfgDsply|AdpBbuCmd|LdPdInfo|EncInfo|PDInfo))$/i !/^-?(?:delete|del|remove|clear|erase|init|initialize|create|add|modify|set|start|stop|flash|download|import|Cfg(?!Dsply)\\w+|PDMakeGood|PDOffline|PDOnline|PDClear|AdpSetProp|LDInit)$/i !/[^\\w\\/=:.,-]/ => looks
    yes: storcli /c0 show
    no: storcli /c0/v0 del
  => destroys(disk.controller): {} changes a controller, and with it what is on its disks. -> Look first (show), and let a person decide.
    yes: storcli /c0/v0 del
    no: storcli /c0/v0 show
esxcli vim-cmd
  ~/(?:^|\\/)(?:(?:destroy|delete|remove|unregister|kill|format|disable|unload|shutdown|reboot|poweroff)\\w*|power\\.(?:off|reset|shutdown)|set)$/ => destroys(machine.hypervisor): {} stops, changes or removes what runs on this host. -> Name the machine, and let a person decide.
    yes: esxcli vm process kill -t force -w 1 ;; vim-cmd vmsvc/power.off 1
    no: vim-cmd vmsvc/power.on 1
  !otherwise | /(?:^|\\/)(?:list|get\\w*|stats|show|version|power\\.getstate)$/ => looks
    yes: esxcli list
    no: esxcli vm process kill -t force -w 1
  => writes(machine.hypervisor): Runs {}.
    yes: vim-cmd vmsvc/power.on 1
    no: vim-cmd vmsvc/power.off 1
systemsetup
  words: names
  /^-set(?:remotelogin|remoteappleevents|startupdisk|networktimeserver)$/ => locks-out(lockout.login): {} changes who can reach this Mac, or what it starts from. -> Have another way in ready.
    yes: systemsetup -setremotelogin off
    no: systemsetup off
  /^-(?:get|list)\\w+$/ !/^-set/ => looks
    yes: systemsetup -gettimezone
    no: systemsetup -setremotelogin off
  => writes(system.setting): Runs {}.
    yes: systemsetup -settimezone GMT
    no: systemsetup -setremotelogin off
ceph
  options: -f= --format= --id= -n= --cluster= -c= -k= -i= -o=> --states=
  status,health,df,versions,quorum_status,report,features => looks
    yes: ceph status
    no: ceph auth
  auth => exposes: Prints or changes the keys of the storage cluster. -> Let a person do this.
    yes: ceph auth
    no: ceph device x
  osd tree,df,stat,ls,dump,perf,lspools,status => looks
    yes: ceph osd tree
    no: ceph auth
  osd pool ls,get,stats => looks
    yes: ceph osd pool ls
    no: ceph auth
  osd pool * | osd * => starts: Changes the storage cluster.
    yes: ceph osd pool delete data data --yes-i-really-really-mean-it
    no: ceph auth
  mon,mgr,mds,pg,fs,balancer,crash stat,dump,ls,status,list => looks
    yes: ceph mon stat
    no: ceph auth
  mon,mgr,mds,pg,fs,balancer,crash * => starts: Changes the storage cluster.
    yes: ceph fs rm cephfs --yes-i-really-mean-it
    no: ceph auth
  orch ls,ps,status => looks
    yes: ceph orch ls
    no: ceph auth
  orch host,device ls => looks
    yes: ceph orch host ls
    no: ceph orch host drain N
  orch host,device * | orch * => starts: Changes the storage cluster.
    yes: ceph orch host drain N
    no: ceph auth
  device ls => looks
    yes: ceph device ls
    no: ceph device x
  device * => starts: Changes the storage cluster.
    yes: ceph device x
    no: ceph config x
  config show,get,ls,dump => looks
    yes: ceph config show
    no: ceph config x
  config * | * => starts: Changes the storage cluster.
    yes: ceph config x
    no: ceph device x
rbd
  options: -p= --pool= -n= --id= --format= --image= --output-format= --vmid= --storage= --content= --max-results= --tags=
  ls,list,info,du,status,showmapped,children => looks
    yes: rbd ls
    no: rbd x
  snap ls,list => looks
    yes: rbd snap ls
    no: rbd snap create
  snap create => writes: Takes a snapshot.
    yes: rbd snap create
    no: rbd snap purge pool/image
  snap * => destroys: Removes snapshots, or goes back.
    yes: rbd snap purge pool/image
    no: rbd snap create
  rm,remove,trash,resize,migration,purge => destroys: Removes or cuts off a disk image.
    yes: rbd rm pool/image
    no: rbd snap purge pool/image
  * => writes: Changes disk images.
    yes: rbd x
    no: rbd snap create
rados
  options: -p= --pool= -n= --id= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  ls,lspools,df,stat,listxattr => looks
    yes: rados ls
    no: rados x
  rm,purge,cleanup,rmpool,truncate => destroys: Removes objects or a whole pool.
    yes: rados purge data --yes-i-really-really-mean-it
    no: rados x
  * => writes: Changes objects.
    yes: rados x
    no: rados purge data --yes-i-really-really-mean-it
gluster
  options: --mode= -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  volume info,status,list,get => looks
    yes: gluster volume info
    no: gluster volume x
  volume stop,delete,reset,remove-brick,replace-brick,reset-brick => destroys: Takes a volume away from everyone.
    yes: gluster volume delete gv0
    no: gluster volume x
  volume * => writes: Changes a volume.
    yes: gluster volume x
    no: gluster x
  peer status => looks
    yes: gluster peer status
    no: gluster peer x
  peer * => writes: Changes which machines hold the data.
    yes: gluster peer x
    no: gluster x
  pool list => looks
    yes: gluster pool list
    no: gluster x
  * => starts: Changes the storage cluster.
    yes: gluster x
    no: gluster volume x
drbdadm drbdsetup
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,role,cstate,dstate,dump,show => looks
    yes: drbdadm status
    no: drbdadm create-md --force r0
  * | -? => destroys: Changes which copy of a disk counts.
    yes: drbdadm create-md --force r0
    no: drbdadm show --force r0
pvesm
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,list,path => looks
    yes: pvesm status
    no: pvesm x
  free,remove => destroys: Removes disks of virtual machines.
    yes: pvesm free local-lvm:vm-100-disk-0
    no: pvesm x
  * => writes: Changes storage.
    yes: pvesm x
    no: pvesm free local-lvm:vm-100-disk-0
qm
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  list,status,config,pending,listsnapshot,showcmd => looks
    yes: qm list
    no: qm x
  destroy,delsnapshot,rollback,unlink => destroys: Removes a virtual machine or its disks.
    yes: qm destroy 100
    no: qm x
  * => starts: Changes virtual machines, or runs something in one.
    yes: qm x
    no: qm destroy 100
pct
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  list,status,config,df,listsnapshot,pending => looks
    yes: pct list
    no: pct x
  destroy,rollback,delsnapshot,restore => destroys: Removes a container with its data.
    yes: pct destroy 101
    no: pct x
  * => starts: Changes containers, or runs something in one.
    yes: pct x
    no: pct destroy 101
pvecm
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  status,nodes => looks
    yes: pvecm status
    no: pvecm delnode
  delnode,expected => locks-out: Changes which machines decide.
    yes: pvecm delnode
    no: pvecm x
  * => writes: Changes the cluster.
    yes: pvecm x
    no: pvecm delnode
pveum => escalates: Changes who may operate the virtual machines.
    yes: pveum
  no: which pveum
pvesh
  options: -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  get,ls,usage => looks
    yes: pvesh get
    no: pvesh delete
  delete => destroys: Removes machines or their data.
    yes: pvesh delete
    no: pvesh x
  * => starts: Changes virtual machines.
    yes: pvesh x
    no: pvesh delete
vmkfstools
  options: -P=
  * | -? => destroys: Changes or removes virtual disks.
    yes: vmkfstools -U /vmfs/volumes/ds1/vm/vm.vmdk
    no: which vmkfstools
racadm
  options: -r= -u= -p= -g= -o= -i= -s= -c= -f= -t=
  get,getsysinfo,getsvctag,getsel,getraclog,getniccfg,getconfig,getversion,help => looks
    yes: racadm get
    no: racadm racresetcfg
  * | -? => locks-out: Changes the management controller of a machine, or its power.
    yes: racadm racresetcfg
    no: racadm get
ipmitool
  options: -I= -L= -H= -U= -P= -f= -p= --pool= --image= --format= --output-format= --vmid= --storage= --content= --max-results= --tags=
  sensor,sdr,fru !@any => looks
    yes: ipmitool sensor
    no: ipmitool sensor x
  sensor,sdr,fru list,elist,get,print,info,type => looks
    yes: ipmitool sensor list
    no: ipmitool sensor x
  sensor,sdr,fru * => writes: Changes the hardware's limits.
    yes: ipmitool sensor x
    no: ipmitool x
  sel !@any => looks
    yes: ipmitool sel
    no: ipmitool sel x
  sel list,elist,info,get => looks
    yes: ipmitool sel list
    no: ipmitool sel x
  sel time get => looks
    yes: ipmitool sel time get
    no: ipmitool sel time set now
  sel time * => writes: Changes the clock of the hardware.
    yes: ipmitool sel time set now
    no: ipmitool sensor x
  sel * => destroys: Deletes the hardware's record of what happened.
    yes: ipmitool sel x
    no: ipmitool x
  mc,bmc info,guid,selftest,getenables => looks
    yes: ipmitool mc info
    no: ipmitool mc x
  mc,bmc * => locks-out: Restarts or changes the management controller.
    yes: ipmitool mc x
    no: ipmitool x
  chassis status,poh,restart_cause,selftest => looks
    yes: ipmitool chassis status
    no: ipmitool chassis power on
  chassis power status => looks
    yes: ipmitool chassis power status
    no: ipmitool chassis power on
  chassis power on => writes: Switches a machine on.
    yes: ipmitool chassis power on
    no: ipmitool power on
  chassis power * => locks-out: Switches a machine off.
    yes: ipmitool chassis power off
    no: ipmitool chassis power on
  chassis * => locks-out: Changes the power of a machine, or what it starts from.
    yes: ipmitool chassis bootdev pxe options=persistent
    no: ipmitool sensor x
  power status => looks
    yes: ipmitool power status
    no: ipmitool power on
  power on => writes: Switches a machine on.
    yes: ipmitool power on
    no: ipmitool chassis power on
  power * => locks-out: Switches a machine off.
    yes: ipmitool power x
    no: ipmitool x
  lan print,stats => looks
    yes: ipmitool lan print
    no: ipmitool lan x
  lan * => locks-out: Changes how the machine is reached.
    yes: ipmitool lan x
    no: ipmitool x
  user list,summary => looks
    yes: ipmitool user list
    no: ipmitool x
  user * => escalates: Changes who may operate the hardware.
    yes: ipmitool user set password 2 hunter2
    no: ipmitool sensor x
  * | -? => locks-out: Controls the hardware, power included.
    yes: ipmitool x
    no: ipmitool sensor x
sg_unmap sg_write_same sg_write_buffer sg_write_long sg_reset sg_persist sg_start sg_wr_mode sg_reassign sg_zone => destroys: Writes to a disk underneath the kernel.
    yes: sg_unmap --all=0 /dev/sg1
  no: which sg_unmap
hdparm
  options: -IigtTCHv --direct
  -? => destroys: Changes or erases a disk.
    yes: hdparm --user-master u --security-erase p /dev/sda
    no: which hdparm
zpool
  options: -c=
  list,status,get,iostat,history,version,events => looks
    yes: zpool status
    no: zpool scrub tank
  scrub,trim,online,wait,resilver => writes: Checks or repairs a storage pool.
    yes: zpool scrub tank
    no: zpool destroy tank
  * | -? => destroys: Changes or destroys a storage pool.
    yes: zpool destroy tank
    no: zpool scrub tank
mdadm
  options: -DQEsv --detail --query --examine --scan --verbose --brief --test --export --detail-platform
  -? => destroys: Changes a RAID array.
    yes: mdadm --zero-superblock /dev/sda
    no: mdadm /dev/sda
hdiutil
  @stranger => runs-unread(run.fetched): Attaches {word}; nobody has looked inside. -> Fetch it first, and look at what it is.
    yes: hdiutil attach https://x.example/y.dmg
    no: hdiutil attach image.dmg
  info,imageinfo,verify,pmap,isencrypted => looks
    yes: hdiutil info
    no: hdiutil x
  attach,mount,detach,unmount,create,convert,makehybrid => writes: Makes or attaches an image.
    yes: hdiutil attach image.dmg
    no: hdiutil attach https://x.example/y.dmg
  * | -? => destroys: Changes or erases an image.
    yes: hdiutil x
    no: hdiutil attach https://x.example/y.dmg
`,
  {
    destroys: "Check twice which machine and disk it is, and let a person decide.",
    "locks-out": "Have another way in ready, and let a person decide when.",
    escalates: "Let a person decide.",
  },
);
