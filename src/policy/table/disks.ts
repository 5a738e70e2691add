import { dangerous, group, read, type Table, write } from "../spec.ts";

const look = "Check the device twice (lsblk), and let a person decide.";
const wipes = (what: string) => dangerous("destructive", what, look);

/** Disks, file systems, backups and the kernel: after most of these nothing can be brought back. */
export const disks: Table = {
  ...Object.fromEntries(
    "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs mke2fs mkswap mkdosfs newfs newfs_hfs newfs_apfs mkfs.minix mkfs.msdos mkfs.zfs mkntfs mkudffs"
      .split(" ")
      .map((name) => [name, wipes("Creates a file system: everything on the device is gone.")]),
  ),
  wipefs: group({ "": read(), "*": wipes("Erases the signatures of a device.") }),
  blkdiscard: wipes("Discards everything on a device."),
  badblocks: wipes("Can overwrite a device."),
  nvme: group({
    "list|smart-log|id-ctrl|id-ns|error-log|list-subsys": read("*"),
    "*": wipes("Changes or erases a disk."),
  }),
  sgdisk: wipes("Changes the partitions of a disk."),
  gdisk: wipes("Changes the partitions of a disk."),
  cfdisk: wipes("Changes the partitions of a disk."),
  sfdisk: group({ "*": wipes("Changes the partitions of a disk.") }, "-l -d --list --dump --json"),
  parted: group({ "": read(), "*": wipes("Changes the partitions of a disk.") }, "-l --list -m"),
  partprobe: write("Makes the kernel read partitions again."),
  partx: write("Changes what the kernel knows of partitions."),
  growpart: write("Grows a partition."),
  resize2fs: wipes("Resizes a file system."),
  xfs_growfs: write("Grows a file system."),
  tune2fs: wipes("Changes a file system."),
  e2fsck: wipes("Repairs a file system, which can lose data."),
  fsck: wipes("Repairs a file system, which can lose data."),
  "fsck.ext4": wipes("Repairs a file system, which can lose data."),
  xfs_repair: wipes("Repairs a file system, which can lose data."),
  debugfs: wipes("Changes a file system underneath the kernel."),
  btrfs: group({
    "filesystem|fi": group({ "show|df|usage|du": read("*"), "*": wipes("Changes a file system.") }),
    "subvolume|sub": group({
      "list|show|get-default": read("*"),
      delete: wipes("Deletes a part of the file system."),
      "*": write("Changes a file system."),
    }),
    "device|dev": group({ "stats|usage": read("* ?-z ?--reset"), "*": wipes("Changes the devices of a file system.") }),
    "scrub|balance|qgroup": group({ "status|show": read("*"), "*": wipes("Changes a file system.") }),
    "*": wipes("Changes a file system."),
  }),
  zfs: group({
    "list|get|version|diff|holds": read("*"),
    "destroy|rollback|promote|receive|recv": wipes("Destroys data sets, snapshots or newer data."),
    "*": write("Changes a file system."),
  }),
  lvremove: wipes("Deletes a volume."),
  vgremove: wipes("Deletes a volume group."),
  pvremove: wipes("Deletes a physical volume."),
  lvreduce: wipes("Cuts off a volume."),
  lvresize: wipes("Resizes a volume."),
  lvextend: write("Grows a volume."),
  lvcreate: write("Creates a volume."),
  vgcreate: wipes("Takes a disk into use."),
  vgreduce: wipes("Takes a disk out of use."),
  pvcreate: wipes("Takes a disk into use."),
  pvmove: wipes("Moves data between disks."),
  cryptsetup: group({
    "status|isLuks|luksUUID": read("*"),
    luksDump: read("-v --verbose --dump-json-metadata !--dump-master-key !--dump-volume-key ?--volume-key-file="),
    "*": wipes("Changes an encrypted disk or its keys."),
  }),
  dmsetup: group({ "ls|info|status|table|deps|version": read("* !--showkeys"), "*": wipes("Changes mapped devices.") }),
  losetup: group({ "": read(), "*": write("Attaches or detaches an image.") }, "-alJnO= --list --all --json"),
  swapoff: write("Switches swap off."),
  eject: write("Ejects a medium."),
  fstrim: write("Tells the disk what is unused."),
  quotaoff: write("Switches quotas off."),
  kpartx: write("Maps partitions of an image."),
  diskutil: group({
    "list|info|activity": read("*"),
    "apfs|coreStorage|cs|appleRAID": group({ list: read("*"), "*": wipes("Changes or erases a disk.") }),
    "*": wipes("Changes or erases a disk."),
  }),
  asr: wipes("Overwrites a disk with an image."),
  tmutil: group({
    "status|listbackups|latestbackup|listlocalsnapshots|destinationinfo|compare|version": read("*"),
    "delete|deletelocalsnapshots|thinlocalsnapshots|disable|removedestination|inheritbackup|associatedisk|deleteinprogress":
      wipes("Removes backups."),
    "*": write("Changes backups."),
  }),
  csrutil: group({
    status: read(),
    "*": dangerous("escalate", "Changes the protection of the system.", "Leave it on."),
  }),
  spctl: group(
    { "*": dangerous("escalate", "Changes which programs may run.", "Leave it on.") },
    "--status -a --assess -v",
  ),
  nvram: group({ "-p": read("", ["none"]), "*": wipes("Changes start-up settings of the hardware.") }),
  bless: wipes("Changes what the machine starts from."),
  purge: write("Empties caches."),
  defaults: group({
    "read|find|domains|read-type": read("*"),
    delete: wipes("Deletes settings of programs."),
    "*": write("Changes settings of programs."),
  }),
  security: group({
    "list-keychains|default-keychain|find-certificate|show-keychain-info|find-identity|error": read("*"),
    "*": dangerous("exfil", "Prints or changes passwords and keys.", "Let a person look it up."),
  }),
  dscacheutil: write("Asks or empties the directory cache."),
  kextload: dangerous("escalate", "Loads code into the kernel.", "Let a person do this."),
  kextunload: dangerous("escalate", "Takes code out of the kernel.", "Let a person do this."),
  borg: group(
    {
      "list|info|check|diff": {
        ...read(
          "-pv -a= -P= --short --json --json-lines --format= --last= --first= --glob-archives= --prefix= --sort-by= --info --verbose --progress --verify-data --repository-only --archives-only --content-only --consider-checkpoints --pattern= --exclude= --rsh=! --remote-path=? !--repair",
        ),
        talks: true,
      },
      create: write("Writes a backup."),
      "extract|mount|export-tar": write("Restores from a backup."),
      "*": wipes("Removes or changes backups."),
    },
    "--progress --info --verbose -v -p --rsh=! --remote-path=?",
  ),
  restic: group(
    {
      "snapshots|ls|find|stats|check|diff|version": {
        ...read(
          "-clqv -H= -r= --repo= --host= --tag= --path= --latest= --group-by= --compact --json --long --recursive --human-readable --mode= --no-lock --verbose --quiet --metadata --ignore-case --newest= --oldest= --snapshot= --read-data --read-data-subset= --password-command=! -o=! --option=! -p=? --password-file=? --repository-file=? --cacert=? --tls-client-cert=?",
        ),
        talks: true,
      },
      cat: dangerous("exfil", "Prints parts of a backup, keys included.", "List with restic ls."),
      backup: write("Writes a backup."),
      "restore|mount|dump": write("Restores from a backup."),
      "*": wipes("Removes or changes backups."),
    },
    "-r=? --repo=? --repository-file=? --password-file=? -p=? -q -v --password-command=! -o=! --option=!",
  ),
  duplicity: group({
    "remove-older-than|remove-all-but-n-full|remove-all-inc-of-but-n-full|cleanup": wipes("Removes backups."),
    "*": write("Writes or restores a backup."),
  }),
  rsnapshot: write("Writes a backup."),
  timeshift: group({ "*": wipes("Changes or restores snapshots of the system.") }, "--list"),
  snapper: group(
    {
      "list|ls|status|diff|list-configs|get-config": read(
        "-at= --all-configs --type= --disable-used-space --columns= --diff-cmd=! -x=? -o=> --output=>",
      ),
      "delete|rm|undochange|rollback": wipes("Removes snapshots, or goes back to one."),
      "*": write("Changes snapshots."),
    },
    "-c= --config=",
  ),
  testdisk: wipes("Changes partitions."),
  photorec: write("Restores files."),
  ddrescue: wipes("Overwrites a device or file."),
  dcfldd: wipes("Overwrites a device or file."),
  dc3dd: wipes("Overwrites a device or file."),
  pv: read("-ptebrfcnsqW -s= -L= -B= -N= -i= -d= -R= ?-o=>", ["read"]),
  scrub: wipes("Overwrites files or devices."),
  nwipe: wipes("Erases disks."),
  sg_format: wipes("Formats a disk."),
  "grub-install": wipes("Changes what the machine starts from."),
  "update-grub": write("Writes the start menu."),
  "grub-mkconfig": write("Writes the start menu."),
  efibootmgr: group({ "": read(), "*": wipes("Changes what the machine starts from.") }, "-v"),
  "update-initramfs": write("Writes the start-up image."),
  dracut: write("Writes the start-up image."),
  insmod: dangerous("escalate", "Loads code into the kernel.", "Let a person do this."),
  modprobe: dangerous("escalate", "Loads code into the kernel, or takes it out.", "Let a person do this."),
  rmmod: dangerous("lockout", "Takes code out of the kernel that devices need.", "Let a person do this."),
  bpftool: group({
    "prog|map|link|net|btf|perf|feature|version": group({
      "show|list|dump|probe|help": read("*"),
      "*": dangerous("escalate", "Loads code into the kernel, or changes what runs there.", "Let a person do this."),
    }),
    "*": dangerous("escalate", "Changes code that runs in the kernel.", "Let a person do this."),
  }),
  depmod: write("Updates the list of kernel modules."),
  flashrom: wipes("Overwrites firmware."),
  fwupdmgr: group({
    "get-devices|get-updates|get-history|get-remotes": read("-v --verbose --json --show-all"),
    "*": wipes("Changes firmware."),
  }),
  flash_erase: wipes("Erases flash memory."),
  flash_eraseall: wipes("Erases flash memory."),
  nandwrite: wipes("Overwrites flash memory."),
  fastboot: wipes("Overwrites the firmware of a device."),
  esptool: wipes("Overwrites the firmware of a device."),
  avrdude: wipes("Overwrites the firmware of a device."),
  "dfu-util": wipes("Overwrites the firmware of a device."),
  sg_dd: wipes("Overwrites a device."),
  sg_sanitize: wipes("Erases a disk."),
  ntfsclone: wipes("Overwrites a device."),
  ...Object.fromEntries(
    "partclone partclone.dd partclone.restore partclone.ext2 partclone.ext3 partclone.ext4 partclone.xfs partclone.btrfs partclone.ntfs partclone.vfat partclone.fat32 partclone.exfat partclone.f2fs partimage fsarchiver ocs-sr"
      .split(" ")
      .map((name) => [name, wipes("Overwrites a device.")]),
  ),
  gptfdisk: wipes("Changes the partitions of a disk."),
  fatlabel: write("Changes the name of a file system."),
  e2label: write("Changes the name of a file system."),
  setserial: write("Changes a serial port."),
};
