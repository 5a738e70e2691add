import { type Flow, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { judgedPath } from "../file-access.ts";
import { ask, danger, type Job, pathTarget, shown } from "../job.ts";
import { hasOption, operandsOf, optionValue } from "../options.ts";
import type { Judges } from "./judge.ts";
import { fromStranger } from "./stranger.ts";

/** The row of the table, after a look at what the row cannot say. */
const row = (job: Job): Flow => judgeByRows(job) ?? someFlow;

/** A file system in an image of one's own is a file; on a device it is the end of what was there. */
function makesFileSystem(job: Job): Flow {
  const target = operandsOf(job.args).at(-1);
  const { kind, isOwn, path } = judgedPath(target?.text ?? "", job);
  const isImage =
    /\.(?:img|raw|iso|ext[234]|qcow2|disk|bin)$/.test(path) && (isOwn || kind === "project" || kind === "tmp");
  if (target === undefined || !isImage) return row(job);
  ask(job, "write", "disk.image", `Creates a file system in ${readable(path)}.`, { target: pathTarget(path) });
  return someFlow;
}

/** Modules that come with the kernel, and that containers, virtual machines and file systems ask for by name. */
const ordinaryModules =
  /^(?:overlay|br_netfilter|bridge|vxlan|veth|tun|tap|loop|nbd|fuse|zram|wireguard|nf_(?:conntrack|nat|tables)\w*|ip_vs\w*|ip6?_tables|ip6?table_\w+|xt_\w+|dm[-_]\w+|raid\d+|btrfs|xfs|ext4|vfat|exfat|ntfs3|iscsi_tcp|nvme[-_]tcp|kvm(?:_intel|_amd)?|vhost\w*|vfio\w*|i2c[-_]dev|snd[-_]\w+|usb[-_]storage|v4l2loopback|8021q|bonding|dummy|ifb|sch_\w+|tcp_bbr)$/;

function loadsModule(job: Job): Flow {
  if (job.args.length === 0 || !job.args.every((arg) => ordinaryModules.test(arg.text))) return row(job);
  ask(
    job,
    "write",
    "kernel.module",
    `Loads ${job.args.map((arg) => arg.text).join(" ")}, which comes with the kernel.`,
  );
  return someFlow;
}

const controllerShows =
  /^(?:show|detail|status|getconfig|getstatus|-?(?:LDInfo|PDList|AdpAllInfo|ShowSummary|CfgDsply|AdpBbuCmd|LdPdInfo|EncInfo|PDInfo))$/i;
const controllerWord = /^[\w/=:.,-]+$/;
const controllerChanges =
  /^-?(?:delete|del|remove|clear|erase|init|initialize|create|add|modify|set|start|stop|flash|download|import|Cfg(?!Dsply)\w+|PDMakeGood|PDOffline|PDOnline|PDClear|AdpSetProp|LDInit|import)$/i;

/** RAID controllers: whatever does not plainly show something changes disks. */
function controller(job: Job): Flow {
  const words = job.args.map((arg) => arg.text);
  const isShown =
    words.some((word) => controllerShows.test(word)) &&
    words.every((word) => controllerWord.test(word) && !controllerChanges.test(word));
  if (!isShown)
    danger(
      job,
      "destructive",
      "disk.controller",
      `${shown(job)} changes a controller, and with it what is on its disks.`,
      "Look first (show), and let a person decide.",
    );
  return someFlow;
}

/** Hosts of virtual machines have the verb last: `esxcli vm process kill`, `vim-cmd vmsvc/power.off`. */
function hypervisor(job: Job): Flow {
  const words = operandsOf(job.args).map((arg) => arg.text);
  const verb = job.name === "vim-cmd" ? (words[0] ?? "").replace(/^.*\//, "") : (words.at(-1) ?? "");
  if (
    /^(?:list|get|stats|show|version|get\w+|power\.getstate)$/.test(verb) &&
    !job.args.some((arg) => /^-[a-z]*[sup]$/.test(arg.text))
  )
    return someFlow;
  if (
    /destroy|delete|remove|unregister|kill|format|power\.(?:off|reset|shutdown)|shutdown|reboot|poweroff|^set$|disable|unload/.test(
      verb,
    )
  )
    danger(
      job,
      "destructive",
      "machine.hypervisor",
      `${shown(job)} stops, changes or removes what runs on this host.`,
      "Name the machine, and let a person decide.",
    );
  else ask(job, "write", "machine.hypervisor", `Runs ${shown(job)}.`);
  return someFlow;
}

/** Settings of macOS as options: `-get…` shows, `-setremotelogin` decides who gets in. */
function systemsetup(job: Job): Flow {
  const words = job.args.map((arg) => arg.text);
  if (words.every((word) => /^-(?:get|list)\w+$/.test(word)) && words.length > 0) return someFlow;
  if (words.some((word) => /^-set(?:remotelogin|remoteappleevents|startupdisk|networktimeserver)$/.test(word)))
    danger(
      job,
      "lockout",
      "lockout.login",
      `${shown(job)} changes who can reach this Mac, or what it starts from.`,
      "Have another way in ready.",
    );
  else ask(job, "write", "system.setting", `Runs ${shown(job)}.`);
  return someFlow;
}

/** An image from an address is somebody's program as soon as it is attached. */
function image(job: Job): Flow {
  const stranger = job.args.find((arg) => fromStranger(arg.text));
  if (stranger !== undefined)
    danger(
      job,
      "opaque",
      "run.fetched",
      `Attaches ${readable(stranger.text)}; nobody has looked inside.`,
      "Fetch it first, and look at what it is.",
      { span: stranger.span },
    );
  return row(job);
}

/** Editors open files; some also let others in, or take programs in. */
function editor(job: Job): Flow {
  const extension = optionValue(job.args, "--install-extension");
  const isFile = extension !== null && (/\.vsix$/.test(extension.text) || fromStranger(extension.text));
  if (isFile && !judgedPath(extension.text, job).isOwn)
    danger(
      job,
      "opaque",
      "packages.stranger",
      `Installs ${readable(extension.text)} into the editor, where it runs from now on.`,
      "Install extensions by name.",
    );
  if (/^(?:tunnel|serve-web)$/.test(operandsOf(job.args)[0]?.text ?? ""))
    danger(job, "exfil", "exfil.serves", "Lets others into this machine through the editor.", "Use ssh.");
  if (
    hasOption(job.args, "--extensionDevelopmentPath") ||
    job.args.some((arg) => /^--(?:enable-proposed-api|extensions-dir=\/tmp)/.test(arg.text))
  )
    danger(job, "opaque", "option.runs-code", "Makes the editor load code of its own.", "Open the file without it.");
  return row({ ...job, name: "code", args: job.args.length === 0 ? [plainArg(".", job.span)] : job.args });
}

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

export const hardwareJudges: Judges = {
  ...each(
    "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mke2fs mkswap mkdosfs",
    makesFileSystem,
  ),
  ...each(
    "ssacli hpssacli hpacucli arcconf perccli perccli64 storcli storcli64 megacli MegaCli MegaCli64 sas2ircu sas3ircu tw_cli mvcli omconfig",
    controller,
  ),
  ...each("esxcli vim-cmd", hypervisor),
  modprobe: loadsModule,
  systemsetup,
  hdiutil: image,
  ...each("code code-insiders codium cursor windsurf", editor),
};
