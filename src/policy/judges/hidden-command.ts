import { type Arg, literal, plainArg, readable } from "../../shell/index.ts";
import { tell } from "../effects/tell.ts";
import { danger, type Job } from "../job.ts";
import { onTrial } from "../judgement.ts";
import { signs } from "../languages/code-signs.ts";
import { anyWord } from "../word-lists.ts";

/** Names that nobody gives to a sub-command: where they stand among arguments, a command is meant. */
const unmistakable =
  anyWord(`rm sudo doas dd shred mkfs mkfs.* wipefs chmod chown reboot shutdown poweroff halt kill pkill killall
  iptables nft ufw systemctl userdel useradd usermod passwd chpasswd curl wget nc ncat socat mv sh bash zsh dash ksh ash
  perl ruby node find xargs truncate crontab psql mysql redis-cli mongosh dropdb docker kubectl nsenter chroot insmod
  modprobe setcap visudo tee`);
const isCommandName = (word: string): boolean => {
  const name = word.replace(/^\/(?:usr\/)?s?bin\//, "");
  return name === name.toLowerCase() && (unmistakable.test(name) || /^python[\d.]*$/.test(name));
};
const statement = /^\s*(?:drop|truncate|delete\s+from|alter\s+table)\s+\S/i;
/** What follows is text for people: `gh pr comment -b 'rm -rf / is in line 3'`. */
const messageOption = anyWord(
  "-b -m -t --body --message --title --description --note --notes --comment --summary --subject --reason",
);
const codeOption = anyWord(`-e -c -x -r -g -eval --eval -exec --exec -execute --execute -expr --expr -run --run -command
  --command -goal --goal -batch`);

/**
 * A program that is not known may be a wrapper: `pdsh -w web1 reboot`, `fleet run 'rm -rf /'`. Whatever among its
 * arguments reads as a command, a statement or code is judged as if it ran; only a danger is reported.
 */
export function findsHiddenCommand(job: Job): boolean {
  let trials = 0;
  for (const [index, arg] of job.args.entries()) {
    if (messageOption.test(job.args[index - 1]?.text ?? "") && isWriting(job)) continue;
    const texts = textsIn(arg).filter((text, at) => at === 0 || readsAsCommand(text));
    const isCommand = isCommandName(literal(arg) ?? "");
    if (isCommand || texts.some(readsAsCommand)) trials++;
    // Each trial costs as much as a command; no line that a person reads has many.
    if (trials > maxTrials) return tooManyToJudge(job);
    if (isCommand && commandAt(job, index)) return true;
    if (texts.some((text) => dangerousText(job, text, job.args[index - 1]))) return true;
  }
  return false;
}

/** Only forges and trackers: elsewhere the same letters stand for a command. */
const isWriting = (job: Job): boolean => /^(?:gh|glab|hub|tea|jira|linear|acli|bd)$/.test(job.name);
const readsAsCommand = (text: string): boolean => isCommandName(text.trim().split(/\s+/, 1)[0] ?? "");
const maxTrials = 12;

function tooManyToJudge(job: Job): boolean {
  const say = `Hands more commands to ${readable(job.name)} than can be judged.`;
  tell(job, "runs-unread", "unknown.commands", say, { safer: "Run them one by one." });
  return true;
}

function commandAt(job: Job, index: number): boolean {
  const argv = job.args.slice(index);
  const [first] = argv;
  if (first === undefined) return false;
  // `vagrant halt` is a verb of the program; `pdsh -w web1 halt` is a command for others.
  const isVerb = index === job.args.findIndex((arg) => !arg.text.startsWith("-"));
  if (isVerb && /^(?:reboot|shutdown|poweroff|halt|kill|find|truncate)$/.test(first.text)) return false;
  return isHarmful(job, (trial) => trial.run.runArgv(argv, trial, { via: job.name, stdin: trial.stdin }));
}

/** The argument itself, and what stands in quotes or after an equals sign inside it: `commands=["rm -rf /"]`. */
function textsIn(arg: Arg): string[] {
  const text = literal(arg);
  if (text === null || !/\s/.test(text)) return [];
  return [
    text,
    text.replace(/^[\w.-]+=/, ""),
    ...[...text.matchAll(/"([^"]{4,})"|'([^']{4,})'/g)].map((m) => m[1] ?? m[2] ?? ""),
  ];
}

function dangerousText(job: Job, text: string, before: Arg | undefined): boolean {
  if (readsAsCommand(text) && isHarmful(job, (trial) => trial.run.runText(text, trial, { via: job.name }))) return true;
  if (statement.test(text)) {
    const argv = ["psql", "-c", text].map((word) => plainArg(word, job.span));
    return isHarmful(job, (trial) => trial.run.runArgv(argv, trial, { via: job.name }));
  }
  const sign = codeOption.test(before?.text ?? "") ? signs.find(({ pattern }) => pattern.test(text)) : undefined;
  if (sign === undefined) return false;
  const say = `The code for ${readable(job.name)} ${sign.say}.`;
  danger(job, sign.risk, sign.ruleId, say, "Use a plain command that can be checked.");
  return true;
}

/** Judges on a copy of the shell; keeps what was found only when it is a danger. */
function isHarmful(job: Job, work: (trial: Job) => unknown): boolean {
  const { run, shell } = job;
  const commands = run.commands.length;
  const redirects = run.redirects.length;
  const copy = {
    ...shell,
    variables: new Map(shell.variables),
    files: new Map(shell.files),
    functions: new Map(shell.functions),
  };
  const found = onTrial(run, () => work({ ...job, shell: copy })).filter((finding) => finding.level === "danger");
  run.commands.splice(commands);
  run.redirects.splice(redirects);
  run.findings.push(...found);
  return found.length > 0;
}
