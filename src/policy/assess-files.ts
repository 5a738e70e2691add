import type { Finding } from "../protocol/index.ts";
import { hole, newShell, noFlow, pathWord, plainArg, someFlow } from "../shell/index.ts";
import { concludeSafely } from "./assess.ts";
import { readsFile, writesFile } from "./file-access.ts";
import type { Job } from "./job.ts";
import { judgeBytes } from "./judge-bytes.ts";
import { newRun } from "./new-run.ts";
import type { AssessedCommand, Assessment, PolicyContext } from "./types.ts";

export interface FileAccess {
  access: "read" | "write";
  paths: readonly string[];
  /** Everything below the paths is searched. */
  isSearch?: boolean;
}

const here: AssessedCommand["folders"] = [{ from: "here", path: "" }];

/**
 * Judges files that a tool would read or write without a shell. Paths are literal: nothing in them expands, except
 * that a leading `~` is understood as the home directory, because tools do.
 */
export function assessFiles({ access, paths, isSearch = false }: FileAccess, context: PolicyContext): Assessment {
  const text = paths.join(" ");
  return concludeSafely(text, context, () => {
    const run = newRun(context, { believes: true });
    const findings: Finding[] = [];
    paths.forEach((path) => {
      const from = text.indexOf(path);
      const job: Job = {
        name: access,
        path: access,
        args: [plainArg(path, [from, from + path.length])],
        span: [from, from + path.length],
        via: [],
        stdin: noFlow,
        shell: newShell("bash", "", run),
        run,
      };
      const arg = plainArg(path.replace(/^~(?=\/|$)/, hole.home), job.span);
      for (const { level, ruleId, span, say, safer } of judgeBytes(path).findings) {
        findings.push({
          risk: "opaque",
          level,
          ruleId,
          span: [from + span[0], from + span[1]],
          argv: [access, path],
          via: [],
          say,
          safer,
        });
      }
      if (access === "read") readsFile(job, arg);
      else writesFile(job, arg, someFlow);
    });
    const commands = paths.map((path): AssessedCommand => {
      const words = [null, pathWord({ text: path.replace(/^~(?=\/|$)/, hole.home) })];
      const tool = { isTool: true as const, ...(isSearch && { isSearch: true as const }) };
      return { argv: [access, path], span: [0, text.length], via: [], words, folders: here, ...tool };
    });
    return { findings: [...findings, ...run.findings], judgements: [], commands, parse: "ok" };
  });
}
