import type { AssessedCommand, Assessment } from "../../policy/index.ts";
import { mayGoDeep } from "./cut-lines.ts";
import { guesses } from "./tested-patterns.ts";

type Line = Pick<Assessment, "commands" | "comparisons" | "files" | "visible">;

const nameOf = ({ argv }: Pick<AssessedCommand, "argv">): string => argv[0]?.split("/").at(-1) ?? "";
const hands = /^(?:g?xargs|parallel|g?find|bfs|fd|fdfind)\b/;
const listsFiles = /^(?:-[a-zA-Z]*[lL][a-zA-Z]*|--files(?:-with(?:out)?-match(?:es)?)?)$/;

/** Whether a command looks into the files below a folder and prints more of them than their names. */
const searchesFiles = (command: AssessedCommand): boolean =>
  nameOf(command) !== "git" && mayGoDeep(command) && !command.argv.some((word) => listsFiles.test(word ?? ""));

/**
 * Whether a line prints what is in the files below a folder that it searches, or tests it with guesses. What git prints
 * of them is looked through as git prints it.
 */
export const printsSearched = (line: Line): boolean =>
  guesses(line) || line.commands.some(searchesFiles) || opensFound(line);

/** Names that a command finds are opened by another one. */
const opensFound = ({ commands, files }: Line): boolean =>
  commands.some(({ via }) => via.some((each) => hands.test(each))) ||
  files.some(({ access, file }) => access === "read" && file === null);

/** Whether it comes by the files in which git keeps its own: its settings, its log, the last message. */
export const opensGitFolder = (line: Line): boolean =>
  opensFound(line) ||
  line.commands.some(
    (command) =>
      searchesFiles(command) &&
      (!/^(?:rg|ag|fd|fdfind)$/.test(nameOf(command)) ||
        command.argv.some((word) => /^(?:-[a-zA-Z]*[uH.][a-zA-Z.]*|--hidden|--unrestricted)$/.test(word ?? "-u"))),
  );
