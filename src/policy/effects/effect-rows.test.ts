import { describe, expect, it } from "vitest";
import { hole, newShell, noFlow, plainArg, someFlow } from "../../shell/index.ts";
import type { Job } from "../job.ts";
import { newRun } from "../new-run.ts";
import { type EffectRow, readRows } from "./effect-rows.ts";
import { effectFamilies, effectPrograms } from "./index.ts";
import { findRow } from "./judge-effects.ts";

const run = newRun({ target: "local", shell: "bash" }, { believes: true });

function jobOf(command: string): Job {
  const [line = "", fed] = command.split(" <<< ");
  const [name = "", ...words] = line.split(" ");
  const stdin =
    fed === undefined ? noFlow : { ...someFlow, text: fed === "{}" ? null : fed, private: fed === "private" };
  // `{}` stands for a word that only the run decides.
  const args = words.map((word) => plainArg(word.replaceAll("{}", hole.item), [0, 0]));
  return { name, path: name, args, span: [0, 0], via: [], stdin, shell: newShell("bash", command, run), run };
}

const rows = [...new Set(effectPrograms.values())].flatMap((program) => program.rows.map((row) => ({ program, row })));

describe("the rows of what programs do besides reading", () => {
  it("name every program in one family only", () => {
    const names = effectFamilies.flat().flatMap((program) => program.names);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("each fit their own examples and no counter-example", () => {
    const wrong = rows.flatMap(({ program, row }) => {
      const isFound = (command: string) => findRow(jobOf(command), program)?.row === row;
      const isOwn = (command: string) => program.names.includes(jobOf(command).name) || row.isCommon !== true;
      return [
        ...row.examples.yes.filter((command) => isOwn(command) && !isFound(command)),
        ...row.examples.no.filter((command) => isOwn(command) && isFound(command)).map((command) => `not ${command}`),
      ];
    });
    expect(wrong).toEqual([]);
  });

  it("each have an example, unless they say nothing or are about what the rest of the line does", () => {
    const isBrought = ({ patterns }: EffectRow) =>
      patterns.every((words) =>
        words.some((word) => word.kind === "fed" || (word.kind === "operand" && word.traits.includes("brought"))),
      );
    const without = rows.filter(
      ({ row }) => row.effect !== "looks" && row.examples.yes.length === 0 && !isBrought(row),
    );
    expect(without.map(({ program, row }) => `${program.names[0]}: ${row.say}`)).toEqual([]);
  });

  it("cannot be read with a mistake in them", () => {
    expect(() => readRows("git\n  push => destroy: Overwrites history.")).toThrow("This row cannot be read");
  });
});
