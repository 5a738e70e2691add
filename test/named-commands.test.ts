import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { createContext } from "../src/cli/context.ts";
import { createProgram } from "../src/cli/program.ts";
import { projectRoot } from "./support/cotty.ts";

/** `cotty WORD` and `cotty WORD WORD` as people read them: in sentences of the program and in the documents. */
const named = /(?<![\w/.-])cotty ([a-z]+)(?!\w)(?: ([a-z]+)(?!\w))?/g;
/** Where the words after the name are not a command, or one that an open requirement asks for. */
const noCommand = [/--- cotty file /, /^\| S\d\.\d+ \|.*\| open: [^|]+\|$/];

it("names only commands that exist, wherever it tells a person what to do", () => {
  const program = createProgram(createContext());
  const files = ["README.md", ...globSync(["docs/**/*.md", "src/**/*.{ts,tsx}"], { cwd: projectRoot })];
  const unknown = files
    .filter((file) => !file.includes(".test."))
    .flatMap((file) =>
      unknownIn(program, readFileSync(join(projectRoot, file), "utf8")).map((text) => `${file}: ${text}`),
    );
  expect(unknown).toEqual([]);
});

function unknownIn(program: Command, text: string): string[] {
  const lines = text.split("\n").filter((line) => !noCommand.some((pattern) => pattern.test(line)));
  return lines.flatMap((line) =>
    [...line.matchAll(named)]
      .filter(([, first = "", second]) => !exists(program, first, second))
      .map(([found]) => found),
  );
}

function exists(program: Command, first: string, second: string | undefined): boolean {
  if (first === "help") return true;
  const command = program.commands.find((candidate) => candidate.name() === first);
  if (command === undefined) return false;
  // Words after a command with subcommands are one of them; after others they are arguments, or go on in the sentence.
  const takesWords = command.registeredArguments.length > 0 || command.commands.length === 0;
  return takesWords || second === undefined || command.commands.some((sub) => sub.name() === second);
}
