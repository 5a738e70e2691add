import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fc, test } from "@fast-check/vitest";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { createTerminals, type Terminal, type Terminals } from "../../src/terminal/index.ts";

const never = new AbortController().signal;
const word = fc.stringMatching(/^[A-Za-z0-9_.,:+-]{1,40}$/);

describe("a command in a real terminal", () => {
  const directory = mkdtempSync(join(tmpdir(), "cotty-run-command-"));
  let terminals: Terminals;
  let terminal: Terminal;

  beforeAll(async () => {
    terminals = createTerminals({ stateDir: directory });
    terminal = await terminals.open({
      target: "local",
      shell: "bash",
      cwd: directory,
      owner: { session: "s1", epoch: 1 },
      signal: never,
    });
  });

  afterAll(async () => {
    await terminals[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true, force: true });
  });

  // **Feature: cotty, Property 9: execution captures both output and error output**
  test.prop([word, word, fc.integer({ min: 0, max: 255 })], { numRuns: 100 })(
    "gives back what it wrote to output and to error output, and its exit code [S3.42]",
    async (out, err, code) => {
      const result = await terminal.run(`printf '%s\\n' '${out}'; printf '%s\\n' '${err}' >&2; (exit ${code})`, {
        signal: never,
        timeoutMs: 20_000,
      });
      expect(result).toMatchObject({
        outcome: "exited",
        exitCode: code,
        output: `${out}\n${err}\n`,
      });
    },
  );
});
