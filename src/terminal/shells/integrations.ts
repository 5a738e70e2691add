import type { ShellHistory } from "../contract/values.ts";
import { systemFolders } from "../system/look-path.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { markNumber } from "./mark-scanner.ts";
import { shScript } from "./sh.ts";
import type { ShellFamily } from "./shells.ts";
import { zshScript } from "./zsh.ts";

/** Of the random number that a shell has to answer with before it is given a command: typed at it, so digits only. */
export const challengeDigits = 12;

const scripts: Record<ShellFamily, string> = { bash: bashScript, zsh: zshScript, fish: fishScript, sh: shScript };

/** What the probe's version variables say. Behind them comes the exit code of what ran before. */
export function familyOfVersions([bash = "", zsh = "", , fish = ""]: readonly string[]): ShellFamily {
  if (fish !== "") return "fish";
  if (bash !== "") return "bash";
  return zsh !== "" ? "zsh" : "sh";
}

/** bash before 4.4 has no PS0: it could not say when output begins. */
export function isTooOld([bash = ""]: readonly string[]): boolean {
  const [major = 0, minor = 0] = bash.split(".").map(Number);
  return bash !== "" && (major < 4 || (major === 4 && minor < 4));
}

export function scriptLines(family: ShellFamily, nonce: string, history: ShellHistory): string[] {
  const script = scripts[family]
    .replaceAll("@NONCE@", nonce)
    .replaceAll("@DIGITS@", String(challengeDigits))
    .replaceAll("@HISTORY@", history)
    .replaceAll(/^ *#.*\n/gm, "");
  const encoded = Buffer.from(script, "utf8").toString("base64");
  return splitLines(encoded);
}

/** A terminal in its line mode takes no more than 4095 bytes a line (1024 on some systems). */
function splitLines(encoded: string): string[] {
  return encoded.match(/.{1,1000}/g) ?? [];
}

/**
 * What a reading loop of ours in the shell is given, line by line. It forgets all before the colon: busybox asks at its
 * prompt where the cursor is, and the terminal's answer may come only when the shell reads for us already.
 */
export function carriedLines(lines: string[], enter: "\r" | "\n"): string {
  return lines.map((line) => `:${line}${enter}`).join("");
}

/** A command for such a loop, with what tells whether it has come whole: how long it is, and the digits at its end. */
export function carriedText(text: string, digits: string): string {
  const encoded = Buffer.from(`${text}${digits}`, "utf8").toString("base64");
  return carriedLines([...splitLines(encoded), `.${encoded.length}`], "\n");
}

/**
 * The one line that is typed at a prompt of bash, zsh, dash, ash or mksh: it says which shell it is (P), reads the
 * script as base64 until a dot, and evaluates it. The nonce is in two pieces, so that the echo of this very line is
 * not a mark. It begins with a space, which keeps it out of histories that care.
 *
 * Neither aliases nor functions of the user may stand in for what is called here. The word that passes them by is
 * `command`; only zsh looks outside the shell with it and needs `builtin`. Where a function of the user's has that very
 * name, the other word is worth a try.
 */
export function posixOpening(nonce: string, word: "command" | "builtin" = "command"): string {
  const [first, second] = halves(nonce);
  const versions = "${BASH_VERSION-};${ZSH_VERSION-};${KSH_VERSION-};";
  const programs = [...systemFolders.map((folder) => `${folder}/base64`), `"$(\\command -v base64)"`, "/"];
  return (
    ` __ct_x=$?;__ct_c=\${ZSH_VERSION:+builtin};__ct_c=\${__ct_c:-${word}};` +
    // Only mksh and its like have no printf of their own, and all of them have print.
    "case ${KSH_VERSION-} in '')__ct_w=printf;__ct_f=%b;;*)__ct_w=print;__ct_f=-n;;esac;" +
    `"$__ct_c" "$__ct_w" "$__ct_f" "\\033]${markNumber};${first}""${second};P;${versions};$__ct_x\\007";__ct_i=;` +
    // A word that reads nothing must not leave a loop without an end.
    'while __ct_l=.;"$__ct_c" read -r __ct_l&&__ct_l=${__ct_l#*:}&&[ "$__ct_l" != . ];do __ct_i=$__ct_i$__ct_l;done;' +
    // By its whole path, so that neither a function nor a project's folder on the PATH stands in for it; "/" is nothing.
    `for __ct_l in ${programs.join(" ")};do case $__ct_l in /*)[ -x "$__ct_l" ]&&break;;esac;done;` +
    // A key of the user's may stand in for Enter (`bind -x '"\C-m": …'`): then the other one is worth a try, too.
    `"$__ct_c" eval "$("$__ct_c" "$__ct_w" "$__ct_f" "$__ct_i"|"$__ct_l" -d)"${word === "command" ? "\r" : "\n"}`
  );
}

/** fish has no such loop, but its editor takes a line of any length. */
export function fishOpening(nonce: string, history: ShellHistory): string {
  const script = scriptLines("fish", nonce, history).join("");
  const decode = `begin;set -lx PATH ${systemFolders.join(" ")} (string match '/*' -- $PATH);command base64 -d;end`;
  return ` builtin ${printProbe(nonce)} '' '' '' fish $status;builtin echo ${script}|${decode}|builtin source\r`;
}

/**
 * Valid in every shell we know, also where we do not know which one it is; an appliance would answer with an error. The
 * printf is the system's: a project's own would be given the nonce.
 */
export function neutralProbe(nonce: string): string {
  return ` /usr/bin/env PATH=${systemFolders.join(":")} ${printProbe(nonce)} "$BASH_VERSION" "$ZSH_VERSION" "$KSH_VERSION" "$FISH_VERSION"\r`;
}

function printProbe(nonce: string): string {
  return `printf '\\033]${markNumber};%s%s;P;%s;%s;%s;%s;%s\\007' ${halves(nonce).join(" ")}`;
}

function halves(nonce: string): [string, string] {
  const half = nonce.length / 2;
  return [nonce.slice(0, half), nonce.slice(half)];
}
