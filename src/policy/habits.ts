import { effectPrograms } from "./effects/index.ts";
import { judgeHabits } from "./judges/judge.ts";
import { programs } from "./programs/index.ts";
import type { Habits } from "./programs/program.ts";
import { wordHabits } from "./programs/shell-words.ts";
import { wrappers } from "./runners/wrapper-rows.ts";

/** What is to be known of the command of this name, whatever its form, from wherever it is said. */
export const habitsOf = (name: string): Habits => ({
  ...effectPrograms.get(name)?.habits,
  ...programs.get(name),
  ...(wrappers.has(name) && { findsOutputs: true }),
  ...wordHabits(name),
  ...judgeHabits(name),
});
