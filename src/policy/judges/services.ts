import { type Arg, type Flow, isDynamic, noFlow, readable, someFlow } from "../../shell/index.ts";
import { ask, danger, type Job, shown } from "../job.ts";
import { judgeOption } from "../judge-spec.ts";
import { hasOption, operandsOf, parseArgs } from "../options.ts";
import { optionTable } from "../spec.ts";
import type { Judges } from "./judge.ts";

export const access = "Have another way in ready, and a timed way back (at, systemd-run).";

/** Services that carry the session itself: without them nobody gets in again. */
const carriers =
  /^(?:sshd?|ssh\.socket|sshd\.socket|ssh\.service|sshd\.service|openssh\w*|dropbear|networking|network|network-manager|NetworkManager|systemd-networkd|systemd-resolved|dhcpcd|wpa_supplicant|netplan|tailscaled|wg-quick@\w+|openvpn.*|cloudflared|teleport|docker-never|dbus|systemd-logind|getty.*|firewalld-panic|sssd|systemd-udevd|com\.openssh\.sshd)(?:\.service|\.socket)?$/i;
const auditors =
  /^(?:auditd|rsyslog|syslog|syslog-ng|systemd-journald|fail2ban|falco|osqueryd|wazuh-agent|crowdstrike|falcon-sensor|apparmor|selinux\w*|clamav\w*|ossec\w*|aide\w*|firewalld|ufw|iptables|nftables|filebeat|auditbeat|datadog-agent|sysmon)(?:\.service|\.socket)?$/i;
const powerTargets =
  /^(?:poweroff|reboot|halt|kexec|soft-reboot|suspend|hibernate|hybrid-sleep|rescue|emergency|exit|switch-root|suspend-then-hibernate|sleep)(?:\.target)?$/;

const nameOf = (unit: Arg): string => unit.text.slice(unit.text.lastIndexOf("/") + 1);

/** What a verb of a service manager does, for people. */
const actions: Record<string, string> = {
  start: "Starts",
  stop: "Stops",
  restart: "Restarts",
  reload: "Reloads",
  enable: "Starts from now on with the machine:",
  disable: "No longer starts with the machine:",
  mask: "Makes it impossible to start",
  unmask: "Makes it possible to start",
  kill: "Signals",
  "daemon-reload": "Reads the unit files again for",
};

function unitAction(job: Job, verb: string, units: readonly Arg[]): undefined {
  const stops =
    /^(?:(?:force-)?(?:stop|shutdown)|disable|mask|kill|try-stop|bootout|unload|remove|off|down|del|delete|exit|once|term)$/.test(
      verb,
    );
  const carrier = units.find(
    (unit) =>
      carriers.test(nameOf(unit).replace(/\*+$/, "")) ||
      /(?:^|\/|\.)(?:open)?sshd?\.plist$|\/ssh\.plist$/.test(unit.text),
  );
  const auditor = units.find((unit) => auditors.test(nameOf(unit).replace(/\*+$/, "")));
  if (stops && carrier !== undefined)
    danger(job, "lockout", "lockout.service", `Stops ${readable(carrier.text)}, through which people log in.`, access, {
      target: { kind: "unit", value: readable(carrier.text), dynamic: false },
    });
  else if (stops && auditor !== undefined)
    danger(
      job,
      "destructive",
      "audit.service",
      `Stops ${readable(auditor.text)}, which records or guards what happens.`,
      "Leave it running.",
      { target: { kind: "unit", value: readable(auditor.text), dynamic: false } },
    );
  else if (stops && units.some((unit) => isDynamic(unit) || /^\*/.test(unit.text)))
    danger(job, "lockout", "lockout.service", "Stops services that are only chosen at run time.", "Name the service.");
  else if (carrier !== undefined && verb === "restart" && /network|resolved|dhcp|wg|openvpn/i.test(carrier.text))
    danger(
      job,
      "lockout",
      "lockout.service",
      `Restarts ${readable(carrier.text)}; the connection may not come back.`,
      access,
    );
  else
    ask(
      job,
      "write",
      "service.change",
      `${actions[verb] ?? `Runs ${verb} on`} ${readable(units.map((unit) => unit.text).join(" ")) || "the service manager"}.`,
      units[0] === undefined
        ? {}
        : { target: { kind: "unit", value: readable(units[0].text), dynamic: isDynamic(units[0]) } },
    );
}

const systemctlReads =
  /^(?:status|show|cat|list-\w+(?:-\w+)*|is-(?:active|enabled|failed|system-running)|get-default|help|show-environment)$/;

/** Every option, with whether it takes a value: one that is read wrongly makes a unit of the verb. */
const systemctlOptions = optionTable({
  options: `-alrqfTihv -t= -p= -P= -n= -o= -s= -H= -M= ?-C= --all --recursive --reverse --after --before --full --value
    --show-types --ignore-inhibitors --dry-run --quiet --no-block --wait --user --system --failed --no-wall --global
    --no-reload --no-ask-password --runtime --force --plain --no-pager --no-legend --now --mkdir --read-only
    --with-dependencies --marked --no-warn --fail --irreversible --ignore-dependencies --show-transaction
    --firmware-setup --stdin --help --version --verbose --type= --state= --property= --job-mode= --lines= --output=
    --signal= --kill-whom= --kill-who= --kill-value= --what= --root=? --image=? --image-policy= --preset-mode=
    --timestamp= --host= --machine= --boot-loader-menu= --boot-loader-entry= --reboot-argument= --message= --when=
    --check-inhibitors= --legend= --drop-in= ?--capsule=`,
});

/** `systemctl show UNIT` prints the unit's variables among the rest, unless properties are named. */
function showsHarmless(job: Job): boolean {
  const named = job.args.flatMap((arg, index) => {
    const attached = /^(?:-p|-P|--property=)(.+)$/.exec(arg.text)?.[1];
    const next = /^(?:-p|-P|--property)$/.test(arg.text) ? job.args[index + 1]?.text : undefined;
    return [attached ?? next ?? []].flat();
  });
  return named.length > 0 && named.every((list) => /^[\w,]+$/.test(list) && !/environment/i.test(list));
}

function systemctl(job: Job): Flow {
  const parsed = parseArgs(job.args, systemctlOptions);
  const [first, ...units] = parsed.operands;
  const verb = first?.text ?? "list-units";
  for (const option of parsed.options) judgeOption(job, option, { strict: true, title: job.name });
  const [uncertain] = parsed.uncertain;
  if (uncertain !== undefined)
    ask(job, "opaque", "argument.dynamic", `${readable(uncertain.text)} could turn out to be an option of systemctl.`, {
      span: uncertain.span,
    });
  if (hasOption(job.args, "-H", "--host", "-M", "--machine"))
    ask(job, "network", "network.host", "Works on another machine.");
  if (powerTargets.test(verb)) power(job);
  else if (verb === "isolate" || (verb === "set-default" && units.some((unit) => powerTargets.test(unit.text))))
    power(job);
  else if (verb === "start" && units.some((unit) => powerTargets.test(unit.text))) power(job);
  else if (systemctlReads.test(verb)) {
    if (/environment/.test(verb) || (verb === "show" && !showsHarmless(job)))
      ask(job, "read", "private.environment", "Prints variables, which often hold secrets.");
  } else if (verb === "edit" || verb === "link" || verb === "import-environment" || verb === "set-environment")
    danger(
      job,
      "escalate",
      "persistence.unit",
      `systemctl ${verb} changes what services run.`,
      "Show the unit file first, and let a person install it.",
    );
  else if (verb === "set-property" && units.some((unit) => /\.slice$|^init\.scope$|^user@/.test(unit.text)))
    danger(job, "lockout", "lockout.limits", "Limits what all sessions together may use, this one included.", access);
  else if (/^(?:enable|start|reenable)$/.test(verb) && units.some((unit) => unit.text.includes("/")))
    danger(
      job,
      "escalate",
      "persistence.unit",
      "Makes a unit file of its own run from now on.",
      "Show the unit file first, and let a person install it.",
    );
  else unitAction(job, verb, units);
  return someFlow;
}

function service(job: Job): Flow {
  const [name, verb] = operandsOf(job.args);
  const option = job.args.find((arg) => arg.text.startsWith("-") && !/^--(?:status-all|help|version)$/.test(arg.text));
  if (option !== undefined)
    ask(job, "write", "service.change", `${job.name} ${readable(option.text)} may stop or restart a service.`);
  // The name is looked up as a script, so that a path in it leads to any program.
  if (name !== undefined && (/\//.test(name.text) || isDynamic(name)))
    danger(
      job,
      "opaque",
      "run.dynamic",
      `Runs ${readable(name.text)}, which is no name of a service.`,
      "Name the service.",
    );
  if (verb === undefined || verb.text === "status") return someFlow;
  unitAction(job, verb.text, name === undefined ? [] : [name]);
  return someFlow;
}

/** Service managers that take the verb first: `sv down sshd`, `rcctl stop sshd`. */
function verbFirst(job: Job): Flow {
  const [verb, ...units] = operandsOf(job.args);
  const isShown = /^(?:status|list|ls|show|check|get|is-started|is-failed)$/.test(verb?.text ?? "");
  if (isShown && !job.args.some((arg) => arg.text.startsWith("-"))) return someFlow;
  unitAction(job, verb?.text ?? "", units);
  return noFlow;
}

/** daemontools and s6 have letters for verbs: `svc -d /service/sshd`. */
function letterFirst(job: Job): Flow {
  unitAction(job, hasOption(job.args, "-d", "-x", "-k", "-t", "-D", "-o") ? "stop" : "start", operandsOf(job.args));
  return noFlow;
}

function launchctl(job: Job): Flow {
  const [verb, ...rest] = operandsOf(job.args);
  if (/^(?:list|blame|version|print-disabled)$/.test(verb?.text ?? "")) return someFlow;
  if (/^(?:load|bootstrap|submit|enable|setenv|asuser|reboot)$/.test(verb?.text ?? ""))
    danger(
      job,
      "escalate",
      "persistence.unit",
      "Makes macOS run something from now on.",
      "Let a person install services.",
    );
  else unitAction(job, verb?.text ?? "", rest);
  return someFlow;
}

function power(job: Job): undefined {
  danger(
    job,
    "lockout",
    "lockout.power",
    `${shown(job)} stops, restarts or suspends the machine.`,
    "Let a person decide when.",
  );
}

function powerCommand(job: Job): Flow {
  const isCancel = hasOption(job.args, "-c") || job.args.some((arg) => arg.text === "--show" || arg.text === "-w");
  const isInit = /^(?:init|telinit)$/.test(job.name);
  if (isInit && /^[qu]$/i.test(job.args[0]?.text ?? ""))
    ask(job, "write", "service.reload", "Makes init read its configuration again.");
  else if (isCancel && job.name === "shutdown") ask(job, "write", "power.cancel", "Cancels a planned restart.");
  else power(job);
  return noFlow;
}

const protectedProcesses =
  /^(?:sshd|ssh|systemd|init|launchd|dbus-daemon|systemd-\w+|NetworkManager|dhclient|tmux|screen|login|bash|zsh|sh|cotty|node-cotty|containerd|dockerd|getty|Xorg|gnome-shell|loginwindow|WindowServer|auditd|rsyslogd|journald|\.|\.\*|)$/;

function kill(job: Job): Flow {
  const operands = job.args.filter(
    (arg, index) => !(index === 0 && /^-/.test(arg.text) && job.args.length > 1) && arg.text !== "--",
  );
  if (/^(?:-l|-L|--list(?:=.*)?|--table)$/.test(job.args[0]?.text ?? "")) return someFlow;
  const pids = job.args[0]?.text === "-s" || job.args[0]?.text === "-n" ? operands.slice(1) : operands;
  const all = pids.some((pid) => /^-1$|^0$|^1$|^-0*1$/.test(pid.text));
  const own = pids.some((pid) => pid.variables.some((name) => name === "$" || name === "PPID" || name === "BASHPID"));
  if (all)
    danger(
      job,
      "lockout",
      "lockout.kill",
      "Ends every process, or the first one, and with it the session.",
      "Name the process.",
    );
  else if (pids.some((pid) => isDynamic(pid)) && looksFor(job, sessionPrograms))
    danger(job, "lockout", "lockout.kill", "Ends the processes through which people log in.", "Name the process.");
  else if (own) danger(job, "lockout", "lockout.kill", "Ends the shell this session runs in.", "Name the process.");
  else ask(job, "write", "process.kill", `Signals process ${readable(pids.map((pid) => pid.text).join(" "))}.`);
  return noFlow;
}

const sessionPrograms = /(?:^|[^\w])(?:sshd?|systemd|init|dbus|NetworkManager|tmux|cotty)(?:[^\w]|$)/;

/** Whether the line searched for such a program before it does something to what it found: `pgrep sshd | xargs kill`. */
export const looksFor = (job: Job, programs: RegExp): boolean =>
  job.run.commands.some(
    ({ argv: [name, ...args] }) =>
      /^(?:pgrep|pidof|grep|egrep|awk|lsof|ss|fuser)$/.test(name ?? "") &&
      args.some((word) => word !== null && programs.test(word)),
  );

function killByName(job: Job): Flow {
  const operands = operandsOf(job.args).map((arg) => arg.text.replace(/^\^|\$$/g, ""));
  const byUser = job.args.some((arg) => /^-[uUt]$|^-[uU][a-z]|^--(?:user|euid|uid|terminal)/.test(arg.text));
  const names = operands.filter((name) => !/^(?:\d+|[A-Z]+)$/.test(name));
  if (
    job.name === "killall5" ||
    names.some((name) => protectedProcesses.test(name)) ||
    operandsOf(job.args).some((arg) => isDynamic(arg)) ||
    byUser
  ) {
    danger(
      job,
      "lockout",
      "lockout.kill",
      `${shown(job)} can end the login service or the session itself.`,
      "Name one process that is not part of the way in.",
    );
  } else ask(job, "write", "process.kill", `Ends processes named ${readable(names.join(" "))}.`);
  return noFlow;
}

/** Accounts: creating a plain one is ordinary; passwords, locks and groups of administrators are not. */
function account(job: Job): Flow {
  const text = job.args.map((arg) => arg.text).join(" ");
  const isCreation = /^(?:useradd|adduser|groupadd|addgroup)$/.test(job.name);
  const gainsRights =
    /\b(?:sudo|wheel|admin|root|docker|lxd|disk|shadow|adm|kvm|libvirt)\b|-o\s|-u\s*0\b|--uid[= ]0\b|-ou\s*0/.test(
      text,
    );
  if (job.name === "passwd" && /^(?:-S|--status)(?: [\w.-]+| -a)?$/.test(text)) return someFlow;
  if (job.name === "chage" && /^(?:-l|--list) [\w.-]+$/.test(text)) return someFlow;
  if (
    job.name === "dscl" &&
    /^(?:\.|\/Search|localhost|\/Local\/Default)$/.test(job.args[0]?.text ?? "") &&
    /^-?(?:read|readall|list|search|ls|cat)$/.test(job.args[1]?.text ?? "")
  )
    return someFlow;
  if (isCreation && !gainsRights) ask(job, "write", "account.create", `Creates an account or group (${shown(job)}).`);
  else if (job.name === "usermod" && /^-s (?:\/usr)?\/bin\/(?:bash|zsh|fish|sh|dash|ksh) [\w.-]+$/.test(text))
    ask(job, "write", "account.shell", `Gives an account another shell (${shown(job)}).`);
  else if (/^(?:usermod|gpasswd)$/.test(job.name) && !gainsRights && /^-(?:aG|Ga|a)\b/.test(text))
    ask(job, "write", "account.group", `Adds an account to a group (${shown(job)}).`);
  else if (isCreation || (/^(?:usermod|gpasswd)$/.test(job.name) && gainsRights))
    danger(
      job,
      "escalate",
      "account.rights",
      `${shown(job)} lets an account become administrator.`,
      "Let a person decide who may do what.",
    );
  else
    danger(
      job,
      /^(?:passwd|chpasswd|visudo|vipw|vigr|newusers)$/.test(job.name) ? "escalate" : "lockout",
      "account.change",
      `${shown(job)} changes who can log in, or how.`,
      access,
    );
  return noFlow;
}

const each = (names: string, judge: (job: Job) => Flow): Judges =>
  Object.fromEntries(names.split(" ").map((name) => [name, judge]));

export const serviceJudges: Judges = {
  systemctl,
  ...each("service rc-service invoke-rc.d", service),
  ...each("rc-update sv svcadm rcctl dinitctl herd", verbFirst),
  ...each("svc s6-svc s6-rc", letterFirst),
  chkconfig: (job) => {
    const [name, verb] = operandsOf(job.args);
    unitAction(job, verb?.text ?? "", name === undefined ? [] : [name]);
    return noFlow;
  },
  "update-rc.d": (job) => {
    const [name, verb] = operandsOf(job.args);
    unitAction(job, verb?.text ?? "", name === undefined ? [] : [name]);
    return noFlow;
  },
  launchctl,
  ...each("shutdown reboot poweroff halt init telinit pm-suspend kexec systemd-reboot", powerCommand),
  kill,
  ...each("pkill killall killall5 skill slay", killByName),
  ...each(
    "passwd chpasswd usermod useradd adduser userdel deluser groupadd addgroup groupdel delgroup groupmod gpasswd chage visudo vipw vigr newusers chsh faillock pam-auth-update authselect dscl sysadminctl",
    account,
  ),
};
