import { type Arg, type Flow, hole, literal, noFlow, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { hasOption, onlyOptions, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";
import { access } from "./services.ts";

const options = (list: string) => optionTable({ options: list });
const textOf = (job: Job): string => job.args.map((arg) => arg.text).join(" ");

const iptablesReads = options(
  "-LSnvx46 -t= -w[=] --list --list-rules --numeric --verbose --line-numbers --exact --table= --wait[=]",
);
const nftReads = options("-anNsjypuSt --handle --numeric --json --stateless --numeric-protocol --numeric-time");
const firewallCmdRead =
  /^--(?:state|permanent|version|list-[\w-]+|get-[\w-]+|info-[\w-]+=\S+|query-[\w-]+=\S+|zone=\S+)$/;

/** Whether a firewall is only shown: every word is known, one by one. */
function showsFirewall(job: Job, family: string): boolean {
  const words = job.args.map((arg) => literal(arg) ?? "\n");
  switch (family) {
    case "iptables":
      return (
        onlyOptions(job.args, iptablesReads) &&
        words.some((word) => /^(?:-[a-zA-Z]*[LS][a-zA-Z]*|--list(?:-rules)?)$/.test(word)) &&
        operandsOf(job.args).every((arg) => /^[\w-]+$/.test(arg.text))
      );
    case "nft":
      return onlyOptions(job.args, nftReads) && /^(?:list|describe|monitor)$/.test(operandsOf(job.args)[0]?.text ?? "");
    case "ufw":
      return (
        /^(?:status|show|version|--dry-run)$/.test(words[0] ?? "") ||
        (words[0] === "app" && /^(?:list|info)$/.test(words[1] ?? ""))
      );
    case "firewall-cmd":
      return words.every(
        (word, index) =>
          firewallCmdRead.test(word) || word === "--zone" || (words[index - 1] === "--zone" && index > 0),
      );
    case "pfctl":
      return /^-s ?\w+(?: -[vq]+)*$/.test(textOf(job));
    default:
      return false;
  }
}

/** Firewalls: showing is harmless; allowing is ordinary; everything else can close the way in. */
function firewall(job: Job): Flow {
  const text = textOf(job);
  const family = /^(?:ip6?tables|ip6?tables-(?:legacy|nft)|arptables|ebtables)$/.test(job.name) ? "iptables" : job.name;
  const isBare = job.args.length === 0 && !/restore|apply/.test(job.name);
  if (isBare || showsFirewall(job, family)) return someFlow;
  const allows =
    job.name === "ufw"
      ? /^(?:allow|limit|reload|logging|insert \d+ allow)\b/.test(text) ||
        // Closing what is no way in: `ufw delete allow 8080`.
        (/^delete allow \d+(?:\/(?:tcp|udp))?$/.test(text) && !/\b22\b/.test(text))
      : job.name === "firewall-cmd"
        ? /--add-(?:service|port|rich-rule|masquerade)|--reload\b/.test(text) &&
          !/reject|drop|panic|--remove|--set-default|--delete/.test(text)
        : family === "iptables"
          ? /(?:-A|-I|--append|--insert)\b/.test(text) && /-j ACCEPT\b/.test(text) && !/-P\b/.test(text)
          : false;
  if (allows) ask(job, "write", "firewall.allow", "Opens the firewall for something.");
  else danger(job, "lockout", "lockout.firewall", `${shown(job)} can close the way this session uses.`, access);
  return noFlow;
}

/** ip takes every word shortened: `ip r d default`. Its options too: `-ba FILE` runs a file of commands. */
const shortened =
  /^(?:-\S+ )*(?:r|ro|route|a|ad|addr|address|l|li|link|ru|rule|n|ne|neigh)\w* (?:d|de|del|f|fl|flush|rep|repl|replace|ch|change)\w*\b/;
const interfaces = /\b(?:down|del|delete|flush|remove|disable|off|blackhole|unreachable|prohibit|replace|netem|tbf)\b/;

const ipFlag =
  /^-(?:[46Bsdhjprtoca0NV]|ss|br(?:ief)?|stats?|statistics|details?|json|pretty|oneline|color(?:=\w+)?|c=\w+|ts(?:hort)?|timestamp|human(?:-readable)?|iec|resolve|Numeric|Version)$/;
const ipValued = /^-(?:f|family|n|netns|l|loops|rc|rcvbuf)$/;
const ipObject =
  /^(?:a|ad|addr|addre|addres|address|l|li|lin|link|r|ro|rou|rout|route|n|ne|nei|neig|neigh|neighbou?r|ru|rul|rule|netns|maddr|maddress|mroute|tunnel|tuntap|ntable|addrlabel|tcp_metrics|netconf|vrf|nexthop)$/;
const ipShow = /^(?:s|sh|sho|show|l|li|lis|list|ls|lst|g|ge|get|identify|pids)$/;

function ipShows(job: Job): boolean {
  const words = job.args.map((arg) => literal(arg) ?? "\n");
  const at = words.findIndex((word, index) => !ipFlag.test(word) && !ipValued.test(word) && !valueAt(words, index));
  if (at === -1) return true;
  const [object = "", verb] = words.slice(at);
  if (/^mon(?:itor)?$/.test(object)) return true;
  // `ip link s` sets.
  if (/^l/.test(object) && verb === "s") return false;
  return ipObject.test(object) && (verb === undefined || ipShow.test(verb));
}
const valueAt = (words: readonly string[], index: number): boolean => ipValued.test(words[index - 1] ?? "");

const nmcliReads = options(
  "-tpahv -m= -c= -f= -g= -e= -w= --terse --pretty --mode= --colors= --fields= --get-values= --escape= --wait= --ask --overview --active --order= --rescan=",
);
/** Shortened as nmcli takes them: `nmcli d s`. */
const showOrStatus = /^s(?:h|ho|how|t|ta|tat|tatu|tatus)?$/;

function nmcliShows(job: Job): boolean {
  const { options: found, operands, uncertain } = parseArgs(job.args, nmcliReads);
  if (uncertain.length > 0 || found.some(({ known }) => known === null)) return false;
  const [object = "", verb, ...rest] = operands.map((arg) => arg.text);
  if (verb === undefined) return object === "" || /^[gnrcdm]|^(?:con|dev|gen|net|rad)\w*$/.test(object);
  if (/^g/.test(object))
    return showOrStatus.test(verb) || (/^(?:permissions|hostname|logging)$/.test(verb) && rest.length === 0);
  if (/^n/.test(object)) return verb === "connectivity";
  if (/^r/.test(object)) return /^(?:all|wifi|wwan)$/.test(verb) && rest.length === 0;
  if (/^c/.test(object)) return showOrStatus.test(verb);
  if (/^d/.test(object))
    return showOrStatus.test(verb) || (/^(?:wifi|w|lldp)$/.test(verb) && /^(?:list|)$/.test(rest[0] ?? ""));
  return false;
}

const shows: Record<string, RegExp | ((job: Job) => boolean)> = {
  ip: ipShows,
  ifconfig: /^(?:-[as]|\w+)?$/,
  route: /^(?:-[nee6v]+|get .*)?$/,
  nmcli: nmcliShows,
  ethtool: /^(?:-[iSkgacmTlPu]+ )?[\w.-]+$/,
  arp: /^(?:-[aenv]+\s*)*[\w.]*$/,
  brctl: /^show/,
  iw: /^(?:dev|list|phy|reg get|dev \w+ (?:info|link|scan|station dump))$/,
  iwconfig: /^\w*$/,
  tc: /^(?:-\S+ )*(?:qdisc|class|filter) (?:show|list|ls)\b/,
  networksetup: /^-(?:list|get)/,
  resolvectl: /^(?:status|statistics|dns|domain|show-cache|show-server-state)?(?: [\w.-]+)?$/,
  // Keys stay hidden unless they are asked for by name.
  wg: /^(?:show(?: (?:interfaces|all|[\w.-]+))?(?: (?:peers|endpoints|latest-handshakes|transfer|allowed-ips|listen-port|public-key|fwmark|persistent-keepalive))?)?$/,
  networkctl: /^(?:status|list|lldp)?(?: [\w.-]+)?$/,
};

function network(job: Job): Flow {
  const text = textOf(job);
  if (job.name === "nmcli" && hasOption(job.args, "-s", "--show-secrets")) {
    danger(job, "exfil", "secret.read", "Prints passwords of networks.", "Leave out -s.");
    return someFlow;
  }
  if (job.name === "ip" && printsKeys(job.args)) {
    danger(job, "exfil", "secret.read", "Prints the keys of encrypted connections.", "Add nokeys.");
    return someFlow;
  }
  const only = shows[job.name];
  const isRead =
    only instanceof RegExp ? only.test(text) && !interfaces.test(text) && !isBatch(text) : only?.(job) === true;
  if (isRead) return someFlow;
  if (job.name === "ip" && /^(?:netns exec) \S+/.test(text)) {
    ask(job, "write", "network.namespace", "Runs a command in another network namespace.");
    const at = job.args.findIndex((arg) => arg.text === "exec");
    return job.run.runArgv(job.args.slice(at + 2), job, { via: "ip netns exec", stdin: job.stdin });
  }
  if (job.name === "resolvectl" && /^query/.test(text)) ask(job, "network", "network.lookup", "Looks up a name.");
  else if (
    interfaces.test(text) ||
    (job.name === "ip" && shortened.test(text)) ||
    (job.name === "ip" && isBatch(text) && !job.args.some((arg) => isOwnList(arg))) ||
    (isBatch(text) && (text.includes(hole.pipe) || interfaces.test(job.stdin.text ?? ""))) ||
    (job.name === "ethtool" && /^-(?:s|r|E|f)\b|^--(?:change|negotiate|flash)/.test(text)) ||
    /^(?:nmcli|ifconfig|networksetup|netplan|ifdown|ifup|dhclient|wg-quick|wg)$/.test(job.name) ||
    /\b(?:set|change)\b/.test(text)
  )
    danger(job, "lockout", "lockout.network", `${shown(job)} changes the network this session may use.`, access);
  else ask(job, "write", "network.change", `${shown(job)} changes the network.`);
  return noFlow;
}

const isBatch = (text: string): boolean => /(?:^|\s)-(?:b|ba|bat|batc|batch|force)\b/.test(text);
/** A file that a person can read before it runs. */
const isOwnList = (arg: Arg): boolean => /^[\w./-]+$/.test(arg.text) && !/^-|^\/(?:var\/)?tmp\//.test(arg.text);
const printsKeys = (args: readonly Arg[]): boolean => {
  const words = operandsOf(args).map((arg) => arg.text);
  return /^x/.test(words[0] ?? "") && /^s(?:t|ta|tat|tate)?$/.test(words[1] ?? "") && !words.includes("nokeys");
};

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

export const networkSettingJudges: Judges = {
  ...each(
    "iptables ip6tables iptables-legacy iptables-nft ip6tables-legacy ip6tables-nft arptables ebtables nft ufw firewall-cmd pfctl iptables-restore ip6tables-restore iptables-apply csf shorewall",
    firewall,
  ),
  ...each(
    "ip ifconfig route nmcli ethtool arp brctl iw iwconfig tc networksetup resolvectl networkctl netplan ifdown ifup dhclient wg-quick wg",
    network,
  ),
};
