import { createHash } from "node:crypto";
import { UserError } from "../../base/index.ts";
import type { RuleFiles, RuleText } from "./rule-files.ts";

/**
 * Which projects' rules a person has read and lets allow things: a line for each, with the hash of the text and the
 * project's real folder. The text alone says nothing: anybody can copy it into another project.
 */
export const isTrusted = (list: RuleText, folder: string, text: string): boolean =>
  list.status === "read" && list.text.split("\n").includes(entryOf(folder, text));

const entryOf = (folder: string, text: string): string =>
  `${createHash("sha256").update(text).digest("hex")} ${JSON.stringify(folder)}`;

/** From when a text was trusted wherever it was found. */
const isWithoutFolder = (line: string): boolean => /^[0-9a-f]{64}$/.test(line);

/** What was trusted, and how many earlier entries no longer count because they name no folder. */
export interface Trusted {
  text: string;
  folder: string;
  dropped: number;
}

/** Trusts a project's rules as they are now, in its folder; a changed file has to be read and trusted again. */
export async function trustProjectRules(files: RuleFiles, cwd: string): Promise<Trusted> {
  const [found] = await files.inProjectOf(cwd);
  const read: RuleText = found === undefined ? { status: "absent" } : await files.read(found.file);
  if (found === undefined || read.status === "absent")
    throw new UserError(
      "policy.no-project-file",
      "This project has no .cotty/policy.toml.",
      "There is nothing to trust.",
    );
  if (read.status === "failed")
    throw new UserError("policy.unreadable", `${found.file} cannot be read: ${read.reason}`, read.nextStep);
  const { folder } = found.project;
  return { text: read.text, folder, dropped: await addTrusted(files, folder, read.text) };
}

/** Adds an entry; answers with how many entries it took out because they name no folder. */
async function addTrusted(files: RuleFiles, folder: string, text: string): Promise<number> {
  const list = await files.read(files.trustFile);
  if (list.status === "failed")
    throw new UserError(
      "policy.unreadable",
      `The list of trusted projects in ${files.trustFile} cannot be read: ${list.reason}`,
      list.nextStep,
    );
  const known = list.status === "read" ? list.text.split("\n").filter((line) => line !== "") : [];
  const kept = known.filter((line) => !isWithoutFolder(line));
  await files.replace(files.trustFile, `${[...new Set([...kept, entryOf(folder, text)])].join("\n")}\n`);
  return known.length - kept.length;
}
