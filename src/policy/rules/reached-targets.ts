import type { AssessedCommand } from "../types.ts";

/** A machine that a command of the line reaches from the target, as rules name it. */
export interface ReachedTarget {
  /** `ssh:HOST`, with the user where one is written. */
  target: string;
  /** A copy `sends` what is there, or is `received` there; anything else `happens` there as it was found. */
  does: "happens" | "sends" | "received";
}

const logins = /^(?:ssh|autossh|mosh|sshpass|ssh-copy-id|slogin)$/;
const copies = /^(?:scp|rsync|sftp|rclone|sshfs)$/;

/**
 * Where a command happens besides the target of the session: inside `ssh HOST …`, as a login there, as a copy from or to
 * it. Which word of a login is the host is not proved here, so each of them may be: this is for rules that tighten.
 */
export function reachedTargets({ argv, via }: AssessedCommand): ReachedTarget[] {
  const inside = via.flatMap((each) => /^(?:ssh|autossh|mosh) (\S+)$/.exec(each)?.[1] ?? []);
  const [program = "", ...words] = argv.map((word) => word ?? "");
  const name = program.slice(program.lastIndexOf("/") + 1);
  const itself = logins.test(name) ? words.filter((word) => word !== "" && !word.startsWith("-")) : [];
  return [
    ...[...inside, ...itself].map((host) => ({ target: `ssh:${host}`, does: "happens" as const })),
    ...(copies.test(name) ? copiedTo(words) : []),
  ];
}

/**
 * A copy ends in its last operand, and options may stand behind it. So a machine only `sends` where a word behind it is
 * certainly an operand; sftp takes commands, which may do either.
 */
function copiedTo(words: readonly string[]): ReachedTarget[] {
  const lastOperand = words.findLastIndex((_, at) => isOperand(words, at));
  return words.flatMap((word, at): ReachedTarget[] => {
    const [, host] =
      /^(?:sftp|scp|rsync|ssh):\/\/([^/]+)/i.exec(word) ?? /^([^-/:][^/:]*|[^/:]*\[[^\]]+\]):/.exec(word) ?? [];
    return host === undefined ? [] : [{ target: `ssh:${host}`, does: at < lastOperand ? "sends" : "received" }];
  });
}

/** Neither an option, nor what may be the value of one, nor a word that only the run decides. */
function isOperand(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  const before = words[at - 1] ?? "";
  return word !== "" && !word.startsWith("-") && (before === "--" || !/^-[^=]*$/.test(before));
}
