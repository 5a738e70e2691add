import { beforeAll, describe, expect, it } from "vitest";
import { createBuiltinAgent, createChatAgent } from "./builtin-agent.ts";
import { createFakeTools, createModelOf, runAgent, says, turnOf } from "./testing/run-agent.ts";

/** The system prompts as they are sent, with every tool there is. */
async function systemOf(create: typeof createBuiltinAgent | typeof createChatAgent): Promise<string> {
  const { model, requests } = createModelOf(says("ok"));
  const agent = create({ openModel: async () => model, temperature: 0.3, maxOutputTokens: 4096 });
  await runAgent(agent, turnOf("go"), createFakeTools());
  return requests[0]?.system ?? "";
}

describe("what the agent's model is told", () => {
  let system = "";
  beforeAll(async () => {
    system = await systemOf(createBuiltinAgent);
  });

  it("is that it works by itself on a task of many steps, in a terminal that it shares with a person [S1.1, S1.17]", () => {
    expect(system).toContain(
      "You are Cotty, an expert system administrator and developer, operating in agent mode: accomplish the person's multi-step task autonomously. You work in a real terminal that you share with a person",
    );
  });

  it("is that tools are its means, that it explains before it calls one, and that it reads the output [S1.18, S1.24]", () => {
    expect(system).toContain(
      "Your primary means are the tools. Explain in a sentence what you are about to do and why before a tool call, and read its output carefully.",
    );
  });

  it("is to be methodical, and to find out why a step failed [S1.26]", () => {
    expect(system).toContain("Be methodical. If a step fails, find out why and correct it;");
  });

  it("is which tool is for which occasion [S0.34, S0.63]", () => {
    const [line = ""] = /^- Which tool when: .*$/m.exec(system) ?? [];
    for (const occasion of [
      "a shell command → run_command",
      'a prompt such as y/n, a stuck process ("Ctrl+C"), the end of input ("Ctrl+D"), a full-screen program → send_keys',
      "the content of files → read_files",
    ])
      expect(line).toContain(occasion);
  });

  it("is to prefer commands, and to keep keys for what is truly interactive [S0.86]", () => {
    expect(system).toContain("Prefer run_command over send_keys; send_keys is for what is truly interactive.");
  });

  it("is to avoid whatever asks: flags, DEBIAN_FRONTEND, no editors [S0.85]", () => {
    expect(system).toContain(
      "Avoid interactive programs: use flags such as -y and --no-pager, set DEBIAN_FRONTEND=noninteractive, and use no editors.",
    );
  });

  it("is that a command may return before it has ended, and how to stop it [S1.21, S1.22]", () => {
    expect(system).toContain('A command may return before it has finished; its result says so ("Still running").');
    expect(system).toContain("or run_command with <command_signal>CTRL_C</command_signal>.");
  });

  it("is to plan with subgoals, and to keep them up to date [S1.23, S1.48]", () => {
    expect(system).toContain(
      "Break a task of several parts into subgoals with add_subgoal, and keep them up to date with update_subgoal.",
    );
  });

  it("is to end only when the whole task is complete, and to ask where only a person can decide [S1.25]", () => {
    expect(system).toContain("Call task_complete only when the entire task is complete");
    expect(system).toContain("When only the person can decide or knows, use ask_user.");
  });

  it("is to run nothing destructive unless exactly that was asked for [S0.63, S0.79]", () => {
    expect(system).toContain(
      "Never run destructive commands (rm -rf, mkfs, dd, dropping databases and the like) unless the person explicitly asked for exactly that; warn before anything dangerous.",
    );
  });

  it("is its role, where it is and what it may call [S2.15]", () => {
    expect(system).toContain("- Target: local (Linux 6.1), as mira, shell bash, in /home/mira\n- Time: today");
    for (const name of ["run_command", "send_keys", "task_complete"]) expect(system).toContain(name);
  });
});

describe("what the model of plain chat is told", () => {
  it("is that it has no tools, and how to write a command that a person can run [S0.66]", async () => {
    const system = await systemOf(createChatAgent);
    expect(system).toContain("In this mode you have no tools and cannot run anything yourself.");
    expect(system).toContain("Write each command the person could run between <cmd> and </cmd>");
    expect(system).not.toContain("send_keys");
  });
});
