import { also, type Program, reads, subs } from "./program.ts";

/** A disk, a part of one, or an image of one. To open another device may do something: /dev/watchdog starts. */
export const disk =
  /^(?:\/dev\/(?:(?:sd|hd|vd|xvd|nvme|mmcblk|nbd|md|da|ada|nvd|r?disk)\w+|(?:dm-|loop|sr|sg)\d+|md\/[\w-]+|mapper\/[\w.+-]+|disk\/by-\w+\/[\w.:+-]+)|[\w-]+\.(?:img|iso|raw))$/;

const withoutLabels = /^(?!.*(?:label|uuid))[\w,%+-]+$/i;
const withoutTag = /^[^=]+$/;

/** What is mounted where, and on which disks. */
const mounts: readonly Program[] = [
  also(
    { getopt: true },
    reads("lsblk", {
      options: `-AabDdfiJlMmnNOPprSsTtvyz -E= -e= -I= -o= -w= -x= --noempty --all --bytes --discard --nodeps --dedup=
      --exclude=* --fs --include=* --ascii --json --list --merge --perms --noheadings --output= --output-all --pairs
      --paths --raw --scsi --nvme --virtio --inverse --tree[=] --topology --width= --sort= --shell --zoned`,
      operands: ["stat"],
      match: ["lsblk", "lsblk -f", "lsblk -o NAME,SIZE,TYPE,MOUNTPOINT", "lsblk /dev/sda"],
      notMatch: ["lsblk --sysroot=/mnt"],
    }),
  ),
  // Without `-p`, and without a cache of nothing, it writes the list of what it found.
  reads("blkid", {
    options: "-kpi -c= -o= -s= -u= -n= --cache-file= --probe --output= --match-tag=",
    has: ["-p", "--probe", "-c", "--cache-file"],
    values: { "-c": /^\/dev\/null$/, "--cache-file": /^\/dev\/null$/ },
    operands: ["stat"],
    operandIs: disk,
    match: ["blkid -p /dev/sda1", "blkid -c /dev/null"],
    notMatch: [
      "blkid -p /dev/watchdog",
      "blkid",
      "blkid -g",
      "blkid -c /dev/null -L root",
      "blkid -c x",
      "blkid /dev/sda1",
    ],
  }),
  reads("findmnt", {
    options: `-AabCcDfiJklmnPRrsUuvxy -d= -M=* -N= -O= -o= -S=* -T=* -t= -w= --all --ascii --bytes --nocanonicalize
      --canonicalize --deleted --df --direction= --first-only --invert --json --kernel --list --mountpoint=/
      --mtab --noheadings --options= --output= --pairs --pseudo --shadow --submounts --raw --real
      --source= --fstab --target=/ --types= --tree --shadowed --uniq --notruncate --nofsroot --verify --verbose --vfs-all`,
    // Labels are looked up in the list that blkid keeps, and writes.
    values: { "-o": withoutLabels, "--output": withoutLabels, "-S": withoutTag, "--source": withoutTag },
    operands: ["stat"],
    operandIs: withoutTag,
    match: ["findmnt", "findmnt /var", "findmnt -o TARGET,SOURCE", "findmnt -t ext4", "findmnt --target /var"],
    notMatch: ["findmnt -o UUID", "findmnt LABEL=x", "findmnt -F ~/.netrc", "findmnt --tab-file=x"],
  }),
  reads("mount", {
    options: "-lv -t= --types= --show-labels",
    match: ["mount", "mount -l", "mount -t ext4"],
    notMatch: ["mount -a", "mount /dev/sdb1 /mnt", "mount -o remount,rw /", "mount -l /mnt"],
  }),
  reads("mountpoint", {
    options: "-dqx --fs-devno --quiet --nofollow --devno",
    operands: ["stat"],
    match: ["mountpoint /mnt", "mountpoint -q /mnt"],
    notMatch: ["mountpoint --no-such /mnt"],
  }),
  reads("swapon", {
    options: "-s --show[=] --summary --noheadings --bytes --raw",
    values: { "--show": withoutLabels },
    has: ["-s", "--show", "--summary"],
    match: ["swapon --show", "swapon -s"],
    notMatch: ["swapon -a", "swapon /dev/sdb1", "swapon --show /dev/sdb1", "swapon", "swapon --sho -a"],
  }),
  reads("fdisk", {
    options: "-lx -o= -L[=] --list --list-details --output= --bytes --color[=]",
    has: ["-l", "-x", "--list", "--list-details"],
    operands: ["stat"],
    operandIs: disk,
    match: ["fdisk -l", "fdisk -l /dev/sda"],
    notMatch: [
      "fdisk -l /dev/watchdog",
      "fdisk /dev/sda",
      "fdisk -lw always /dev/sda",
      "fdisk -i /dev/sda",
      "fdisk -e -l x",
    ],
  }),
];

/** Pools, arrays and snapshots. */
const pools: readonly Program[] = [
  subs("zpool", "", [
    {
      sub: "list|status",
      options: "-DegHiLpPstvx -o= -T= -j --json",
      operands: ["text"],
      match: ["zpool status", "zpool status -v", "zpool list -o name,health"],
      notMatch: ["zpool status -c x", "zpool scrub tank", "zpool destroy tank"],
    },
    {
      sub: "get|history|version|iostat",
      options: "-HgilLnpPqrvwy -o= -T=",
      operands: ["text"],
      match: ["zpool get all tank", "zpool iostat -v 1 3", "zpool history tank"],
      notMatch: ["zpool iostat -c x", "zpool clear tank"],
    },
    // Its `-c` forgets them.
    { sub: "events", options: "-vHf", operands: ["text"], match: ["zpool events -v"], notMatch: ["zpool events -c"] },
  ]),
  subs("zfs", "", [
    {
      sub: "list|get|holds",
      options: "-Hprj -d= -o= -s= -S= -t=",
      operands: ["text"],
      match: ["zfs list", "zfs list -t snapshot", "zfs get -H -o value mountpoint tank"],
      // A difference to now takes a snapshot of now.
      notMatch: ["zfs destroy tank/a", "zfs diff tank@a", "zfs set a=b tank"],
    },
    { sub: "version", match: ["zfs version"], notMatch: ["zfs mount -a"] },
  ]),
  subs("btrfs", "", [
    {
      // `filesystem show` writes the list of disks that blkid keeps.
      sub: `filesystem df|filesystem usage|filesystem du|fi df|fi usage|fi du|device usage|device stats|dev usage|dev stats`,
      options: `-bhHkmgtTdcs --raw --human-readable --iec --si --kbytes --mbytes --gbytes --tbytes --summarize --check --tabular`,
      operands: ["stat"],
      match: ["btrfs filesystem usage /", "btrfs fi df /", "btrfs device stats /"],
      notMatch: ["btrfs device stats -z /", "btrfs filesystem resize max /", "btrfs dev stats --reset /"],
    },
    {
      sub: "subvolume list|subvolume get-default|sub list|sub get-default",
      options: "-acgoprqstuRdB -G= -C= --sort=",
      operands: ["stat"],
      match: ["btrfs subvolume list /", "btrfs sub get-default /"],
      notMatch: ["btrfs subvolume delete /x", "btrfs subvolume set-default 5 /"],
    },
    {
      sub: "scrub status|balance status|qgroup show",
      options: "-Rdvpcref --raw --human-readable --iec --si --sort=",
      operands: ["stat"],
      match: ["btrfs scrub status /", "btrfs balance status /"],
      notMatch: ["btrfs scrub start /", "btrfs balance start /"],
    },
  ]),
  reads("mdadm", {
    options:
      "-DQEsvYt --detail --query --examine --scan --verbose --brief --export --test --detail-platform --no-devices",
    has: ["-D", "-Q", "-E", "--detail", "--query", "--examine", "--detail-platform"],
    operands: ["stat"],
    operandIs: disk,
    match: ["mdadm --detail /dev/md0", "mdadm --detail --scan", "mdadm -Es"],
    notMatch: [
      "mdadm -E /dev/watchdog",
      "mdadm --scan",
      "mdadm -A -s",
      "mdadm --detail --stop /dev/md0",
      "mdadm -DS /dev/md0",
    ],
  }),
];

/** Disks, file systems and what is mounted. */
export const diskPrograms: readonly Program[] = [...mounts, ...pools];
