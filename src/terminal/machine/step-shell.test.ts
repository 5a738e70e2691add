import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecording, replay } from "../testing/replay-shell.ts";
import { allShells, type ShellName } from "../testing/shells.ts";
import type { ShellEffect } from "./shell-effect.ts";
import { type Command, depthOf, type ShellState, unknownShell } from "./shell-state.ts";
import { outerEnd, type ShellInput, stepShell } from "./step-shell.ts";

/** What each recorded shell went through for every command, how that ended, and what it printed. */
const stories: Record<ShellName, [through: string, how: string, output: string][]> = {
  bash: [
    ["unknown prompt-due at-prompt submitted running", "agent, echo one; false: ended, 1, /", "one\r\n"],
    ["prompt-due at-prompt submitted continuation", "agent, echo 'open: incomplete, 130, /", ""],
    // bash does not say which command a person has entered.
    ["prompt-due at-prompt entered running", "person, : ended, 0, /usr", ""],
    // The first Enter was on an empty line. A syntax error never runs.
    ["prompt-due at-prompt entered prompt-due at-prompt submitted", "agent, if fi: ended, 2, /usr", ""],
    ["prompt-due at-prompt submitted running", "agent, cat /dev/null: ended, 0, /usr", ""],
    ["prompt-due at-prompt submitted running", "agent, unset PROMPT_COMMAND; echo gone: ended, 0, null", "gone\r\n"],
  ],
  zsh: [
    ["unknown prompt-due at-prompt submitted running", "agent, echo one; false: ended, 1, /", "one\r\n"],
    ["prompt-due at-prompt submitted continuation", "agent, echo 'open: incomplete, 130, /", ""],
    ["prompt-due at-prompt entered running", "person, cd /usr: ended, 0, /usr", ""],
    ["prompt-due at-prompt entered prompt-due at-prompt submitted", "agent, if fi: ended, 1, /usr", ""],
    ["prompt-due at-prompt submitted running", "agent, cat /dev/null: ended, 0, /usr", ""],
    [
      "prompt-due at-prompt submitted running",
      "agent, precmd_functions=(); echo gone: ended, 0, null",
      `gone\r\n\x1b[1m\x1b[7m#\x1b[27m\x1b[1m\x1b[0m${" ".repeat(79)}\r \r\r\x1b[0m\x1b[27m\x1b[24m\x1b[J`,
    ],
  ],
  fish: [
    [
      "unknown prompt-due at-prompt submitted running",
      "agent, echo one; false: ended, 1, /",
      "\x1b]0;echo one; false /\x07\x1b[30m\x1b(B\x1b[m\rone\r\n",
    ],
    ["prompt-due at-prompt submitted", "agent, echo 'open: incomplete, null, /", ""],
    ["at-prompt entered running", "person, cd /usr: ended, 0, /usr", "\x1b]0;cd /usr /\x07\x1b[30m\x1b(B\x1b[m\r"],
    ["prompt-due at-prompt entered at-prompt submitted", "agent, if fi: incomplete, null, /usr", ""],
    [
      "at-prompt submitted running",
      "agent, cat /dev/null: ended, 0, /usr",
      "\x1b]0;cat /dev/null /usr\x07\x1b[30m\x1b(B\x1b[m\r",
    ],
  ],
  dash: [
    ["unknown at-prompt submitted running", "agent, echo one; false: ended, 1, /", "one\r\n"],
    [
      "prompt-due at-prompt submitted running",
      "agent, echo 'open: abandoned, 2, null",
      "/usr/bin/dash: 3: eval: Syntax error: Unterminated quoted string\r\n",
    ],
    ["prompt-due at-prompt running", "person, cd /usr: abandoned, 0, null", "cd /usr\r\n"],
    ["prompt-due at-prompt running", "person, : abandoned, 0, null", "\r\n"],
    [
      "prompt-due at-prompt submitted running",
      "agent, if fi: abandoned, 2, null",
      '/usr/bin/dash: 2: eval: Syntax error: "fi" unexpected\r\n',
    ],
    ["prompt-due at-prompt submitted running", "agent, cat /dev/null: ended, 0, /usr", ""],
  ],
  ash: [
    ["unknown at-prompt submitted running", "agent, echo one; false: ended, 1, /", "one\r\n"],
    [
      "prompt-due at-prompt submitted running",
      "agent, echo 'open: abandoned, 2, null",
      "ash: eval: syntax error: unterminated quoted string\r\n",
    ],
    ["prompt-due at-prompt running", "person, cd /usr: abandoned, 0, null", "cd /usr\r\n"],
    ["prompt-due at-prompt running", "person, : abandoned, 0, null", "\r\n"],
    [
      "prompt-due at-prompt submitted running",
      "agent, if fi: abandoned, 2, null",
      'ash: eval: syntax error: unexpected "fi"\r\n',
    ],
    ["prompt-due at-prompt submitted running", "agent, cat /dev/null: ended, 0, /usr", ""],
  ],
  mksh: [
    ["unknown at-prompt submitted running", "agent, echo one; false: ended, 1, /", "one\r\n"],
    [
      "prompt-due at-prompt submitted running",
      "agent, echo 'open: abandoned, 1, null",
      "E: /usr/bin/mksh: no closing quote\r\n",
    ],
    ["prompt-due at-prompt running", "person, cd /usr: abandoned, 0, null", "cd /usr\r\r\n"],
    ["prompt-due at-prompt running", "person, : abandoned, 0, null", "\r\r\n"],
    [
      "prompt-due at-prompt submitted running",
      "agent, if fi: abandoned, 1, null",
      "E: /usr/bin/mksh: syntax error: unexpected 'fi'\r\n",
    ],
    ["prompt-due at-prompt submitted running", "agent, cat /dev/null: ended, 0, /usr", ""],
  ],
};

describe.each(allShells)("the recorded bytes of %s", (shell) => {
  it("lead from command to command, each with its phases, its end and its output", () => {
    const { ended, state } = replay(readRecording(shell));
    expect(ended.map(({ through, how, output }) => [through, how, output])).toEqual(stories[shell]);
    expect(state).toMatchObject({ phase: { name: "at-prompt" }, cwd: "/usr", outside: null });
  });

  it("mean the same in pieces of any size", () => {
    const lines = readRecording(shell);
    const whole = replay(lines);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (pieceBytes) => {
        expect(replay(lines, pieceBytes)).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });
});

const command: Command = { by: "agent", text: "make" };
const mark = (text: string): ShellInput => {
  const [type = "", ...fields] = text.split(";");
  return { kind: "mark", mark: { type, fields } };
};

/** A shell that has been told all this, and what the last of it means to whoever drives the machine. */
function told(...inputs: (string | ShellInput)[]): { state: ShellState; effects: readonly ShellEffect[] } {
  let state = unknownShell;
  let effects: readonly ShellEffect[] = [];
  for (const input of inputs) {
    [state, effects] = stepShell(state, typeof input === "string" ? mark(input) : input, 1000);
  }
  return { state, effects };
}

const loaded = ["S;zsh;1;42", "D;1;0;r:/", "A;1;;0;1", "B;1;1"];
const running = [...loaded, { kind: "submitted", command } as const, "C;1;1;make"];

describe("a command that runs", () => {
  it.each([
    "D;1;0;r:/etc",
    "D;7;0;r:/etc",
    "E;1;2;r:/etc",
    "I;1;r:/etc",
    "A;9;;0;1",
    "A;1;;0;2",
    "2;1;2",
    "2;0;1",
    "C;0;1",
    "R;1;123456789012;0;yes;r:/etc;0",
    "V;0;r:/evil;1",
    "W;0;0;prompt;r:/etc",
  ])("is not touched by a mark of another moment or shell: %s", (old) => {
    const { state } = told(...running);
    expect(told(...running, old).state).toEqual(state);
  });

  it("has not ended at a prompt that it printed itself", () => {
    const printed = told(
      ...running,
      "A;1;;0;1",
      "B;1;1",
      { kind: "printed", bytes: Buffer.from("not\n") },
      {
        kind: "paste-mode",
        isOn: true,
      },
    );
    expect(printed.state.phase).toEqual({ name: "running", command, innerPrompt: 992, unproven: null });
  });

  it("has ended at a prompt behind which the line editor reads, though no hook has said so", () => {
    const { state, effects } = told(...running, "A;1;;3;1", "B;1;1", { kind: "paste-mode", isOn: true });
    expect(state).toMatchObject({ phase: { name: "at-prompt" }, hasLostHooks: true });
    const evidence = { how: "ended", exitCode: 3, cwd: null, to: 1000, confidence: "marks" };
    expect(effects).toEqual([{ kind: "ended", command, evidence, hasBegun: true }]);
  });

  it("wants more when the shell asks for the rest of it, and what has run of it is known", () => {
    const before = { name: "running", command, innerPrompt: null, unproven: null };
    expect(told(...running, "2;1;1").state.phase).toEqual({ name: "continuation", command, before });
  });
});

describe("a command that did not come whole", () => {
  const given = { kind: "submitted", command } as const;
  const known = { cwd: "/srv", to: null, exitCode: null, how: "undelivered", confidence: "marks" };

  it("[TM19] was not run, as the shell says", () => {
    const { state, effects } = told(...loaded, given, "U;2;r:/srv");
    expect(effects).toEqual([{ kind: "ended", command, evidence: known, hasBegun: false }]);
    expect([state.phase, state.cwd]).toEqual([{ name: "prompt-due" }, "/srv"]);
  });

  it("[TM19] is no news of a command that runs, nor of another moment", () => {
    const { state } = told(...running);
    expect(told(...running, "U;2;r:/srv").state).toEqual(state);
    expect(told(...loaded, given, "U;1;r:/srv").state).toEqual(told(...loaded, given).state);
  });

  it("[TM19] was not run where a shell without hooks prompts before it has said that it runs", () => {
    const dash = ["S;dash;7;7;r:/", "A;0;1;0;7", "B;0;7", given, "R;1;0;0;yes;r:/;0", "A;0;2;2;7"] as const;
    const { state, effects } = told(...dash);
    const evidence = { ...known, cwd: null };
    expect(effects.at(-1)).toEqual({ kind: "ended", command, evidence, hasBegun: false });
    expect(state.phase).toEqual({ name: "prompt-due" });
  });
});

describe("a line that a person has begun", () => {
  it("is open, and no prompt", () => {
    expect(told(...loaded, { kind: "entered", line: "for i in" }, "2;1;1").state.phase).toEqual({ name: "line-open" });
  });
});

describe("a challenge", () => {
  const asked: ShellInput = { kind: "challenged", digits: "271828182845" };
  const answer = "R;1;271828182845;0;yes;r:/srv;0";
  const prepared = { isBusy: false, exitCode: 0, cwd: "/srv", cwdUnchanged: true, hasSavedLine: false, ownNames: null };

  it("[TM2] is answered by a mark that brings its digits back", () => {
    const { state } = told(...loaded, asked, answer);
    expect([state.handshake, state.cwd]).toEqual([{ name: "answered", prepared }, "/srv"]);
  });

  it("[TM2] is answered by no other digits, and by none twice", () => {
    expect(told(...loaded, asked, "R;1;314159265358;0;yes;r:/;0").state.handshake).toEqual({
      name: "asked",
      digits: "271828182845",
      words: [],
      said: null,
    });
    const again = told(...loaded, asked, answer, "R;1;271828182845;0;yes;r:/etc;0").state;
    expect([again.handshake, again.cwd]).toEqual([{ name: "answered", prepared }, "/srv"]);
  });

  const askedWords: ShellInput = { ...asked, words: ["cd", "ls", ":"] };

  it.each([
    ["", []],
    [
      " cd:function: :::hook:",
      [
        { word: "cd", is: "function" },
        { word: "::", is: "hook" },
      ],
    ],
    ["cd:alias:bXljZAA= rm:function:", [{ word: "cd", is: "alias", text: "mycd" }]],
    ["trap:hook:", [{ word: "trap", is: "hook" }]],
    ["cd:program:", null],
    ["cd", null],
  ])("[TM21] is answered with what words are, in a mark with the same digits: %j", (field, ownNames) => {
    const { state } = told(...loaded, askedWords, `F;271828182845;${field}`, answer);
    expect(state.handshake).toEqual({ name: "answered", prepared: { ...prepared, ownNames } });
  });

  it("[TM21] is told what words are by no other digits, and never without them", () => {
    const forged = told(...loaded, askedWords, "F;314159265358;", answer).state;
    expect(forged.handshake).toEqual({ name: "answered", prepared });
    expect(told(...loaded, "F;271828182845;cd:function:").state.ownNames).toEqual([]);
  });

  it("[TM21] corrects what the shell has told before of the same words, and of hooks of every command", () => {
    const first = [...loaded, askedWords, "F;271828182845;cd:function: ls:alias: trap:hook:", answer];
    expect(told(...first).state.ownNames).toEqual([
      { word: "cd", is: "function" },
      { word: "trap", is: "hook" },
    ]);
    const other: ShellInput = { kind: "challenged", digits: "577215664901", words: ["rm"] };
    const second = [...first, other, "F;577215664901;rm:function:"];
    expect(told(...second).state.ownNames).toEqual([
      { word: "cd", is: "function" },
      { word: "rm", is: "function" },
    ]);
    expect(told(...second, askedWords, "F;271828182845;").state.ownNames).toEqual([{ word: "rm", is: "function" }]);
  });
});

describe("a shell inside the shell", () => {
  const inside = [...running, { kind: "inner-shell", pid: 77 } as const, "S;bash;77;77", "D;1;0;r:/tmp"];

  it("is known by itself, and the one outside as it was", () => {
    const { state } = told(...inside);
    expect([depthOf(state), state.cwd, state.loaded?.name]).toEqual([1, "/tmp", "bash"]);
    expect(state.outside).toEqual({ pid: 77, shell: told(...running).state });
  });

  it("has ended when the shell outside says so, and what ran in it with it", () => {
    const inner: Command = { by: "agent", text: "exit 4" };
    const { state } = told(...inside, { kind: "submitted", command: inner });
    const how = outerEnd(state, { type: "D", fields: ["2", "4", "r:/srv"] });
    expect(how).toEqual({ exitCode: 4, cwd: "/srv", to: null });
    const [left, effects] = stepShell(state, { kind: "inner-shell-left", how }, 1000);
    const evidence = { how: "ended", exitCode: 4, cwd: "/srv", to: null, confidence: "marks" };
    expect(effects).toEqual([{ kind: "ended", command: inner, evidence, hasBegun: false }]);
    expect(left).toEqual(told(...running).state);
  });

  it("has not ended by an old mark of the shell outside", () => {
    expect(outerEnd(told(...inside).state, { type: "D", fields: ["1", "0", "r:/"] })).toBe(null);
  });
});
