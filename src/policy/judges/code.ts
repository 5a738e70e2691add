import { type Arg, type Flow, isDynamic, literal, mixFlows, plainArg, readable, someFlow } from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { judgedPath, mayWriteUnattended, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { type CodeEffects, readCode } from "../languages/code.ts";
import { readsEnvironment } from "../languages/code-signs.ts";
import { type Interpreter, interpreters } from "../languages/interpreters.ts";
import { operandsOf } from "../options.ts";
import { runsScript } from "../runners/shell-text.ts";
import type { Judges } from "./judge.ts";
import { isUntrustedSource } from "./untrusted-source.ts";

/** Judges inline code of another language. Visible, harmless code is asked about; what hides or reaches out is danger. */
function judgeCode(job: Job, text: string, language: string): undefined {
  if (/[\ufdd0\ufdd1\ufdd4\ufdd5]/u.test(text))
    return danger(
      job,
      "opaque",
      "code.dynamic",
      `Runs ${language} code that is only known at run time.`,
      "Write the code out, or put it into a file and read it.",
    );
  const code = readCode(text, language);
  if (code.harm !== null)
    return danger(
      job,
      code.harm.risk,
      code.harm.ruleId,
      `The ${language} code ${code.harm.say}.`,
      "Use a plain command that can be checked, or a script file that a person has read.",
    );
  for (const name of code.names) mayWriteUnattended(job, plainArg(name, job.span));
  if (code.paths.some((path) => touches(job, path, code, language))) return;
  ask(job, code.talks ? "network" : "opaque", "code.inline", `Runs ${language} code given on the command line.`);
}

/** What no code should write. */
const guarded = new Set(["account", "login", "policy", "program", "device", "git", "system-directory", "network"]);

function touches(job: Job, path: string, { writes }: CodeEffects, language: string): boolean {
  const { kind } = judgedPath(path, job);
  const shown = readable(path);
  if (kind === "secret")
    danger(
      job,
      "exfil",
      "secret.read",
      `The ${language} code reads ${shown}, which holds keys or passwords.`,
      "Leave secrets where they are.",
    );
  else if (kind === "device" || (writes && guarded.has(kind)))
    danger(
      job,
      "destructive",
      kind === "device" ? "overwrite.device" : "overwrite.code",
      `The ${language} code ${kind === "device" ? "opens the device" : "changes"} ${shown}.`,
      "Write to a file of the project instead.",
    );
  else return false;
  return true;
}

/** Python, Perl, Node and their like: code on the command line, a script, or code on standard input. */
function interpret(given: Job): Flow {
  const interpreter = interpreters.get(given.name) as Interpreter;
  const other = runsOther(given, interpreter);
  if (other !== null) return other;
  takesFromUntrustedSource(given);
  const job = { ...given, args: withoutVerb(given) };
  const words = readWords(job.args, interpreter);
  for (const value of words.loaded) judgeLoaded(job, value, interpreter.language);
  for (const value of words.settings) judgeSetting(job, value, interpreter.language);
  if (words.module !== null) return pythonModule(job, words.module);
  if (words.codes.length > 0) return runsCode(job, words, interpreter.language);
  const [script] = words.rest;
  if (script !== undefined && script.text !== "-") return runsCodeFile(job, script, interpreter.language);
  return runsInput(job, interpreter.language);
}

const bunManages = /^(?:pm|outdated|why|info|add|a|remove|rm|install|i|ci|update|link|unlink|publish|patch|audit)$/;

/** Some are other programs as well: a manager of packages, a web server. */
function runsOther(job: Job, { language }: Interpreter): Flow | null {
  const { name, args } = job;
  const first = args[0]?.text ?? "";
  const has = (word: string) => args.some(({ text }) => text === word);
  const runs = (other: string, words: readonly Arg[]) =>
    job.run.runArgv([plainArg(other, job.span), ...words], job, { via: "", stdin: job.stdin });
  if (name === "bun" && first === "x") return runs("bunx", args.slice(1));
  if (name === "bun" && bunManages.test(first)) return judgeByRows(job) ?? someFlow;
  // PHP's own web server shows whatever is below -t.
  if (language === "php" && args.some(({ text }) => text.startsWith("-S"))) return runs("python-http.server", args);
  // `ruby -run -e httpd DIR` is a web server of Ruby's own.
  if (language === "ruby" && has("-run") && has("httpd")) {
    const isFolder = ({ text }: Arg) => /^[/~.\w\ufdd3]/u.test(text) && text !== "httpd";
    return runs("http-server", args.filter(isFolder));
  }
  return null;
}

/** `deno install URL` makes a program of it, which is as much as running it. */
function takesFromUntrustedSource(job: Job): undefined {
  if (job.name !== "deno" || /^(?:fetch|info|doc|check)$/.test(job.args[0]?.text ?? "")) return;
  const stranger = operandsOf(job.args).find((arg) => isUntrustedSource(arg.text));
  if (stranger !== undefined)
    runsFetched(job, `Takes code from ${readable(stranger.text)}; nobody has read it.`, stranger);
}

const runsFetched = (job: Job, say: string, { span }: Arg): undefined =>
  danger(job, "opaque", "run.fetched", say, "Fetch it first, read it, then run it.", { span });

/** `deno run FILE` and `bun run FILE` are what `node FILE` is, and `deno eval CODE` is `node -e CODE`. */
function withoutVerb({ name, args, span }: Job): readonly Arg[] {
  const verb = args[0]?.text;
  if (/^(?:deno|bun)$/.test(name) && verb === "run") return args.slice(1);
  if (name === "deno" && verb === "eval") return [plainArg("-e", span), ...operandsOf(args).slice(1)];
  return args;
}

interface Words {
  codes: Arg[];
  loaded: Arg[];
  settings: Arg[];
  /** What follows `python -m`. */
  module: Arg[] | null;
  isInPlace: boolean;
  /** The script and its words. */
  rest: readonly Arg[];
}

function readWords(args: readonly Arg[], { language, code, takes, loads }: Interpreter): Words {
  const words: Words = { codes: [], loaded: [], settings: [], module: null, isInPlace: false, rest: [] };
  const letters = code.filter((name) => name.length === 2).map((name) => name.slice(1));
  const kinds = [
    [words.loaded, (arg: Arg) => gluedTo(arg, loads)],
    [words.settings, (arg: Arg) => gluedTo(arg, takes)],
    [words.codes, (arg: Arg) => inCluster(arg, letters) ?? gluedTo(arg, code)],
  ] as const;
  let at = 0;
  for (; at < args.length && words.module === null; at++) {
    const arg = args[at] as Arg;
    if (!/^-./.test(arg.text)) break;
    if (/^-[a-zA-Z]*i/.test(arg.text) && /^(?:perl|ruby)$/.test(language)) words.isInPlace = true;
    if (language === "python" && /^-m/.test(arg.text)) {
      const glued = arg.text === "-m" ? [] : [{ ...arg, text: arg.text.slice(2) }];
      words.module = [...glued, ...args.slice(at + 1)];
    }
    for (const [values, read] of kinds) {
      const found = read(arg);
      if (found === null) continue;
      const value = found === "next" ? args[++at] : found;
      if (value !== undefined) values.push(value);
      break;
    }
    // What follows are words for the code.
    if (language === "python" && words.codes.length > 0) return { ...words, rest: args.slice(at + 1) };
  }
  return { ...words, rest: args.slice(at) };
}

/** The value of an option: the next word, or behind it in the same one. Null where it is none of these. */
function gluedTo(arg: Arg, names: readonly string[]): Arg | "next" | null {
  if (names.includes(arg.text)) return "next";
  const name = names.find((each) =>
    each.length === 2 ? arg.text.startsWith(each) && !arg.text.startsWith("--") : arg.text.startsWith(`${each}=`),
  );
  return name === undefined ? null : { ...arg, text: arg.text.slice(name.length).replace(/^=/, "") };
}

/** `perl -lane CODE`: the last letter of several takes the next word. */
const inCluster = ({ text }: Arg, letters: readonly string[]): "next" | null =>
  /^-[a-zA-Z0-9]+$/.test(text) && letters.includes(text.at(-1) ?? "") ? "next" : null;

function runsCode(job: Job, { codes, rest, isInPlace }: Words, language: string): Flow {
  for (const code of codes) judgeCode(job, code.text, language);
  for (const operand of operandsOf(rest)) {
    if (isInPlace) writesFile(job, operand, someFlow);
    else if (judgedPath(operand.text, job).kind === "secret") readsFile(job, operand);
  }
  const secret = codes.some(({ text }) => readsEnvironment(text));
  return mixFlows({ ...someFlow, secret }, { ...job.stdin, text: null });
}

function runsCodeFile(job: Job, script: Arg, language: string): Flow {
  const written = isDynamic(script) ? undefined : job.shell.files.get(judgedPath(script.text, job).path)?.text;
  if (/^https?:/.test(script.text))
    runsFetched(job, `Runs ${language} code from the network; nobody has read it.`, script);
  else if (written === undefined || written === null) return runsScript(job, script, language);
  else judgeCode(job, written, language);
  return someFlow;
}

function runsInput(job: Job, language: string): Flow {
  const { stdin } = job;
  if (stdin.empty) ask(job, "opaque", "code.interactive", `Opens an interactive ${language}.`);
  else if (stdin.text !== null) judgeCode(job, stdin.text, language);
  else if (stdin.file !== null && !stdin.fetched && !stdin.decoded)
    ask(job, "opaque", "run.script", `Runs the ${language} code in ${readable(stdin.file)}.`);
  else
    danger(
      job,
      "opaque",
      stdin.fetched ? "run.fetched" : "run.unread",
      `Runs ${language} code that nobody has read.`,
      "Save it to a file, read it, then run that file.",
    );
  return someFlow;
}

/** Search paths where anyone can write, and settings that load a file before the code. */
function judgeSetting(job: Job, setting: Arg, language: string): undefined {
  if (/^\/(?:var\/)?tmp(?:\/|$)|^\/dev\/shm/.test(setting.text))
    judgeLoaded(job, { ...setting, text: `${setting.text}/x` }, language);
  else if (/auto_(?:pre|ap)pend_file|^(?:zend_)?extension/.test(setting.text))
    judgeLoaded(job, { ...setting, text: "/tmp/x" }, language);
}

function judgeLoaded(job: Job, value: Arg, language: string): undefined {
  const isModule =
    /^-?[A-Za-z_][\w:/@.-]*(?:=[\w,:]+)?$/.test(value.text) && !/[/\\]/.test(value.text.replace(/^@[\w-]+\//, ""));
  const say = `Loads ${readable(value.text)} into ${language} before anything else.`;
  if (isDynamic(value) || /^(?:\/tmp|\/var\/tmp|\/dev\/shm|data:)/.test(value.text))
    danger(job, "opaque", "code.loads", say, "Load modules of the project by name.");
  else if (!isModule) ask(job, "opaque", "code.loads", say);
}

function pythonModule(job: Job, [module, ...rest]: readonly Arg[]): Flow {
  const name = module === undefined ? "" : (literal(module) ?? "");
  if (/^(?:pip|venv|ensurepip|pytest|http\.server)$/.test(name)) {
    const program = plainArg(name === "pip" ? "pip" : `python-${name}`, module?.span ?? job.span);
    return job.run.runArgv([program, ...rest], job, { via: "python -m", stdin: job.stdin });
  }
  if (name === "") {
    danger(job, "opaque", "command.dynamic", "Which Python module runs is only known at run time.", "Write its name.");
    return someFlow;
  }
  // Some modules take code themselves: `python -m timeit 'os.system("id")'`.
  for (const { text } of rest)
    if (/^(?:timeit|pdb|cProfile|profile|trace)$/.test(name) && /[(\s;]/.test(text)) judgeCode(job, text, "python");
  ask(job, "opaque", "code.module", `Runs the Python module ${name}.`);
  return { ...someFlow, decoded: /^(?:base64|zipfile|tarfile|gzip|quopri)$/.test(name), fetched: /^urllib/.test(name) };
}

export const codeJudges: Judges = Object.fromEntries([...interpreters.keys()].map((name) => [name, interpret]));
