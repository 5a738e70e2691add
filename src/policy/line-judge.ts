import { everyFolder, type Judge, knownText, type Part, plainArg } from "../shell/index.ts";
import { inBackground, unlessNamesBreak } from "./conditions.ts";
import { readsFile, writesFile } from "./file-access.ts";
import { type Job, noteSecret, type Run, recordComparison, recordRedirect } from "./job.ts";
import { judgeCommand } from "./judge-command.ts";
import { judgeLoop } from "./judge-loop.ts";
import { judgePathTest } from "./places/opened-files.ts";
import { cutsFields } from "./programs/shell-words.ts";
import { judgeVariableUse } from "./read-variables.ts";
import { judgeGiven, reportSuspicion } from "./suspicion.ts";

/** Policy's opinion of what the walk through a command line tells: each fact goes to who judges it. */
export function createLineJudge(run: () => Run): Judge {
  const jobFor = (part: Part): Job => ({ ...part, name: part.path, run: run() });
  const aroundCommand = (part: Part): Job => ({ ...jobFor(part), redirect: true });
  return {
    command: (part, argv) => run().runArgv(argv, jobFor(part), { via: "" }),
    functionDefinition(part) {
      const args = [plainArg(part.path, part.span)];
      judgeCommand({ ...jobFor(part), name: "function", path: "function", args });
    },
    inputFile: (part, file) => readsFile(aroundCommand(part), file),
    outputFile: (part, file, { appends }) => recordRedirect(aroundCommand(part), file, appends),
    outputWritten(part, file, { content, how }) {
      writesFile(aroundCommand(part), file, content, how);
    },
    assignment(part, { name, value, span, scope }) {
      noteSecret(run(), name, value);
      const isTemporary = value.flow?.temporary === true && part.shell.certain(name) === "text";
      if (isTemporary) run().temporary.add(name);
      // The command that has it as a word is judged with it.
      if (scope === "word") return;
      if (scope === "command" && name === "IFS" && cutsFields.has(part.path)) return;
      judgeGiven(aroundCommand(part), { name, value: knownText(value), span, lasts: scope === "shell" });
    },
    variableUse: (part) => judgeVariableUse(jobFor(part)),
    comparison: (_part, value, pattern) => recordComparison(run(), value, pattern),
    pathTest: (part) => judgePathTest(jobFor(part)),
    // A loop has taken them from where the line was then.
    splitFileNames(part) {
      for (const folder of everyFolder(part.shell)) unlessNamesBreak(jobFor(part), folder);
    },
    endlessLoop: (part, loop) => judgeLoop(jobFor(part), loop),
    suspicion: (part, kind) => reportSuspicion(jobFor(part), kind, part.path),
    background: (part, options, walk) => inBackground(jobFor(part), options, walk),
  };
}
