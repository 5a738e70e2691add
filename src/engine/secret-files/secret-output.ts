import { wildcards } from "../../base/index.ts";
import { type Assessment, looksSecret, printedHistory } from "../../policy/index.ts";
import type { Finding } from "../../protocol/index.ts";
import type { Learned } from "../../secrets/index.ts";
import type { Act } from "../contract/act.ts";
import type { Opinion, Redact } from "../contract/judge.ts";
import type { Reached } from "../effects/reached-files.ts";
import { quoted } from "../record/quoted.ts";
import type { LookPlace } from "../target/real-paths.ts";
import { cutsLines, requiredNames } from "./cut-lines.ts";
import { cutsWords, printsWhole } from "./cut-words.ts";
import { readFilesIn, type SecretFile } from "./secret-files.ts";
import { secretInHistory } from "./secret-history.ts";
import { cutsMessages, messagesIn } from "./secret-messages.ts";
import { partsSettings, tellsSettings } from "./told-settings.ts";

interface SecretPlace {
  act: Act;
  where: LookPlace;
  options: {
    learnSecrets?(session: string, text: string): Learned;
    learnShown?(session: string, text: string): Learned;
  };
}

/**
 * A line may come by files that hold secrets, and print what is in them without the name that tells. Their values are made
 * known before, so that they are hidden however they are printed; a line that prints pieces of what it reads, or other
 * letters for it, is asked about.
 */
export async function withSecretFiles(
  opinion: Opinion,
  assessment: Assessment,
  reached: readonly Reached[],
  place: SecretPlace,
): Promise<Opinion> {
  const { act, where, options } = place;
  const { learnSecrets, learnShown } = options;
  if (learnSecrets === undefined) return opinion;
  const isCutOrParted =
    (tellsSettings(assessment) && cutsWords(assessment, act.text)) || partsSettings(assessment, act.text);
  if (opinion.verdict === "allow" && isCutOrParted) return asked(opinion, settingsCut);
  const withPlain = learnShown !== undefined && !printsWhole(assessment, act.text);
  const withFound = withPlain && cutsLines(assessment, act.text);
  const files = await readFilesIn(reached, where, { withPlain, withFound });
  const isAllowed = opinion.verdict === "allow";
  if (files === null) return isAllowed ? asked(opinion, secretsUnknown) : opinion;
  const kept = learnedFrom(files.kept, (text) => learnSecrets(act.session, text));
  // What is in any other file is known as far as it would be hidden, were the file printed as a whole [PO181].
  const plain = learnedFrom(files.plain, (text) => learnShown?.(act.session, text) ?? "none");
  const found = (files.found !== "" && learnShown?.(act.session, files.found)) || "none";
  const messages = learnShown === undefined ? "" : await messagesIn(assessment, act.text, where);
  const told = (messages && learnShown?.(act.session, messages)) || "none";
  if (!isAllowed) return opinion;
  if (messages === null) return asked(opinion, secretsUnknown);
  const isFull = [found, told].includes("not-all") || [...kept, ...plain].some(({ secrets }) => secrets === "not-all");
  if (isFull) return asked(opinion, secretsTooMany);
  const cut = await cutFinding(kept, assessment, reached, place);
  if (cut !== null) return asked(opinion, cut);
  const cutsWord = cutsWords(assessment, act.text);
  if (told !== "none" && (cutsWord || cutsMessages(assessment))) return asked(opinion, messagesCut);
  const shown = plain.find(({ secrets }) => secrets !== "none");
  return shown !== undefined && cutsWord ? asked(opinion, secretsCut(shown.path, where.redact)) : opinion;
}

interface LearnedFile {
  path: string;
  secrets: Learned;
}

const learnedFrom = (files: readonly SecretFile[], learn: (text: string) => Learned): LearnedFile[] =>
  files.map(({ path, content }) => ({ path, secrets: learn(content) }));

/** Of a file that is kept for secrets nothing may be cut, and nothing of what git remembers of one. */
async function cutFinding(
  kept: readonly LearnedFile[],
  assessment: Assessment,
  reached: readonly Reached[],
  { act, where }: SecretPlace,
): Promise<Finding | null> {
  if (!cutsLines(assessment, act.text)) return null;
  const history = await inHistory(assessment, reached, where);
  if (history !== null) return history;
  const names = reached.some(({ use, real }) => use !== "searched" && looksSecret(real))
    ? []
    : requiredNames(assessment);
  const holders = kept.filter(({ secrets }) => secrets !== "none");
  const shown = holders.find(({ path }) => names.every((name) => mayBeNamed(path, name)));
  return shown === undefined ? null : secretsCut(shown.path, where.redact);
}

/** What git prints of a repository's files may be of any commit, also of one whose files are gone. */
async function inHistory(
  { commands }: Assessment,
  reached: readonly Reached[],
  where: LookPlace,
): Promise<Finding | null> {
  const printed = commands.flatMap((command) => printedHistory(command) ?? []);
  if (printed.length === 0) return null;
  const folders = new Set(reached.flatMap(({ use, real }) => (use === "history" ? [real] : [])));
  const isTold = folders.size > 0 && printed.every(({ folder, isNameless }) => folder !== null && !isNameless);
  const objects = printed.flatMap((each) => each.objects);
  const secret = isTold ? await secretInHistory([...folders], objects, where) : "unknown";
  return secret === "unknown" ? historyUnknown : secret && secretsCut(secret.path, where.redact);
}

function mayBeNamed(path: string, pattern: string): boolean {
  return wildcards(pattern).test(path.slice(path.lastIndexOf("/") + 1));
}

const asked = (opinion: Opinion, finding: Finding): Opinion => ({ ...opinion, verdict: "ask", findings: [finding] });

const about = { span: [0, 0] as [number, number], argv: [], via: [], level: "ask" as const };

const secretsUnknown: Finding = {
  ...about,
  risk: "opaque",
  ruleId: "secret.files-unknown",
  say: "The target did not say which secrets are in the files and folders that it reads.",
  safer: "Name the files that are meant.",
};

const secretsTooMany: Finding = {
  ...about,
  risk: "read",
  ruleId: "secret.too-many",
  say: "Comes by files with more secrets than this session can keep in mind to hide them.",
  safer: "Name the files that are meant.",
};

const historyUnknown: Finding = {
  ...about,
  risk: "opaque",
  ruleId: "secret.history-unknown",
  say: "Prints parts of lines out of a repository, and the target did not say whether that holds or held files with secrets.",
  safer: "Print whole lines.",
};

const settingsCut: Finding = {
  ...about,
  risk: "read",
  ruleId: "secret.cut",
  say: "Prints parts of settings, addresses or words of other commands: a piece of a secret among them cannot be recognised and hidden.",
  safer: "Print whole lines or fields.",
};

const messagesCut: Finding = {
  ...about,
  risk: "read",
  ruleId: "secret.cut",
  say: "Prints parts of messages out of a repository, and one of them holds a secret: a piece of it cannot be recognised and hidden.",
  safer: "Print whole lines or fields.",
};

const secretsCut = (path: string, redact?: Redact): Finding => ({
  ...about,
  risk: "read",
  ruleId: "secret.cut",
  say: `Prints parts of lines from files that it comes by, among them ${quoted(path, redact)}, which holds secrets: a piece of a secret cannot be recognised and hidden.`,
  safer: "Leave that file out, or print whole lines.",
});
