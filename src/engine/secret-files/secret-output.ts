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
import { gitContents } from "./git-contents.ts";
import { opensGitFolder, printsSearched } from "./searched-contents.ts";
import { type ReadFiles, readFilesIn, type SecretFile } from "./secret-files.ts";
import { secretInHistory } from "./secret-history.ts";
import { cutsMessages, messagesIn } from "./secret-messages.ts";
import { guessesHistory } from "./tested-patterns.ts";
import { partsSettings, tellsSettings } from "./told-settings.ts";
import { isDecoding, unpacks } from "./unpacking.ts";

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
 * letters for it, or that tests it with guesses, is asked about.
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
  const withFound = withPlain && cutsLines(assessment, act.text) && printsSearched(assessment);
  const withGit = opensGitFolder(assessment);
  const files = await readFilesIn(reached, where, { withPlain, withFound, withGit });
  const isAllowed = opinion.verdict === "allow";
  if (files === null) return isAllowed ? asked(opinion, secretsUnknown) : opinion;
  const kept = learnedFrom(files.kept, (text) => learnSecrets(act.session, text));
  // What is in any other file is known as far as it would be hidden, were the file printed as a whole [PO181].
  const plain = learnedFrom(files.plain, (text) => learnShown?.(act.session, text) ?? "none");
  const found = learnedFrom(files.found, (text) => learnShown?.(act.session, text) ?? "none");
  const messages = learnShown === undefined ? "" : await messagesIn(assessment, act.text, where);
  const told = (messages && learnShown?.(act.session, messages)) || "none";
  if (!isAllowed) return opinion;
  if (messages === null) return asked(opinion, secretsUnknown);
  const learned = [...kept, ...plain, ...found];
  if (told === "not-all" || learned.some(({ secrets }) => secrets === "not-all")) return asked(opinion, secretsTooMany);
  const cut = await cutFinding(kept, assessment, reached, place);
  if (cut !== null) return asked(opinion, cut);
  if (!cutsWords(assessment, act.text))
    return told !== "none" && cutsMessages(assessment) ? asked(opinion, messagesCut) : opinion;
  if (told !== "none") return asked(opinion, messagesCut);
  const piece = findingOnPieces({ plain, found, files }, assessment, place) ?? (await gitFinding(assessment, place));
  return piece === null ? opinion : asked(opinion, piece);
}

/** Of other files no word may be cut where one of them holds a secret, or was not seen as it will be printed. */
function findingOnPieces(
  { plain, found, files }: { plain: readonly LearnedFile[]; found: readonly LearnedFile[]; files: ReadFiles },
  assessment: Assessment,
  { act, where }: SecretPlace,
): Finding | null {
  const names = requiredNames(assessment);
  const holders = [...plain, ...found.filter(({ path }) => names.every((name) => mayBeNamed(path, name)))];
  const shown = holders.find(({ secrets }) => secrets !== "none");
  if (shown !== undefined) return secretsCut(shown.path, where.redact);
  const { commands } = assessment;
  const isTurned =
    commands.some(isDecoding) &&
    cutsWords({ ...assessment, commands: commands.filter((command) => !isDecoding(command)) }, act.text);
  const isPacked = unpacks(assessment);
  const [unseen] = [
    ...files.unseen,
    ...(isPacked ? files.binary : []),
    ...(isTurned ? plain.map(({ path }) => path) : []),
  ];
  if (unseen !== undefined) return notSeenWhole(quoted(unseen, where.redact));
  return files.isFolderUnseen || (isPacked && files.isSearch && printsSearched(assessment))
    ? notSeenWhole("a folder that it searches")
    : null;
}

/** What git prints is looked through as it prints it; what it only tests is in no one place. */
async function gitFinding(assessment: Assessment, { act, where, options }: SecretPlace): Promise<Finding | null> {
  if (guessesHistory(assessment)) return historyUnknown;
  const printed = await gitContents(assessment, where);
  if (printed === null) return historyUnknown;
  const secrets = (printed && options.learnShown?.(act.session, printed)) || "none";
  return secrets === "none" ? null : gitCut;
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
  say: "Prints or tests parts of lines out of a repository, and the target did not say whether that holds or held secrets.",
  safer: "Print whole lines.",
};

const notSeenWhole = (what: string): Finding => ({
  ...about,
  risk: "opaque",
  ruleId: "secret.unseen",
  say: `Prints parts of lines, and Cotty has not looked through all of ${what}: a piece of a secret in it cannot be recognised and hidden.`,
  safer: "Print whole lines, or name smaller files of plain text.",
});

const gitCut: Finding = {
  ...about,
  risk: "read",
  ruleId: "secret.cut",
  say: "Prints parts of what git shows of files, and that holds a secret: a piece of it cannot be recognised and hidden.",
  safer: "Print whole lines or fields.",
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
  say: `Prints or tests parts of lines from files that it comes by, among them ${quoted(path, redact)}, which holds secrets: a piece of a secret cannot be recognised and hidden.`,
  safer: "Leave that file out, or print whole lines.",
});
