import type { AssessedCommand, Assessment } from "../../policy/index.ts";

type Words = readonly string[];

const says =
  (pattern: RegExp) =>
  (given: Words): boolean =>
    given.some((word) => pattern.test(word));
const always = () => true;

const plainKey = /^(?:user|author|committer|core|init|color|branch|pull|push|merge|rebase|diff|log|status)\./i;

/** A look at one setting that is never a secret shows none. */
const tellsOfGit = (given: Words): boolean =>
  given.includes("remote") || (given.includes("config") && !given.some((word) => plainKey.test(word)));

/** Without its words a process tells nothing. */
function tellsOfProcesses(given: Words): boolean {
  const columns = given.flatMap((word, at) =>
    /^-[a-zA-Z]*o$|^--format$/.test(word) ? [given[at + 1] ?? ""] : (/^(?:-o|--format=)(.+)/.exec(word)?.[1] ?? []),
  );
  return columns.length === 0 || columns.some((list) => /args|cmd|command/i.test(list));
}

/**
 * Programs that print settings, addresses of servers and the words of other commands. A secret among these is hidden by
 * its form or by the name beside it, so nothing of it is left to be recognised once letters were cut or turned round.
 */
const tellers = new Map<string, (given: Words) => boolean>([
  ["git", tellsOfGit],
  ["ps", tellsOfProcesses],
  ["pgrep", says(/^-[^-]*a|^--list-full/)],
  ["pstree", says(/^-[^-]*a|^--arg/)],
  ["w", always],
  ["systemctl", says(/^(?:cat|status)$/)],
  ["crontab", always],
  ["atq", always],
  ["nmcli", always],
  ["top", says(/c/)],
  ...["npm", "pnpm", "yarn", "gcloud", "pip", "aws", "helm", "rclone"].map(
    (name) => [name, says(/^(?:config|configure|get)$/)] as const,
  ),
]);

/** Whether a line prints settings or words of other commands that nobody could look through before. */
export function tellsSettings({ commands }: Pick<Assessment, "commands">): boolean {
  return commands.some((command) => {
    const tells = tellers.get(nameOf(command));
    return tells?.(command.argv.slice(1).map((word) => word ?? "")) === true;
  });
}

const nameOf = ({ argv }: Pick<AssessedCommand, "argv">): string => argv[0]?.split("/").at(-1) ?? "";
