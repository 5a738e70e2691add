import { disk } from "./disks.ts";
import { type Program, reads, subs } from "./program.ts";

/** Logs that are only read: with numbers behind it, `scterc` sets how long a disk tries. */
const smartLog =
  /^(?:error|selftest|selective|directory|background|devstat|defects|sataphy|sasphy|scttemp(?:sts|hist)?|scterc|ssd|xerror|xselftest|farm|envrep|genstats|tapealert|zdevstat|nvmelog)$/;

const processor: readonly Program[] = [
  reads("lscpu", {
    options: `-aBbcJrxy -C[=] -e[=] -p[=] --all --bytes --online --offline --caches[=] --extended[=] --json --parse[=]
      --hex --physical --raw --output-all --hierarchic[=]`,
    match: ["lscpu", "lscpu -e", "lscpu -p", "lscpu --json"],
    notMatch: ["lscpu -s /mnt", "lscpu x"],
  }),
  reads("lsmem", {
    options: `-abJnPr -o= -S= --all --bytes --json --noheadings --output= --output-all --pairs --raw --split=
      --summary[=]`,
    match: ["lsmem", "lsmem -J"],
    notMatch: ["lsmem -s /mnt", "lsmem x"],
  }),
  // Queries the central database and keeps the answers: `-q`, `-Q`. `-x` can stop old devices.
  reads("lspci", {
    options: "-mtvkbDPn -s= -d= ?-q ?-Q",
    match: ["lspci", "lspci -nn", "lspci -v", "lspci -k -s 00:02.0"],
    notMatch: ["lspci -q", "lspci -M", "lspci -F ~/.netrc", "lspci -H1", "lspci -i x"],
  }),
  reads("lsusb", {
    options: "-vt -s= -d= --verbose --tree",
    match: ["lsusb", "lsusb -t"],
    notMatch: ["lsusb -D /dev/bus/usb/001/001", "lsusb x"],
  }),
  reads("lsmod", { match: ["lsmod"], notMatch: ["lsmod x"] }),
  reads("modinfo", {
    options: "-adlpn0 -F= -k= --author --description --license --parameters --filename --null --field= --set-version=",
    operands: ["open"],
    match: ["modinfo ext4", "modinfo -F version ext4"],
    notMatch: ["modinfo -b /mnt ext4"],
  }),
  reads("dmidecode", {
    options: "-qu -s= -t= -H= --quiet --string= --type= --handle= ?--dump-bin=>",
    match: ["dmidecode -t memory", "dmidecode -s system-product-name"],
    notMatch: ["dmidecode --dump-bin x", "dmidecode -d /dev/sda", "dmidecode --from-dump x"],
  }),
  {
    names: ["lshw"],
    words: true,
    forms: [
      {
        options: "-short -json -xml -html -businfo -sanitize -quiet -numeric -class= -C= -c= -notime",
        match: ["lshw -short", "lshw -C network -json"],
        notMatch: ["lshw -X", "lshw -dump x"],
      },
    ],
  },
];

const sensors: readonly Program[] = [
  reads("sensors", {
    options: "-Afju --no-adapter --fahrenheit --bus-list ?-s ?--set",
    operands: ["text"],
    match: ["sensors", "sensors -j"],
    notMatch: ["sensors -s", "sensors -c x", "sensors --se"],
  }),
  subs("nvidia-smi", "", [
    { sub: "topo -m|nvlink -s|nvlink --status", match: ["nvidia-smi topo -m"], notMatch: ["nvidia-smi nvlink -r 0"] },
    {
      sub: "dmon|pmon",
      options: "-c= -d= -i= -s= -o=",
      match: ["nvidia-smi dmon -c 1"],
      notMatch: ["nvidia-smi dmon -f x", "nvidia-smi mig -dci"],
    },
    {
      options: `-qLx -i= -l= -d= --query --list-gpus --xml-format --id= --loop= --display= --query-gpu= --format=
        --query-compute-apps= --query-accounted-apps= ?-f=> ?--filename=>`,
      // Longer options begin with the same letters: `-lgc` sets clocks, `-dm` the driver's mode.
      values: { "-l": /^\d+$/, "-d": /^[A-Z_,]+$/, "-i": /^[\w.:,-]+$/ },
      match: ["nvidia-smi", "nvidia-smi -q -d MEMORY", "nvidia-smi --query-gpu=name,memory.used --format=csv"],
      notMatch: ["nvidia-smi -pm 1", "nvidia-smi -lgc=300", "nvidia-smi -dm=0", "nvidia-smi -f x", "nvidia-smi -r"],
    },
  ]),
];

const devices: readonly Program[] = [
  reads("smartctl", {
    options: `-aAHicxj -d= -f= -g= -l= -n= -q= -r= -T= -v= --all --xall --health --info --attributes --capabilities --scan
      --scan-open --json[=] --device= --format= --get= --log= --nocheck= --quietmode= --report= --tolerance= ?-t= ?-s=
      ?-X ?-o= ?-S= ?-C ?--test= ?--smart= ?--set= ?--abort ?--offlineauto= ?--saveauto=`,
    values: { "-l": smartLog, "--log": smartLog },
    operands: ["stat"],
    operandIs: disk,
    match: ["smartctl -a /dev/sda", "smartctl -H /dev/sda", "smartctl --scan", "smartctl -l error /dev/sda"],
    notMatch: [
      "smartctl -a /dev/watchdog",
      "smartctl -t long /dev/sda",
      "smartctl -l scterc,70,70 /dev/sda",
      "smartctl -s off /dev/sda",
    ],
  }),
  subs("nvme", "", [
    {
      sub: "list|list-subsys|smart-log|id-ctrl|id-ns|error-log|fw-log|list-ns",
      options: "-vH -o= -n= -e= --output-format= --verbose --human-readable --namespace-id= --log-entries=",
      operands: ["stat"],
      operandIs: disk,
      match: ["nvme list", "nvme smart-log /dev/nvme0"],
      notMatch: [
        "nvme id-ctrl /dev/watchdog",
        "nvme format /dev/nvme0",
        "nvme sanitize /dev/nvme0",
        "nvme get-log /dev/nvme0",
      ],
    },
  ]),
];

/** Processors, memory, cards, disks as devices, and what measures them. */
export const hardwarePrograms: readonly Program[] = [...processor, ...sensors, ...devices];
