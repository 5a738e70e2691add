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
    no: mkfs.ext4 /tmp/disk.img {}
  => destroys: Creates a file system: everything on the device is gone.
    yes: mkfs.xfs -f /dev/nvme0n1p2
    no: mkfs.ext4 /tmp/disk.img
mount
  options: -t= --types=
  words: names
  !@any => looks
    yes: mount
    no: mount x
  /^\\/(?:etc|usr|bin|sbin|lib|lib64|boot|home|root|var|dev|proc|sys)?\\/?$|^\\/etc\\// | /^--(?:r?bind|move)\\b|\\boverlay\\b/ => destroys(overwrite.mount): Puts something else in the place of {word}. -> Mount on an empty directory under /mnt.
    yes: mount /dev/sdb1 /etc ;; mount --bind /tmp/x /usr/bin
    no: mount /dev/sdb1 /mnt
  => writes(mount): Mounts a file system ({}).
    yes: mount /dev/sdb1 /mnt/data
    no: mount /dev/sdb1 /etc
umount
  words: names
  -a,--all | @dynamic | @root,home,here,account | @system-directory,kernel !/^\\/(?:mnt|media)\\/?$/ => locks-out(lockout.unmount): {} takes away what is in use, and with it what runs from there. -> Name the one mount point under /mnt or /media.
    yes: umount -a ;; umount / ;; umount /usr
    no: umount /mnt/data
  => writes(mount.remove): Takes a file system away ({}).
    yes: umount /mnt/data
    no: umount -a
wipefs
  !@any => looks
    yes: wipefs
    no: wipefs x
  * | -? => destroys: Erases the signatures of a device.
    yes: wipefs -a /dev/sda
    no: wipefs -a
blkdiscard => destroys: Discards everything on a device.
    yes: blkdiscard -f /dev/sda
  no: which blkdiscard
badblocks => destroys: Can overwrite a device.
    yes: badblocks -wsv /dev/sdb
  no: which badblocks
nvme
  list,smart-log,id-ctrl,id-ns,error-log,list-subsys => looks
    yes: nvme list
    no: nvme format /dev/nvme0
  * | -? => destroys: Changes or erases a disk.
    yes: nvme format /dev/nvme0n1
    no: nvme list
sgdisk gdisk cfdisk gptfdisk => destroys: Changes the partitions of a disk.
    yes: sgdisk --zap-all /dev/sda
  no: which sgdisk
sfdisk
  * | -? => destroys: Changes the partitions of a disk.
    yes: sfdisk /dev/sda
    no: sfdisk
parted
  !@any => looks
    yes: parted
    no: parted x
  * | -? => destroys: Changes the partitions of a disk.
    yes: parted -s /dev/sdb mklabel msdos
    no: paste -d, a b
partprobe => writes: Makes the kernel read partitions again.
    yes: partprobe
  no: which partprobe
partx => writes: Changes what the kernel knows of partitions.
    yes: partx
  no: which partx
growpart => writes: Grows a partition.
    yes: growpart
  no: which growpart
resize2fs => destroys: Resizes a file system.
    yes: resize2fs /dev/sda1 1G
  no: which resize2fs
xfs_growfs => writes: Grows a file system.
    yes: xfs_growfs
  no: which xfs_growfs
tune2fs => destroys: Changes a file system.
    yes: tune2fs -U random /dev/sda1
  no: which tune2fs
e2fsck fsck fsck.ext4 xfs_repair => destroys: Repairs a file system, which can lose data.
    yes: e2fsck -y /dev/sda1
  no: which e2fsck
debugfs => destroys: Changes a file system underneath the kernel.
    yes: debugfs
  no: which debugfs
btrfs
  filesystem,fi show,df,usage,du => looks
    yes: btrfs filesystem usage /
    no: btrfs filesystem resize max /
  filesystem,fi * => destroys: Changes a file system.
    yes: btrfs filesystem x
    no: btrfs device x
  subvolume,sub list,show,get-default => looks
    yes: btrfs subvolume list /
    no: btrfs subvolume set-default 5 /
  subvolume,sub delete => destroys: Deletes a part of the file system.
    yes: btrfs subvolume delete /data
    no: btrfs subvolume list /
  subvolume,sub * => writes: Changes a file system.
    yes: btrfs subvolume snapshot / /snapshots/today
    no: btrfs subvolume list /
  device,dev stats,usage => looks
    yes: btrfs device stats /
    no: btrfs device x
  device,dev * => destroys: Changes the devices of a file system.
    yes: btrfs device x
    no: btrfs filesystem x
  scrub,balance,qgroup status,show => looks
    yes: btrfs scrub status /
    no: btrfs scrub start /
  scrub,balance,qgroup * | * | -? => destroys: Changes a file system.
    yes: btrfs check --repair /dev/sda2
    no: btrfs filesystem usage /
zfs
  list,get,version,diff,holds => looks
    yes: zfs list
    no: zfs destroy tank/a
  destroy,rollback,promote,receive,recv => destroys: Destroys data sets, snapshots or newer data.
    yes: zfs destroy -r tank/data
    no: zfs list
  * => writes: Changes a file system.
    yes: zfs snapshot tank/home@today
    no: zfs list
lvremove => destroys: Deletes a volume.
    yes: lvremove -f vg/data
  no: which lvremove
vgremove => destroys: Deletes a volume group.
    yes: vgremove vg
  no: which vgremove
pvremove => destroys: Deletes a physical volume.
    yes: pvremove /dev/sdb
  no: which pvremove
lvreduce => destroys: Cuts off a volume.
    yes: lvreduce -L 1G vg/data
  no: which lvreduce
lvresize => destroys: Resizes a volume.
    yes: lvresize -L -10G vg/root
  no: which lvresize
lvextend => writes: Grows a volume.
    yes: lvextend -r -L +10G /dev/vg0/data
  no: which lvextend
lvcreate => writes: Creates a volume.
    yes: lvcreate
  no: which lvcreate
vgcreate pvcreate => destroys: Takes a disk into use.
    yes: vgcreate
  no: which vgcreate
vgreduce => destroys: Takes a disk out of use.
    yes: vgreduce
  no: which vgreduce
pvmove => destroys: Moves data between disks.
    yes: pvmove
  no: which pvmove
cryptsetup
  options: --volume-key-file=
  status,isLuks,luksUUID => looks
    yes: cryptsetup status
    no: cryptsetup luksDump --dump-volume-key
  luksDump --dump-master-key => exposes: Prints the key of an encrypted disk.
    yes: cryptsetup luksDump --dump-master-key /dev/sdb
    no: cryptsetup luksDump /dev/sdb
  luksDump --dump-volume-key => exposes: Prints the key of an encrypted disk.
    yes: cryptsetup luksDump --dump-volume-key
    no: cryptsetup luksDump
  luksDump => looks
    yes: cryptsetup luksDump
    no: cryptsetup luksDump --dump-volume-key
  * | -? => destroys: Changes an encrypted disk or its keys.
    yes: cryptsetup luksErase /dev/sda2
    no: cryptsetup luksDump --dump-volume-key
dmsetup
  ls,info,status,table,deps,version --showkeys => exposes: Prints the keys of encrypted disks.
    yes: dmsetup table --showkeys
    no: dmsetup table
  ls,info,status,table,deps,version => looks
    yes: dmsetup ls
    no: dmsetup remove_all
  * | -? => destroys: Changes mapped devices.
    yes: dmsetup remove_all
    no: dmsetup table --showkeys
losetup
  options: -a= -l= -J= -n= -O=
  !@any => looks
    yes: losetup
    no: losetup x
  * => writes: Attaches or detaches an image.
    yes: losetup -d /dev/loop0
    no: losetup -d
swapoff => writes: Switches swap off.
    yes: swapoff -a
  no: swapon --show
eject => writes: Ejects a medium.
    yes: eject
  no: which eject
fstrim => writes: Tells the disk what is unused.
    yes: fstrim -av
  no: which fstrim
quotaoff => writes: Switches quotas off.
    yes: quotaoff
  no: which quotaoff
kpartx => writes: Maps partitions of an image.
    yes: kpartx
  no: which kpartx
diskutil
  list,info,activity => looks
    yes: diskutil list
    no: diskutil apfs list
  apfs,coreStorage,cs,appleRAID list => looks
    yes: diskutil apfs list
    no: diskutil list
  apfs,coreStorage,cs,appleRAID * | * | -? => destroys: Changes or erases a disk.
    yes: diskutil secureErase 0 disk2
    no: diskutil list
asr => destroys: Overwrites a disk with an image.
    yes: asr
  no: which asr
tmutil
  status,listbackups,latestbackup,listlocalsnapshots,destinationinfo,compare,version => looks
    yes: tmutil status
    no: tmutil x
  delete,deletelocalsnapshots,thinlocalsnapshots,disable,removedestination,inheritbackup,associatedisk,deleteinprogress => destroys: Removes backups.
    yes: tmutil delete /Volumes/b/1
    no: tmutil x
  * => writes: Changes backups.
    yes: tmutil x
    no: tmutil delete /Volumes/b/1
csrutil
  status => looks
    yes: csrutil status
    no: csrutil disable
  * | -? => escalates: Changes the protection of the system. -> Leave it on.
    yes: csrutil disable
    no: csrutil status
spctl
  * | -? => escalates: Changes which programs may run. -> Leave it on.
    yes: spctl --master-disable
    no: spctl
nvram
  -p => looks
    yes: nvram -p
    no: nvram -c
  !-p => destroys: Changes start-up settings of the hardware.
    yes: nvram -c
    no: nvram -c -p
bless grub-install => destroys: Changes what the machine starts from.
    yes: grub-install /dev/sdb
  no: less README.md
purge => writes: Empties caches.
    yes: purge
  no: which purge
fdisk
  words: names
  options: -o= -b= -L[=] --output= --sector-size= --color[=]
  /^/ !-l,-x,--list,--list-details => destroys(disk.partitions): Opens the partition table of a disk for changes. -> Look first: fdisk -l
    yes: fdisk /dev/sda
    no: fdisk -l
defaults
  /^(?:Login|Logout)Hook$/ | /^\\/(?:var\\/|private\\/)?tmp\\/|^\\/dev\\/shm\\// => escalates(persist.registers): Makes others run or load what is at {word}. -> Register what a package has installed.
    yes: defaults write com.apple.loginwindow LoginHook /tmp/x
    no: defaults read -g AppleLocale
  read,find,domains,read-type => looks
    yes: defaults read -g AppleLocale
    no: defaults delete -g a
  delete => destroys: Deletes settings of programs.
    yes: defaults delete com.apple.finder
    no: defaults read
  * => writes: Changes settings of programs.
    yes: defaults write com.apple.dock autohide -bool true
    no: defaults read -g AppleLocale
security
  list-keychains,default-keychain,find-certificate,show-keychain-info,find-identity,error => looks
    yes: security list-keychains
    no: security find-generic-password -w -s x
  * | -? => exposes: Prints or changes passwords and keys. -> Let a person look it up.
    yes: security find-generic-password -w -s x
    no: which security
dscacheutil => writes: Asks or empties the directory cache.
    yes: dscacheutil
  no: which dscacheutil
kextload insmod => escalates: Loads code into the kernel.
    yes: insmod x.ko
  no: which insmod
kextunload => escalates: Takes code out of the kernel.
    yes: kextunload
  no: which kextunload
testdisk => destroys: Changes partitions.
    yes: testdisk
  no: which testdisk
photorec => writes: Restores files.
    yes: photorec /d /x
  no: which photorec
ddrescue dcfldd dc3dd => destroys: Overwrites a device or file.
    yes: ddrescue x /dev/sdb
  no: which ddrescue
scrub => destroys: Overwrites files or devices.
    yes: scrub /dev/sda
  no: which scrub
nwipe => destroys: Erases disks.
    yes: nwipe
  no: which nwipe
sg_format => destroys: Formats a disk.
    yes: sg_format --format /dev/sg0
  no: which sg_format
update-grub grub-mkconfig => writes: Writes the start menu.
    yes: update-grub
  no: which update-grub
efibootmgr
  !@any => looks
    yes: efibootmgr
    no: efibootmgr x
  * | -? => destroys: Changes what the machine starts from.
    yes: efibootmgr -B -b 0001
    no: efibootmgr -B -b
update-initramfs dracut => writes: Writes the start-up image.
    yes: update-initramfs -u
  no: which update-initramfs
modprobe
  words: names
  !/^(?!(?:${ordinaryModules})$)/ /^/ => writes(kernel.module): Loads what comes with the kernel ({}).
    yes: modprobe overlay br_netfilter
    no: modprobe -r overlay
  => escalates: Loads code into the kernel, or takes it out.
    yes: modprobe x
    no: modprobe overlay br_netfilter
rmmod => locks-out: Takes code out of the kernel that devices need. -> Let a person do this.
    yes: rmmod e1000e
  no: which rmmod
bpftool
  version => looks
    yes: bpftool version
    no: bpftool x
  prog,map,link,net,btf,perf,feature show,list,dump,probe,help => looks
    yes: bpftool prog show
    no: bpftool x
  prog,map,link,net,btf,perf,feature * => escalates: Loads code into the kernel, or changes what runs there.
    yes: bpftool prog load x.o /sys/fs/bpf/x
    no: bpftool x
  * | -? => escalates: Changes code that runs in the kernel.
    yes: bpftool x
    no: bpftool prog load x.o /sys/fs/bpf/x
depmod => writes: Updates the list of kernel modules.
    yes: depmod
  no: which depmod
flashrom => destroys: Overwrites firmware.
    yes: flashrom -w x.bin
  no: which flashrom
fwupdmgr
  get-devices,get-updates,get-history,get-remotes => looks
    yes: fwupdmgr get-devices
    no: fwupdmgr install firmware.cab --force --allow-older
  * | -? => destroys: Changes firmware.
    yes: fwupdmgr install firmware.cab --force --allow-older
    no: which fwupdmgr
flash_erase flash_eraseall => destroys: Erases flash memory.
    yes: flash_erase /dev/mtd0 0 0
  no: which flash_erase
nandwrite => destroys: Overwrites flash memory.
    yes: nandwrite
  no: which nandwrite
fastboot esptool avrdude dfu-util => destroys: Overwrites the firmware of a device.
    yes: fastboot -w
  no: which fastboot
sg_dd ntfsclone partclone partclone.dd partclone.restore partclone.ext2 partclone.ext3 partclone.ext4 partclone.xfs partclone.btrfs partclone.ntfs partclone.vfat partclone.fat32 partclone.exfat partclone.f2fs partimage fsarchiver ocs-sr => destroys: Overwrites a device.
    yes: partclone.ext4 -r -s x.img -o /dev/sda1
  no: which partclone.ext4
sg_sanitize => destroys: Erases a disk.
    yes: sg_sanitize --block /dev/sg1
  no: which sg_sanitize
fatlabel e2label => writes: Changes the name of a file system.
    yes: fatlabel
  no: which fatlabel
setserial => writes: Changes a serial port.
    yes: setserial
  no: which setserial
`,
  { destroys: "Check the device twice (lsblk), and let a person decide.", escalates: "Let a person do this." },
);
