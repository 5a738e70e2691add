import {
  type Arg,
  type Flow,
  hole,
  isDynamic,
  literal,
  mixFlows,
  plainArg,
  readable,
  someFlow,
} from "../../shell/index.ts";
import { judgeByRows } from "../effects/judge-effects.ts";
import { judgedPath, mayWriteUnattended, readsFile, writesFile } from "../file-access.ts";
import { ask, danger, type Job } from "../job.ts";
import { operandsOf } from "../options.ts";
import { type Interpreter, interpreterAliases, interpreters } from "../table/interpreters.ts";
import { backticks, fetches, readsThings, sendsOut, signs, wholeEnvironment } from "./code-signs.ts";
import type { Judges } from "./judge.ts";
import { runsScript } from "./shell.ts";
import { fromStranger } from "./stranger.ts";

/** A control sequence that does more than colour: clipboard, title, answers typed into the shell. Written or escaped. */
const escapeStart = String.raw`(?:\u001b|\\(?:e|E|x1[bB]|0?33|u001[bB]|u\{1[bB]\}|c\[))`;
const terminalEscape = new RegExp(`${escapeStart}(?:[\\]P^_X]|\\[[0-9;?]*[A-LNn-zhlcSTfHJKqtrsuX@](?![A-Za-z]))`);
export const escapesTerminal = (text: string): boolean => terminalEscape.test(text) && !onlyColours(text);

function onlyColours(text: string): boolean {
  const rest = text.replaceAll(new RegExp(`${escapeStart}\\[[0-9;]*m`, "g"), "");
  return !new RegExp(`${escapeStart}(?:[\\]P^_X\\[])`).test(rest);
}

/** Judges inline code of another language. Visible, harmless code is asked about; what hides or reaches out is danger. */
export function judgeCode(job: Job, code: Arg | { text: string }, language: string): undefined {
  const { text } = code;
  if (/[\ufdd0\ufdd1\ufdd4\ufdd5]/u.test(text)) {
    return danger(
      job,
      "opaque",
      "code.dynamic",
      `Runs ${language} code that is only known at run time.`,
      "Write the code out, or put it into a file and read it.",
    );
  }
  const sign = signs.find(({ pattern }) => pattern.test(text));
  if (sign !== undefined)
    return danger(
      job,
      sign.risk,
      sign.ruleId,
      `The ${language} code ${sign.say}.`,
      "Use a plain command that can be checked, or a script file that a person has read.",
    );
  if (/^(?:perl|ruby|php|julia|crystal|raku)/.test(language) && backticks.test(text)) {
    return danger(
      job,
      "opaque",
      "code.spawns",
      `The ${language} code starts another program.`,
      "Run that program directly.",
    );
  }
  if (escapesTerminal(text))
    return danger(
      job,
      "opaque",
      "text.terminal-escape",
      "Prints a sequence that makes the terminal act.",
      "Print plain text.",
    );
  if (sendsOut.test(text) && readsThings.test(text)) {
    return danger(
      job,
      "exfil",
      "code.sends",
      `The ${language} code reads something and sends it over the network.`,
      "Send named, harmless data with curl.",
    );
  }
  const isWritten =
    /["'][rab]?[wax]\+?b?["']|write|File\.open|fopen|dump|O_WRONLY|copy|rename|symlink|replace|output/i.test(text);
  for (const name of isWritten || /["'`]\s*\+?>/.test(text) ? quotedIn(text) : [])
    mayWriteUnattended(job, plainArg(name, job.span));
  for (const path of pathsIn(text)) {
    const { kind } = judgedPath(path, job);
    if (kind === "secret")
      return danger(
        job,
        "exfil",
        "secret.read",
        `The ${language} code reads ${readable(path)}, which holds keys or passwords.`,
        "Leave secrets where they are.",
      );
    if (
      isWritten &&
      ["account", "login", "policy", "program", "device", "git", "system-directory", "network"].includes(kind)
    ) {
      return danger(
        job,
        "destructive",
        "overwrite.code",
        `The ${language} code changes ${readable(path)}.`,
        "Write to a file of the project instead.",
      );
    }
    if (kind === "device")
      return danger(
        job,
        "destructive",
        "overwrite.device",
        `The ${language} code opens the device ${readable(path)}.`,
        "Use an image file.",
      );
  }
  const risk = fetches.test(text) || sendsOut.test(text) ? "network" : "opaque";
  ask(job, risk, "code.inline", `Runs ${language} code given on the command line.`);
}

const quotedIn = (code: string): string[] =>
  [...code.matchAll(/["'`]([^"'`\n]+)["'`]/g)].map((match) =>
    fromHome((match[1] ?? "").replace(/^\s*\+?>{1,2}\s*/, "")),
  );

const fromHome = (path: string): string => path.replace(/^~(?=\/|$)/, hole.home);

/** Quoted text inside code that looks like a path, `~` included. */
function pathsIn(code: string): string[] {
  return [...code.matchAll(/["'`]((?:[~/.]|\w+\/)[^"'`\n]*)["'`]|(?:^|[\s<>(=])((?:~|\.{0,2})\/[^\s"'`)<>;|]+)/g)]
    .map((match) => fromHome(match[1] ?? match[2] ?? ""))
    .filter((path) => path !== "");
}

function interpreterOf(name: string): Interpreter | undefined {
  const plain = name.replace(/[\d.]+$/, "");
  return (
    interpreters[name] ??
    interpreters[interpreterAliases[name] ?? ""] ??
    interpreters[plain] ??
    interpreters[interpreterAliases[plain] ?? ""]
  );
}

const bunManages = /^(?:pm|outdated|why|info|add|a|remove|rm|install|i|ci|update|link|unlink|publish|patch|audit)$/;

/** Python, Perl, Node and their like: code on the command line, a script, or code on standard input. */
function interpret(given: Job): Flow {
  // `deno run FILE` and `bun run FILE` are what `node FILE` is.
  const runsFile = /^(?:deno|bun)$/.test(given.name) && given.args[0]?.text === "run";
  if (given.name === "bun" && given.args[0]?.text === "x")
    return given.run.runArgv([plainArg("bunx", given.span), ...given.args.slice(1)], given, {
      via: "",
      stdin: given.stdin,
    });
  if (given.name === "bun" && bunManages.test(given.args[0]?.text ?? "")) return judgeByRows(given) ?? someFlow;
  // `deno install URL` makes a program of it, which is as much as running it.
  const stranger = given.name === "deno" ? operandsOf(given.args).find((arg) => fromStranger(arg.text)) : undefined;
  if (stranger !== undefined && !/^(?:fetch|info|doc|check)$/.test(given.args[0]?.text ?? ""))
    danger(
      given,
      "opaque",
      "run.fetched",
      `Takes code from ${readable(stranger.text)}; nobody has read it.`,
      "Fetch it first, read it, then run it.",
      { span: stranger.span },
    );
  const isEval = given.name === "deno" && given.args[0]?.text === "eval";
  const job = runsFile
    ? { ...given, args: given.args.slice(1) }
    : isEval
      ? { ...given, args: [plainArg("-e", given.span), ...operandsOf(given.args).slice(1)] }
      : given;
  const spec = interpreterOf(job.name) as Interpreter;
  const { args } = job;
  // PHP's own web server shows whatever is below -t.
  if (spec.language === "php" && args.some((arg) => /^-S/.test(arg.text)))
    return job.run.runArgv([plainArg("python-http.server", job.span), ...args], job, { via: "", stdin: job.stdin });
  // `ruby -run -e httpd DIR` is a web server of Ruby's own.
  if (spec.language === "ruby" && args.some((arg) => arg.text === "-run") && args.some((arg) => arg.text === "httpd"))
    return job.run.runArgv(
      [
        plainArg("http-server", job.span),
        ...args.filter((arg) => /^[/~.\w\ufdd3]/u.test(arg.text) && arg.text !== "httpd"),
      ],
      job,
      {
        via: "",
        stdin: job.stdin,
      },
    );
  const codes: Arg[] = [];
  let at = 0;
  let isInPlace = false;
  for (; at < args.length; at++) {
    const arg = args[at] as Arg;
    const { text } = arg;
    if (!text.startsWith("-") || text === "-") break;
    const name = text.split("=")[0] ?? "";
    if (spec.code.includes(name) || spec.code.includes(text)) {
      const code =
        text.includes("=") && text.startsWith("--") ? { ...arg, text: text.slice(text.indexOf("=") + 1) } : args[++at];
      if (code !== undefined) codes.push(code);
      if (spec.language === "python") break;
    } else if (
      spec.loads?.some(
        (option) =>
          text === option ||
          (option.length === 2 && text.startsWith(option) && !text.startsWith("--")) ||
          text.startsWith(`${option}=`),
      ) === true
    ) {
      const value = spec.loads.includes(text) ? args[++at] : { ...arg, text: text.replace(/^(?:--\w+=|-\w)/, "") };
      judgeLoaded(job, value, spec.language);
    } else if (spec.valued.some((name) => text === name || (name.length === 2 && text.startsWith(name)))) {
      const setting = spec.valued.includes(text) ? args[++at] : { ...arg, text: text.slice(2) };
      judgeSetting(job, setting, spec.language);
    } else if (spec.language === "python" && text.startsWith("-m"))
      return pythonModule(
        job,
        text === "-m" ? args.slice(at + 1) : [{ ...arg, text: text.slice(2) }, ...args.slice(at + 1)],
      );
    else if (
      !text.startsWith("--") &&
      spec.letters !== "" &&
      new RegExp(`^-[a-zA-Z0-9]*[${spec.letters}]$`).test(text)
    ) {
      const code = args[++at];
      if (code !== undefined) codes.push(code);
    } else if (
      spec.letters !== "" &&
      !text.startsWith("--") &&
      [...spec.letters].some((letter) => text.startsWith(`-${letter}`) && text.length > 2)
    ) {
      codes.push({ ...arg, text: text.slice(2) });
    }
    if (/^-[a-zA-Z]*i/.test(text) && /^(?:perl|ruby)$/.test(spec.language)) isInPlace = true;
  }
  const rest = args.slice(at);
  if (codes.length > 0) {
    for (const code of codes) judgeCode(job, code, spec.language);
    for (const operand of operandsOf(rest.filter((arg) => !codes.includes(arg)))) {
      if (isInPlace) writesFile(job, operand, someFlow);
      else if (judgedPath(operand.text, job).kind === "secret") readsFile(job, operand);
    }
    const printsEnvironment = codes.some((code) => wholeEnvironment.test(code.text));
    return mixFlows(printsEnvironment ? { ...someFlow, secret: true } : someFlow, { ...job.stdin, text: null });
  }
  const script = rest[0];
  if (script !== undefined && script.text !== "-") return runsCodeFile(job, script, spec.language);
  return runsInput(job, spec.language);
}

function runsCodeFile(job: Job, script: Arg, language: string): Flow {
  if (isDynamic(script) || /^https?:/.test(script.text)) {
    if (/^https?:/.test(script.text))
      danger(
        job,
        "opaque",
        "run.fetched",
        `Runs ${language} code from the network; nobody has read it.`,
        "Fetch it first, read it, then run it.",
      );
    else return runsScript(job, script, language);
    return someFlow;
  }
  const written = job.shell.files.get(judgedPath(script.text, job).path);
  if (written !== undefined && written.text !== null) judgeCode(job, { text: written.text }, language);
  else return runsScript(job, script, language);
  return someFlow;
}

function runsInput(job: Job, language: string): Flow {
  const { stdin } = job;
  if (stdin.empty) ask(job, "opaque", "code.interactive", `Opens an interactive ${language}.`);
  else if (stdin.text !== null) judgeCode(job, { text: stdin.text }, language);
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
function judgeSetting(job: Job, setting: Arg | undefined, language: string): undefined {
  if (setting === undefined) return;
  if (/^\/(?:var\/)?tmp(?:\/|$)|^\/dev\/shm/.test(setting.text))
    judgeLoaded(job, { ...setting, text: `${setting.text}/x` }, language);
  else if (/auto_(?:pre|ap)pend_file|^(?:zend_)?extension/.test(setting.text))
    judgeLoaded(job, { ...setting, text: "/tmp/x" }, language);
}

function judgeLoaded(job: Job, value: Arg | undefined, language: string): undefined {
  if (value === undefined) return;
  const isModule =
    /^-?[A-Za-z_][\w:/@.-]*(?:=[\w,:]+)?$/.test(value.text) && !/[/\\]/.test(value.text.replace(/^@[\w-]+\//, ""));
  if (isDynamic(value) || /^(?:\/tmp|\/var\/tmp|\/dev\/shm|data:)/.test(value.text)) {
    danger(
      job,
      "opaque",
      "code.loads",
      `Loads ${readable(value.text)} into ${language} before anything else.`,
      "Load modules of the project by name.",
    );
  } else if (!isModule) ask(job, "opaque", "code.loads", `Loads ${readable(value.text)} into ${language}.`);
}

function pythonModule(job: Job, args: readonly Arg[]): Flow {
  const [module, ...rest] = args;
  const name = module === undefined ? "" : (literal(module) ?? "");
  if (/^(?:pip|venv|ensurepip|pytest|http\.server)$/.test(name))
    return job.run.runArgv(
      name === "pip"
        ? [{ ...(module as Arg), text: "pip" }, ...rest]
        : [{ ...(module as Arg), text: `python-${name}` }, ...rest],
      job,
      { via: "python -m", stdin: job.stdin },
    );
  if (name === "") {
    danger(job, "opaque", "command.dynamic", "Which Python module runs is only known at run time.", "Write its name.");
    return someFlow;
  }
  // Some modules take code themselves: `python -m timeit 'os.system("id")'`.
  for (const arg of rest)
    if (/^(?:timeit|pdb|cProfile|profile|trace)$/.test(name) && /[(\s;]/.test(arg.text)) judgeCode(job, arg, "python");
  ask(job, "opaque", "code.module", `Runs the Python module ${name}.`);
  return { ...someFlow, decoded: /^(?:base64|zipfile|tarfile|gzip|quopri)$/.test(name), fetched: /^urllib/.test(name) };
}

export const codeJudges: Judges = Object.fromEntries(
  [
    ...Object.keys(interpreters),
    ...Object.keys(interpreterAliases),
    "python3.9",
    "python3.10",
    "python3.11",
    "python3.12",
    "python3.13",
    "python3.14",
    "python2.7",
    "perl5",
    "php8",
    "php7",
    "ruby3",
  ].map((name) => [name, interpret]),
);
