import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { needsShell } from "../../../test/support/needs-shell.ts";
import type { LocalTestSession } from "../testing/local-session.ts";
import { openInTest, ready, soon } from "../testing/open-in-test.ts";
import { allShellsBut, programOf, type ShellName, shFamily } from "../testing/shells.ts";
import {
  bashSetUsuallyOff,
  bashSetUsuallyOn,
  bashUsuallyOff,
  bashUsuallyOn,
  mkshUsuallyOn,
  shUsuallyOff,
  zshUnusual,
} from "./usual-options.ts";

const words = (...texts: string[]) => texts.flatMap((text) => text.split(" "));

/** Each with the reason why a command of the agent may have it as the person wants it. */
const left = {
  bash: words(
    // The line editor, completion, history, prompts, mail, messages: no command's meaning.
    "complete_fullquote direxpand dirspell force_fignore hostcomplete no_empty_cmd_completion progcomp progcomp_alias",
    "cmdhist histappend histreedit histverify lithist emacs vi history nolog promptvars mailwarn gnu_errfmt shift_verbose",
    // Jobs, the window, the end of the shell.
    "checkjobs checkwinsize huponexit ignoreeof monitor notify onecmd",
    // What a shell is started as, or that only matters in scripts.
    "login_shell restricted_shell privileged execfail noexec",
    // Whether less runs: what fails, is unset, exists already or is refused by a trap of the person's.
    "errexit errtrace functrace inherit_errexit noclobber nounset pipefail",
    // Prints more.
    "verbose xtrace",
    // Where a program was found before; the kernel is asked for the rest.
    "checkhash hashall",
    // Its words are never proved (extglob), the agent's line has none (aliases in an interactive shell are usual).
    "extglob expand_aliases",
    // When a file is closed.
    "varredir_close",
    // Away with BASH_COMPAT, which is lent as CDPATH is.
    "compat31 compat32 compat40 compat41 compat42 compat43 compat44",
    // Lent by itself; the other is the name of interactive_comments.
    "histexpand interactive-comments",
  ),
  zsh: words(
    // The line editor, completion, prompts, mail, messages.
    "noalwayslastprompt alwaystoend noautolist noautomenu noautoparamkeys noautoparamslash noautoremoveslash bashautolist",
    "nobeep combiningchars completealiases completeinword dvorak emacs noflowcontrol globcomplete nohashlistall",
    "nolistambiguous nolistbeep listpacked listrowsfirst nolisttypes mailwarning menucomplete overstrike printeightbit",
    "promptbang nopromptcr nopromptpercent nopromptsp promptsubst recexact singlelinezle transientrprompt vi zle",
    "kshoptionprint cdsilent pushdsilent autonamedirs",
    // The history.
    "noappendhistory cshjunkiehistory extendedhistory histallowclobber nohistbeep histexpiredupsfirst histfcntllock",
    "histfindnodups histignorealldups histignoredups histignorespace histlexwords histnofunctions histnostore",
    "histreduceblanks nohistsavebycopy histsavenodups histverify incappendhistory incappendhistorytime sharehistory",
    // Jobs, traps, the end of the shell.
    "autocontinue nobgnice nocheckjobs nocheckrunningjobs nohup ignoreeof longlistjobs monitor nonotify posixjobs",
    "nodebugbeforecmd localtraps posixtraps trapsasync singlecommand",
    // What a shell is started as, or that only matters in scripts.
    "noexec interactive login privileged norcs noglobalrcs restricted shinstdin pathscript posixargzero",
    // Whether less runs: what fails, is unset, exists already or cannot be read.
    "appendcreate noclobber clobberempty errexit errreturn pipefail nounset nomultifuncdef noshortloops",
    // Prints or asks more.
    "printexitvalue rmstarsilent rmstarwait sourcetrace verbose warncreateglobal warnnestedvar xtrace",
    // Where a program or a folder was found before.
    "nohashcmds nohashdirs hashexecutablesonly",
    // What a function of the person's own is made of.
    "noaliases aliasfuncdef noevallineno noglobalexport kshautoload localloops localpatterns typesetsilent typesettounset",
    // Bytes or letters; zle would have to change in the middle of a line.
    "nomultibyte",
    // Only says something where nocaseglob is set, which is lent.
    "casepaths",
    // Then a pattern that finds nothing stays a text, as in bash, which the same line is judged for.
    "nobadpattern nonomatch",
    // Lent by themselves.
    "nobanghist interactivecomments localoptions",
  ),
  /** dash, busybox and mksh. */
  sh: words(
    "asis bgnice debug emacs errexit errtrace gmacs ignoreeof inherit-xtrace interactive login monitor noclobber noexec",
    "nohup nolog notify nounset pipefail privileged restricted stdin trackall utf8-mode verbose vi vi-esccomplete",
    "vi-tabcomplete viraw xtrace",
    // What mksh is as /bin/sh; of what they change, braceexpand is lent.
    "posix sh",
  ),
};

const listed = (argv: [string, ...string[]], name: RegExp) => {
  const [program, ...args] = argv;
  return [...spawnSync(program, args, { encoding: "utf8" }).stdout.matchAll(name)].map((found) => found[1] ?? "");
};

describe("options of shells", () => {
  const option = /(\S+)[ \t]+(?:on|off)\b/g;
  it("[TM10] are each lent or left, in bash", () => {
    const decided = [...bashUsuallyOff, ...bashUsuallyOn, ...bashSetUsuallyOff, ...bashSetUsuallyOn, ...left.bash];
    expect(listed(["bash", "-c", "shopt; set -o"], option).filter((name) => !decided.includes(name))).toEqual([]);
    expect(decided.length).toBe(new Set(decided).size);
  });

  it("[TM10] are each lent or left, in zsh", needsShell("zsh"), () => {
    const decided = [...zshUnusual, ...left.zsh];
    const all = listed(["zsh", "-fc", "setopt kshoptionprint; setopt"], option);
    expect(all.filter((name) => !decided.includes(name))).toEqual([]);
    expect(decided.length).toBe(new Set(decided).size);
  });

  for (const shell of shFamily)
    it(`[TM10] are each lent or left, in ${shell}`, needsShell(shell), () => {
      const decided = [...shUsuallyOff, mkshUsuallyOn, ...left.sh];
      expect(listed([...programOf(shell), "-c", "set -o"], option).filter((name) => !decided.includes(name))).toEqual(
        [],
      );
    });
});

async function personWrites(session: LocalTestSession, line: string, cwd: string, file: string): Promise<string> {
  await session.type(Buffer.from(`${line} >| ${file}; : >| ${file}.done\r`), { by: "person", signal: soon.signal });
  await expect.poll(() => spawnSync("test", ["-e", join(cwd, `${file}.done`)]).status).toBe(0);
  await ready(session);
  await session.giveKeyboard();
  return readFileSync(join(cwd, file), "utf8");
}

/** A shell that is set to read no braces and quotes as usual cannot read our script, so a person sets these later. */
const notRead = /^(?:shglob|cshjunkiequotes|ignorebraces|ignoreclosebraces)$/;

/** All of them unusual, by a line of each shell, what tells them, how the usual ones are told, and which are lent. */
type Unusual = [settings: string, tell: string, usual: (name: string) => string, lent: string[]];
const dashAndAsh: Unusual = ["set -a; set -f", "set -o", (name) => `${name.padEnd(16)}off\n`, ["allexport", "noglob"]];
/** fish has no such options. */
const unusual: Record<Exclude<ShellName, "fish">, Unusual> = {
  bash: [
    `set -o posix; ${bashSetUsuallyOff.map((name) => `set -o ${name}; `).join("")}set +B; shopt -s ${bashUsuallyOff.join(" ")}; shopt -u ${bashUsuallyOn.join(" ")}; BASH_COMPAT=5.0`,
    "{ shopt; set -o; }",
    (name) => `${name.padEnd(15)}\t${[...bashUsuallyOn, ...bashSetUsuallyOn].includes(name) ? "on" : "off"}\n`,
    [...bashUsuallyOff, ...bashUsuallyOn, ...bashSetUsuallyOff, ...bashSetUsuallyOn],
  ],
  zsh: [
    `setopt localoptions kshoptionprint ${zshUnusual.filter((name) => !notRead.test(name)).join(" ")}`,
    "setopt",
    (name) => `${name.padEnd(21)} off\n`,
    zshUnusual,
  ],
  dash: dashAndAsh,
  ash: dashAndAsh,
  mksh: [
    `${shUsuallyOff.map((name) => `set -o ${name}; `).join("")}set +o ${mkshUsuallyOn}`,
    "set +o",
    (name) => (name === mkshUsuallyOn ? `-o ${name}` : ""),
    [...shUsuallyOff, mkshUsuallyOn],
  ],
};

describe("options of a person that change what a line means", () => {
  for (const shell of allShellsBut({ fish: "it has no such options" }))
    it(`[TM10] are all away for the agent, and all back for the person, in ${shell}`, needsShell(shell), async () => {
      const [settings, tell, usual, lent] = unusual[shell];
      const home = { ".bashrc": `${settings}\n`, ".zshrc": `${settings}\n`, ".shrc": `${settings}\n` };
      const session = await openInTest(shell, { home });
      const { cwd } = await session.run("true", soon);
      if (shell === "zsh") {
        const later = `setopt ${zshUnusual.filter((name) => notRead.test(name)).join(" ")}`;
        await personWrites(session, later, cwd ?? "", "none");
      }
      const { output } = await session.run(tell, soon);
      expect(lent.filter((name) => !output.includes(usual(name)))).toEqual([]);
      if (shell === "mksh") expect(shUsuallyOff.filter((name) => output.includes(`-o ${name}`))).toEqual([]);
      const before = await personWrites(session, tell, cwd ?? "", "before");
      expect(lent.filter((name) => usual(name) !== "" && before.includes(usual(name)))).toEqual([]);
      await session.run("true", soon);
      await session.run("echo a! )", soon);
      expect(await personWrites(session, tell, cwd ?? "", "after")).toBe(before);
    });

  it("[TM10] leave POSIXLY_CORRECT to programs of the person alone", async () => {
    const session = await openInTest("bash", { home: { ".bashrc": "export POSIXLY_CORRECT=1\n" } });
    const { output, cwd } = await session.run('X=1 :; echo "[$X]" $(env | grep POSIX)', soon);
    expect(output).toBe("[]\n");
    expect(await personWrites(session, "env | grep POSIX", cwd ?? "", "after")).toMatch(/^POSIXLY_CORRECT=/);
  });
});
