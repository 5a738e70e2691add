import { readRows } from "../effect-rows.ts";

/** Modules that come with the kernel, and that containers, virtual machines and file systems ask for by name. */
const ordinaryModules =
  `overlay br_netfilter bridge vxlan veth tun tap loop nbd fuse zram wireguard nf_(?:conntrack|nat|tables)\\w*
  ip_vs\\w* ip6?_tables ip6?table_\\w+ xt_\\w+ dm[-_]\\w+ raid\\d+ btrfs xfs ext4 vfat exfat ntfs3 iscsi_tcp nvme[-_]tcp
  kvm(?:_intel|_amd)? vhost\\w* vfio\\w* i2c[-_]dev snd[-_]\\w+ usb[-_]storage v4l2loopback 8021q bonding dummy ifb
  sch_\\w+ tcp_bbr`.replaceAll(/\s+/g, "|");

/** Disks, file systems, backups and the kernel: after most of these nothing can be brought back. */
export const disksEffects = readRows(
  `
mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs mke2fs mkswap mkdosfs newfs newfs_hfs newfs_apfs mkfs.minix mkfs.msdos mkfs.zfs mkntfs mkudffs
  words: names
  /\\.(?:img|raw|iso|ext[234]|qcow2|disk|bin)$/ @project,tmp,own !/^\\/dev\\// !@dynamic => writes(disk.image): Creates a file system in {word}.
    yes: mkfs.ext4 /tmp/disk.img
  => destroys: Creates a file system: everything on the device is gone.
    yes: mkfs.xfs -f /dev/nvme0n1p2
mount
  options: -t= --types=
  words: names
  !@any => looks
  /^\\/(?:etc|usr|bin|sbin|lib|lib64|boot|home|root|var|dev|proc|sys)?\\/?$|^\\/etc\\// | /^--(?:r?bind|move)\\b|\\boverlay\\b/ => destroys(overwrite.mount): Puts something else in the place of {word}. -> Mount on an empty directory under /mnt.
    yes: mount /dev/sdb1 /etc ;; mount --bind /tmp/x /usr/bin
  => writes(mount): Mounts a file system ({}).
    yes: mount /dev/sdb1 /mnt/data
umount
  words: names
  -a,--all | @dynamic | @root,home,here,account | @system-directory,kernel !/^\\/(?:mnt|media)\\/?$/ => locks-out(lockout.unmount): {} takes away what is in use, and with it what runs from there. -> Name the one mount point under /mnt or /media.
    yes: umount -a ;; umount / ;; umount /usr
  => writes(mount.remove): Takes a file system away ({}).
    yes: umount /mnt/data
wipefs
  !@any => looks
  * | -? => destroys: Erases the signatures of a device.
    yes: wipefs -a /dev/sda
blkdiscard => destroys: Discards everything on a device.
    yes: blkdiscard -f /dev/sda
badblocks => destroys: Can overwrite a device.
    yes: badblocks -wsv /dev/sdb
nvme
  list,smart-log,id-ctrl,id-ns,error-log,list-subsys => looks
  * | -? => destroys: Changes or erases a disk.
    yes: nvme format /dev/nvme0n1
sgdisk gdisk cfdisk gptfdisk => destroys: Changes the partitions of a disk.
    yes: sgdisk --zap-all /dev/sda
sfdisk
  * | -? => destroys: Changes the partitions of a disk.
    yes: sfdisk /dev/sda
parted
  !@any => looks
  * | -? => destroys: Changes the partitions of a disk.
    yes: parted -s /dev/sdb mklabel msdos
partprobe => writes: Makes the kernel read partitions again.
    yes: partprobe
partx => writes: Changes what the kernel knows of partitions.
    yes: partx
growpart => writes: Grows a partition.
    yes: growpart
resize2fs => destroys: Resizes a file system.
    yes: resize2fs /dev/sda1 1G
xfs_growfs => writes: Grows a file system.
    yes: xfs_growfs
tune2fs => destroys: Changes a file system.
    yes: tune2fs -U random /dev/sda1
e2fsck fsck fsck.ext4 xfs_repair => destroys: Repairs a file system, which can lose data.
    yes: e2fsck -y /dev/sda1
debugfs => destroys: Changes a file system underneath the kernel.
    yes: debugfs
btrfs
  filesystem,fi show,df,usage,du => looks
  filesystem,fi * => destroys: Changes a file system.
    yes: btrfs filesystem x
  subvolume,sub list,show,get-default => looks
  subvolume,sub delete => destroys: Deletes a part of the file system.
    yes: btrfs subvolume delete /data
  subvolume,sub * => writes: Changes a file system.
    yes: btrfs subvolume snapshot / /snapshots/today
  device,dev stats,usage => looks
  device,dev * => destroys: Changes the devices of a file system.
    yes: btrfs device x
  scrub,balance,qgroup status,show => looks
  scrub,balance,qgroup * | * | -? => destroys: Changes a file system.
    yes: btrfs check --repair /dev/sda2
zfs
  list,get,version,diff,holds => looks
  destroy,rollback,promote,receive,recv => destroys: Destroys data sets, snapshots or newer data.
    yes: zfs destroy -r tank/data
  * => writes: Changes a file system.
    yes: zfs snapshot tank/home@today
lvremove => destroys: Deletes a volume.
    yes: lvremove -f vg/data
vgremove => destroys: Deletes a volume group.
    yes: vgremove vg
pvremove => destroys: Deletes a physical volume.
    yes: pvremove /dev/sdb
lvreduce => destroys: Cuts off a volume.
    yes: lvreduce -L 1G vg/data
lvresize => destroys: Resizes a volume.
    yes: lvresize -L -10G vg/root
lvextend => writes: Grows a volume.
    yes: lvextend -r -L +10G /dev/vg0/data
lvcreate => writes: Creates a volume.
    yes: lvcreate
vgcreate pvcreate => destroys: Takes a disk into use.
    yes: vgcreate
vgreduce => destroys: Takes a disk out of use.
    yes: vgreduce
pvmove => destroys: Moves data between disks.
    yes: pvmove
cryptsetup
  options: --volume-key-file=
  status,isLuks,luksUUID => looks
  luksDump --dump-master-key => runs-unread(option.runs-code): The option --dump-master-key runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: cryptsetup luksDump --dump-master-key /dev/sdb
  luksDump --dump-volume-key => runs-unread(option.runs-code): The option --dump-volume-key runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: cryptsetup luksDump --dump-volume-key
  luksDump => looks
  * | -? => destroys: Changes an encrypted disk or its keys.
    yes: cryptsetup luksErase /dev/sda2
dmsetup
  ls,info,status,table,deps,version --showkeys => runs-unread(option.runs-code): The option --showkeys runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: dmsetup table --showkeys
  ls,info,status,table,deps,version => looks
  * | -? => destroys: Changes mapped devices.
    yes: dmsetup remove_all
losetup
  options: -a= -l= -J= -n= -O=
  !@any => looks
  * => writes: Attaches or detaches an image.
    yes: losetup -d /dev/loop0
swapoff => writes: Switches swap off.
    yes: swapoff -a
eject => writes: Ejects a medium.
    yes: eject
fstrim => writes: Tells the disk what is unused.
    yes: fstrim -av
quotaoff => writes: Switches quotas off.
    yes: quotaoff
kpartx => writes: Maps partitions of an image.
    yes: kpartx
diskutil
  list,info,activity => looks
  apfs,coreStorage,cs,appleRAID list => looks
  apfs,coreStorage,cs,appleRAID * | * | -? => destroys: Changes or erases a disk.
    yes: diskutil secureErase 0 disk2
asr => destroys: Overwrites a disk with an image.
    yes: asr
tmutil
  status,listbackups,latestbackup,listlocalsnapshots,destinationinfo,compare,version => looks
  delete,deletelocalsnapshots,thinlocalsnapshots,disable,removedestination,inheritbackup,associatedisk,deleteinprogress => destroys: Removes backups.
    yes: tmutil delete /Volumes/b/1
  * => writes: Changes backups.
    yes: tmutil x
csrutil
  status => looks
  * | -? => escalates: Changes the protection of the system. -> Leave it on.
    yes: csrutil disable
spctl
  * | -? => escalates: Changes which programs may run. -> Leave it on.
    yes: spctl --master-disable
nvram
  -p => looks
  !-p => destroys: Changes start-up settings of the hardware.
    yes: nvram -c
bless grub-install => destroys: Changes what the machine starts from.
    yes: grub-install /dev/sdb
purge => writes: Empties caches.
    yes: purge
fdisk
  words: names
  options: -o= -b= -L[=] --output= --sector-size= --color[=]
  /^/ !-l,-x,--list,--list-details => destroys(disk.partitions): Opens the partition table of a disk for changes. -> Look first: fdisk -l
    yes: fdisk /dev/sda
    no: fdisk -l
defaults
  /^(?:Login|Logout)Hook$/ | /^\\/(?:var\\/|private\\/)?tmp\\/|^\\/dev\\/shm\\// => escalates(persist.registers): Makes others run or load what is at {word}. -> Register what a package has installed.
    yes: defaults write com.apple.loginwindow LoginHook /tmp/x
  read,find,domains,read-type => looks
  delete => destroys: Deletes settings of programs.
    yes: defaults delete com.apple.finder
  * => writes: Changes settings of programs.
    yes: defaults write com.apple.dock autohide -bool true
security
  list-keychains,default-keychain,find-certificate,show-keychain-info,find-identity,error => looks
  * | -? => exposes: Prints or changes passwords and keys. -> Let a person look it up.
    yes: security find-generic-password -w -s x
dscacheutil => writes: Asks or empties the directory cache.
    yes: dscacheutil
kextload insmod => escalates: Loads code into the kernel.
    yes: insmod x.ko
kextunload => escalates: Takes code out of the kernel.
    yes: kextunload
borg
  options: --rsh=! --remote-path= -a= -P= --format= --last= --first= --glob-archives= --prefix= --sort-by= --pattern= --exclude=
  list,info,check,diff --repair => runs-unread(option.runs-code): The option --repair runs another program, or deletes or shows what it should not. -> Run it without that option.
    yes: borg list --repair
  list,info,check,diff => looks
  create => writes: Writes a backup.
    yes: borg create
  extract,mount,export-tar => writes: Restores from a backup.
    yes: borg extract
  * | -? => destroys: Removes or changes backups.
    yes: borg prune repo
restic
  options: -r= --repo= --repository-file= --password-file= -p= --password-command=! -o=! --option=! -H= --host= --tag= --path= --latest= --group-by= --mode= --newest= --oldest= --snapshot= --read-data-subset= --cacert= --tls-client-cert=
  snapshots,ls,find,stats,check,diff,version => looks
  cat => exposes: Prints parts of a backup, keys included. -> List with restic ls.
    yes: restic cat
  backup => writes: Writes a backup.
    yes: restic backup
  restore,mount,dump => writes: Restores from a backup.
    yes: restic restore
  * | -? => destroys: Removes or changes backups.
    yes: restic forget --prune --keep-last 1
duplicity
  remove-older-than,remove-all-but-n-full,remove-all-inc-of-but-n-full,cleanup => destroys: Removes backups.
    yes: duplicity remove-all-but-n-full 0 file:///x --force
  * => writes: Writes or restores a backup.
    yes: duplicity x
rsnapshot => writes: Writes a backup.
    yes: rsnapshot
timeshift
  * | -? => destroys: Changes or restores snapshots of the system.
    yes: timeshift --delete-all
snapper
  options: -c= --config= -a= -t= --type= --columns= --diff-cmd=! -x= -o=> --output=>
  list,ls,status,diff,list-configs,get-config => looks
  delete,rm,undochange,rollback => destroys: Removes snapshots, or goes back to one.
    yes: snapper delete 1-100
  * => writes: Changes snapshots.
    yes: snapper x
testdisk => destroys: Changes partitions.
    yes: testdisk
photorec => writes: Restores files.
    yes: photorec /d /x
ddrescue dcfldd dc3dd => destroys: Overwrites a device or file.
    yes: ddrescue x /dev/sdb
scrub => destroys: Overwrites files or devices.
    yes: scrub /dev/sda
nwipe => destroys: Erases disks.
    yes: nwipe
sg_format => destroys: Formats a disk.
    yes: sg_format --format /dev/sg0
update-grub grub-mkconfig => writes: Writes the start menu.
    yes: update-grub
efibootmgr
  !@any => looks
  * | -? => destroys: Changes what the machine starts from.
    yes: efibootmgr -B -b 0001
update-initramfs dracut => writes: Writes the start-up image.
    yes: update-initramfs -u
modprobe
  words: names
  !/^(?!(?:${ordinaryModules})$)/ /^/ => writes(kernel.module): Loads what comes with the kernel ({}).
    yes: modprobe overlay br_netfilter
    no: modprobe -r overlay
  => escalates: Loads code into the kernel, or takes it out.
    yes: modprobe x
rmmod => locks-out: Takes code out of the kernel that devices need. -> Let a person do this.
    yes: rmmod e1000e
bpftool
  version => looks
  prog,map,link,net,btf,perf,feature show,list,dump,probe,help => looks
  prog,map,link,net,btf,perf,feature * => escalates: Loads code into the kernel, or changes what runs there.
    yes: bpftool prog load x.o /sys/fs/bpf/x
  * | -? => escalates: Changes code that runs in the kernel.
    yes: bpftool x
depmod => writes: Updates the list of kernel modules.
    yes: depmod
flashrom => destroys: Overwrites firmware.
    yes: flashrom -w x.bin
fwupdmgr
  get-devices,get-updates,get-history,get-remotes => looks
  * | -? => destroys: Changes firmware.
    yes: fwupdmgr install firmware.cab --force --allow-older
flash_erase flash_eraseall => destroys: Erases flash memory.
    yes: flash_erase /dev/mtd0 0 0
nandwrite => destroys: Overwrites flash memory.
    yes: nandwrite
fastboot esptool avrdude dfu-util => destroys: Overwrites the firmware of a device.
    yes: fastboot -w
sg_dd ntfsclone partclone partclone.dd partclone.restore partclone.ext2 partclone.ext3 partclone.ext4 partclone.xfs partclone.btrfs partclone.ntfs partclone.vfat partclone.fat32 partclone.exfat partclone.f2fs partimage fsarchiver ocs-sr => destroys: Overwrites a device.
    yes: partclone.ext4 -r -s x.img -o /dev/sda1
sg_sanitize => destroys: Erases a disk.
    yes: sg_sanitize --block /dev/sg1
fatlabel e2label => writes: Changes the name of a file system.
    yes: fatlabel
setserial => writes: Changes a serial port.
    yes: setserial
`,
  { destroys: "Check the device twice (lsblk), and let a person decide.", escalates: "Let a person do this." },
);
