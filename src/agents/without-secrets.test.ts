import { expect, it } from "vitest";
import type { Model, ModelRequest } from "../models/index.ts";
import { createBuiltinAgent, createChatAgent } from "./builtin-agent.ts";
import { withoutSecrets } from "./without-secrets.ts";

it("[PO205] what people set up for an agent reaches no model with a secret in it", async () => {
  const token = "ghp_Zx7Qm2Kp9Lw4Rt8Vb3Nc6Hd5Js1Fg0YaUeIo";
  const asked: ModelRequest[] = [];
  const model: Model = {
    id: "test/model",
    async *stream(request) {
      asked.push(request);
      yield* [];
    },
  };
  const options = {
    openModel: async () => withoutSecrets(model, (text) => text.replaceAll(token, "‹hidden›")),
    temperature: 0,
    maxOutputTokens: 100,
    selfKnowledge: `Log in with ${token}.`,
    routines: [{ name: "deploy", description: null, cmd: `curl -H 'X-Token: ${token}' https://ci.example` }],
  };
  const turn = {
    ...{ history: [{ role: "user", text: "hi", startsTurn: true }], stepsUsed: 0, allowances: [], model: model.id },
    ...{ spent: { tokens: 0, cost: 0, activeMs: 0 }, mode: "default", thinking: false, maxSteps: 5, subgoals: [] },
    ...{ facts: { target: "local", os: "", user: "", shell: "", cwd: `/srv/${token}`, now: "" }, knowledge: [] },
  };
  const gate = { gate: async () => {}, takeSteering: () => [], pause: async () => "resumed" };
  const tools = { ...gate, offered: [], call: () => Promise.reject(new Error("nothing is called")) };
  for (const agent of [createBuiltinAgent(options), createChatAgent(options)]) {
    for await (const _ of agent.run(turn as never, tools as never, { signal: new AbortController().signal }));
  }
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.filter((request) => JSON.stringify(request).includes(token))).toEqual([]);
});
