import { dangerous, group, read, runs, type Spec, type Table, tool, write } from "../spec.ts";

const look = "Check twice which machine and disk it is, and let a person decide.";
const wipes = (what: string) => dangerous("destructive", what, look);
const cutsOff = (what: string) =>
  dangerous("lockout", what, "Have another way in ready, and let a person decide when.");
const decides = (what: string) => dangerous("escalate", what, "Let a person decide.");

/** Its list of options only shows something; any other option makes it `otherwise`. */
const readsUnless = (options: string, otherwise: Spec): Spec => ({ ...read(options), otherwise });

/** Clients of something else: an option they may have as well could name another machine, a socket or a program. */
const clientRead: Spec = {
  ...read(
    "-ajlv -p= --all --long --json --full --verbose --current --detail --pool= --image= --format= --pretty-format --output-format= --vmid= --storage= --content= --statistics --max-results= --tags=",
  ),
  talks: true,
};

const power = group({
  status: clientRead,
  on: write("Switches a machine on."),
  "*": cutsOff("Switches a machine off."),
});
const names = (list: string, spec: Spec): Table => Object.fromEntries(list.split(" ").map((name) => [name, spec]));

/** `-o FILE` writes what is shown into a file, wherever it stands. */
const cephRead = read("-f= --format= --detail --states= -o=> -i=?");
const cephChange = tool("Changes the storage cluster.");

/** Storage clusters, hypervisors, controllers, and the administration of macOS and the BSDs. */
export const machines: Table = {
  ceph: group(
    {
      "status|health|df|versions|quorum_status|report|features": cephRead,
      auth: dangerous("exfil", "Prints or changes the keys of the storage cluster.", "Let a person do this."),
      osd: group({
        "tree|df|stat|ls|dump|perf|lspools|status": cephRead,
        pool: group({ "ls|get|stats": cephRead, "*": cephChange }),
        "*": cephChange,
      }),
      "mon|mgr|mds|pg|fs|balancer|crash": group({ "stat|dump|ls|status|list": cephRead, "*": cephChange }),
      orch: group({
        "ls|ps|status": cephRead,
        "host|device": group({ ls: cephRead, "*": cephChange }),
        "*": cephChange,
      }),
      device: group({ ls: cephRead, "*": cephChange }),
      config: group({ "show|get|ls|dump": cephRead, "*": cephChange }),
      "*": cephChange,
    },
    "-s --status -f= --format= --id= -n= --cluster= -c=? -k=? -i=? -o=>",
  ),
  rbd: group(
    {
      "ls|list|info|du|status|showmapped|children": clientRead,
      snap: group({
        "ls|list": clientRead,
        create: write("Takes a snapshot."),
        "*": wipes("Removes snapshots, or goes back."),
      }),
      "rm|remove|trash|resize|migration|purge": wipes("Removes or cuts off a disk image."),
      "*": write("Changes disk images."),
    },
    "-p= --pool= -n= --id= --format=",
  ),
  rados: group(
    {
      "ls|lspools|df|stat|listxattr": clientRead,
      "rm|purge|cleanup|rmpool|truncate": wipes("Removes objects or a whole pool."),
      "*": write("Changes objects."),
    },
    "-p= --pool= -n= --id=",
  ),
  gluster: group(
    {
      volume: group({
        "info|status|list|get": clientRead,
        "stop|delete|reset|remove-brick|replace-brick|reset-brick": wipes("Takes a volume away from everyone."),
        "*": write("Changes a volume."),
      }),
      peer: group({ status: clientRead, "*": write("Changes which machines hold the data.") }),
      pool: group({ list: clientRead }),
      "*": tool("Changes the storage cluster."),
    },
    "--mode=",
  ),
  ...names(
    "drbdadm drbdsetup",
    group({ "status|role|cstate|dstate|dump|show": clientRead, "*": wipes("Changes which copy of a disk counts.") }),
  ),
  pvesm: group({
    "status|list|path": clientRead,
    "free|remove": wipes("Removes disks of virtual machines."),
    "*": write("Changes storage."),
  }),
  qm: group({
    "list|status|config|pending|listsnapshot|showcmd": clientRead,
    "destroy|delsnapshot|rollback|unlink": wipes("Removes a virtual machine or its disks."),
    "*": tool("Changes virtual machines, or runs something in one."),
  }),
  pct: group({
    "list|status|config|df|listsnapshot|pending": clientRead,
    "destroy|rollback|delsnapshot|restore": wipes("Removes a container with its data."),
    "*": tool("Changes containers, or runs something in one."),
  }),
  pvecm: group({
    "status|nodes": clientRead,
    "delnode|expected": cutsOff("Changes which machines decide."),
    "*": write("Changes the cluster."),
  }),
  pveum: decides("Changes who may operate the virtual machines."),
  pvesh: group({
    "get|ls|usage": clientRead,
    delete: wipes("Removes machines or their data."),
    "*": tool("Changes virtual machines."),
  }),
  vmkfstools: group({ "*": wipes("Changes or removes virtual disks.") }, "-P= -q -h"),
  racadm: group(
    {
      "get|getsysinfo|getsvctag|getsel|getraclog|getniccfg|getconfig|getversion|help": read(
        "-g= -o= -i= -s= -c= -A -d -E ?-f= ?-t=",
      ),
      "*": cutsOff("Changes the management controller of a machine, or its power."),
    },
    "-r=? -u=? -p=?",
  ),
  ipmitool: group(
    {
      "sensor|sdr|fru": group({
        "": read(),
        "list|elist|get|print|info|type": clientRead,
        "*": write("Changes the hardware's limits."),
      }),
      sel: group({
        "": read(),
        "list|elist|info|get": clientRead,
        time: group({ get: read(), "*": write("Changes the clock of the hardware.") }),
        "*": wipes("Deletes the hardware's record of what happened."),
      }),
      "mc|bmc": group({
        "info|guid|selftest|getenables": clientRead,
        "*": cutsOff("Restarts or changes the management controller."),
      }),
      chassis: group({
        "status|poh|restart_cause|selftest": clientRead,
        power,
        "*": cutsOff("Changes the power of a machine, or what it starts from."),
      }),
      power,
      lan: group({ "print|stats": clientRead, "*": cutsOff("Changes how the machine is reached.") }),
      user: group({ "list|summary": clientRead, "*": decides("Changes who may operate the hardware.") }),
      "*": cutsOff("Controls the hardware, power included."),
    },
    "-v -c -I= -L= -H=? -U=? -P=? -f=? -E",
  ),
  ...names("sg_inq sg_scan sg_map sg_readcap sg_vpd sg_turs sg_luns", read("*")),
  sg_logs: read("* ?-R ?--reset ?-S ?--select"),
  sginfo: read("-ail"),
  ...names(
    "sg_unmap sg_write_same sg_write_buffer sg_write_long sg_reset sg_persist sg_start sg_wr_mode sg_reassign sg_zone",
    wipes("Writes to a disk underneath the kernel."),
  ),
  hdparm: readsUnless("-IigtTCHv --direct", wipes("Changes or erases a disk.")),
  zpool: group({
    "list|status|get|iostat|history|version|events": read("* ?-c="),
    "scrub|trim|online|wait|resilver": write("Checks or repairs a storage pool."),
    "*": wipes("Changes or destroys a storage pool."),
  }),
  mdadm: readsUnless(
    "-DQEsv --detail --query --examine --scan --verbose --brief --test --export --detail-platform",
    wipes("Changes a RAID array."),
  ),
  hdiutil: group({
    "info|imageinfo|verify|pmap|isencrypted": read("*"),
    "attach|mount|detach|unmount|create|convert|makehybrid": write("Makes or attaches an image."),
    "*": wipes("Changes or erases an image."),
  }),
  ...names("geli gpart", group({ "list|status|show|version": read("*"), "*": wipes("Changes disks.") })),
  ...names(
    "gmirror gstripe graid graid3 gconcat gshsec glabel gjournal gcache",
    group({ "list|status": read("*"), "*": wipes("Changes disks.") }),
  ),
  camcontrol: group({ "devlist|inquiry|identify|readcap": read("*"), "*": wipes("Changes or erases a disk.") }),
  ...names(
    "bectl beadm",
    group({
      list: read("*"),
      "destroy|activate": wipes("Changes what the machine starts from."),
      "*": write("Changes it."),
    }),
  ),
  bhyvectl: wipes("Ends or removes virtual machines."),
  kldstat: read("*"),
  kldload: decides("Loads code into the kernel."),
  kldunload: cutsOff("Takes code out of the kernel that devices need."),
  pw: group({ "usershow|groupshow|usernext": read("*"), "*": cutsOff("Changes who can log in.") }),
  bootctl: group({
    "": read(),
    "status|list|is-installed": read("*"),
    "remove|unlink|cleanup|set-default|set-oneshot": wipes("Changes what the machine starts from."),
    "*": write("Writes the start menu."),
  }),
  fdesetup: group({ "status|isactive|list": read("*"), "*": decides("Changes the encryption of the disk.") }),
  profiles: group({ "list|show|status": read("*"), "*": decides("Changes what this Mac enforces.") }),
  systemextensionsctl: group({ list: read("*"), "*": decides("Changes code that runs in the system.") }),
  tccutil: decides("Changes which programs may see and control what."),
  ...names("dsenableroot dseditgroup bputil firmwarepasswd kickstart", decides("Changes who controls this Mac.")),
  startosinstall: wipes("Installs macOS again."),
  log: group({
    "show|stream|stats|help": read("*"),
    erase: wipes("Deletes the record of what happened."),
    "*": write("Changes what is recorded."),
  }),
  xattr: readsUnless("-lrvx -p=", write("Changes what is noted about files.")),
  codesign: runs("Signs a program, or looks at its signature."),
  softwareupdate: readsUnless("-l --list --list-full-installers --history --all", {
    ...write("Installs updates of macOS."),
    options: "!-R !--restart",
  }),
  pkgutil: readsUnless(
    "-v --pkgs[=] --packages --pkgs-plist --files= --lsbom= --pkg-info= --file-info= --groups --group-pkgs= --volume= --verbose --regexp --check-signature= --payload-files=",
    { ...write("Changes what is recorded of packages."), options: "!--forget= !--learn=" },
  ),
  "rc-status": read("*"),
  "zerotier-cli": group({
    "status|info|listnetworks|listpeers|peers": clientRead,
    leave: cutsOff("Leaves the virtual network this session may use."),
    "*": write("Changes the virtual network."),
  }),
  ...names(
    "netbird nordvpn mullvad protonvpn protonvpn-cli expressvpn windscribe warp-cli openvpn3 twingate",
    group({
      "status|version|account|settings": clientRead,
      "*": cutsOff("Changes the virtual network, and with it the way this session may use."),
    }),
  ),
  ...names(
    "zrok devtunnel lt loclx pagekite inlets rathole playit telebit sish serveo",
    dangerous("exfil", "Opens this machine to the internet.", "Use ssh."),
  ),
  cloudflared: { ...tool("Opens a tunnel to this machine."), effect: "network", options: "!--url= !--hello-world" },
  kubeseal: { ...write("Seals a secret."), options: "!--recovery-unseal !--recovery-private-key=" },
  ...names("age rage", {
    ...runs("Encrypts or decrypts."),
    options: "-i= -r= -R= -o=> -deap --decrypt --identity= --recipient= --output=>",
  }),
  "salt-key": group(
    { "*": cutsOff("Changes which machines are still managed.") },
    "-l= -L --list= --list-all -f= --finger=",
  ),
  "rdiff-backup": {
    ...write("Writes or restores a backup."),
    options: "!--remove-older-than= !--remove-increments-older-than= ?--force",
  },
  kopia: group({
    snapshot: group({
      "list|ls|show": clientRead,
      "delete|expire|fix|pin": wipes("Removes backups."),
      "*": write("Writes a backup."),
    }),
    "repository|repo": group({ status: clientRead, "*": tool("Changes where backups are.") }),
    "policy|content|manifest|index|maintenance|blob|cache": group({
      "list|ls|show|info|stats": clientRead,
      "*": tool("Changes backups."),
    }),
    "*": tool("Changes backups."),
  }),
  "nix-store": readsUnless(
    "-qlR --query --references --requisites --referrers --outputs --deriver --roots --tree --graph --hash --size --read-log",
    { ...write("Changes what is installed."), options: "!--delete" },
  ),
  snmpset: cutsOff("Changes a device of the network."),
  birdc: group({ show: clientRead, "*": cutsOff("Changes how networks reach each other.") }),
  rndc: group({
    "status|stats|zonestatus": clientRead,
    "delzone|halt|stop|freeze|flush": wipes("Takes names away from everyone."),
    "*": write("Changes the name server."),
  }),
  ...names("kadmin kadmin.local", decides("Changes who may log in.")),
  pdbedit: readsUnless("-Lv --list --verbose", decides("Changes or prints accounts.")),
  xfs_db: readsUnless("-r -c=? -f -V", wipes("Changes a file system underneath the kernel.")),
  exportfs: readsUnless("-vs", decides("Changes which machines may mount what.")),
  exim: { ...write("Sends mail."), words: true, options: "!-Mrm !-Mg !-be !-bs" },
  drush: tool("Runs a site's code."),
  occ: tool("Changes a cloud."),
};
