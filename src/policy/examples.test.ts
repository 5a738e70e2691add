import { describe, expect, it } from "vitest";
import { hole, newShell, noFlow, plainArg, someFlow } from "../shell/index.ts";
import { assess } from "./assess.ts";
import type { EffectProgram, EffectRow } from "./effects/effect-rows.ts";
import { effectPrograms } from "./effects/index.ts";
import { findRow } from "./effects/judge-effects.ts";
import type { Job } from "./job.ts";
import { fileActs } from "./judges/files.ts";
import { newRun } from "./new-run.ts";
import { deletedPlaces, readPlaces, writtenPlaces } from "./places/place-rows.ts";
import { allPrograms } from "./programs/index.ts";
import type { Form } from "./programs/program.ts";
import type { PolicyContext } from "./types.ts";

const place: PolicyContext = { target: "local", shell: "bash" };
const inProject: PolicyContext = { ...place, cwd: "/home/dev/app", home: "/home/dev", project: "/home/dev/app" };

interface Row {
  name: string;
  match: readonly string[];
  notMatch: readonly string[];
  fits: (command: string) => boolean;
}

const formRow = (name: string, { sub = "", match, notMatch }: Form): Row => ({
  name: `form ${name} ${sub}`,
  match,
  notMatch,
  fits: (command) => assess(command, place).verdict === "allow",
});

const run = newRun(place, { believes: true });

function jobOf(command: string): Job {
  const [line = "", fed] = command.split(" <<< ");
  const [name = "", ...words] = line.split(" ");
  const stdin =
    fed === undefined ? noFlow : { ...someFlow, text: fed === "{}" ? null : fed, private: fed === "private" };
  // `{}` stands for a word that only the run decides.
  const args = words.map((word) => plainArg(word.replaceAll("{}", hole.item), [0, 0]));
  const shell = newShell("bash", command, run);
  shell.files.set("fetched", { ...someFlow, fetched: true });
  return { name, path: name, args, span: [0, 0], via: [], stdin, shell, run };
}

function effectRow({ names, rows }: EffectProgram, row: EffectRow): Row {
  // A row that several programs share has examples of some of them.
  const isOwn = (command: string) => row.isCommon !== true || names.includes(jobOf(command).name);
  return {
    name: `row ${rows.indexOf(row)} of ${names[0]}: ${row.say}`,
    match: row.match.filter(isOwn),
    notMatch: row.notMatch.filter(isOwn),
    fits(command) {
      const job = jobOf(command);
      const program = effectPrograms.get(job.name);
      return program !== undefined && findRow(job, program)?.row === row;
    },
  };
}

function placeRow(name: string, { rule, say, match, notMatch }: EffectRow): Row {
  const sentence = new RegExp(
    `^${say
      .split(/\{\w*\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".*")}$`,
    "s",
  );
  const fits = (command: string) =>
    assess(command, inProject).findings.some((finding) => finding.ruleId === rule && sentence.test(finding.say));
  return { name: `place ${name}`, match, notMatch, fits };
}

const rows: readonly Row[] = [
  ...allPrograms.flatMap(({ names, forms }) => forms.map((form) => formRow(names[0] ?? "", form))),
  ...[...new Set(effectPrograms.values())].flatMap((program) => program.rows.map((row) => effectRow(program, row))),
  ...[readPlaces, writtenPlaces, deletedPlaces, fileActs].flatMap((places) =>
    Object.entries(places).map(([name, row]) => placeRow(name, row)),
  ),
];

describe("the rows of policy", () => {
  it("[PO2] each fit their own examples, and not the nearest commands that they must not fit", () => {
    const wrong = rows.flatMap(({ name, match, notMatch, fits }) => [
      ...match.filter((command) => !fits(command)).map((command) => `${name}: ${command}`),
      ...notMatch.filter(fits).map((command) => `${name}: not ${command}`),
    ]);
    expect(wrong).toEqual([]);
    expect(rows.length).toBeGreaterThan(1900);
  });
});
