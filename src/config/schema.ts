import { type Mode, modes } from "../protocol/index.ts";
import { key, type Named, named, requiredKey } from "./key.ts";
import {
  choice,
  decimal,
  destination,
  integer,
  patternList,
  secretText,
  target,
  text,
  textList,
  url,
  yesNo,
} from "./kind.ts";
import { ollamaAddress } from "./ollama-address.ts";
import { mayChooseModel, mayNotSet, mayOnlyLower, mayOnlyTighten } from "./project-rule.ts";

const modelName = "as provider/model, for example google/gemini-3-flash-preview";

/** `review` asks about commands that `plan` runs, and `plan` refuses what `review` asks about: neither is stricter. */
const stricterModes: Record<Mode, Mode[]> = {
  plan: [],
  review: [],
  default: ["plan", "review"],
  acceptEdits: ["plan", "review", "default"],
  bypassPermissions: ["plan", "review", "default", "acceptEdits"],
};

/** A mode that nobody can read may have been a strict one: nothing runs then that no person has seen. */
export const modeInDoubt: Mode = "review";

/** Commands that match are dangerous whatever else is known about them. */
const seedPatterns = ["rm\\s+-rf\\s+/", "mkfs", "dd\\s+if=", ":\\(\\)\\s*\\{", ">\\s*/dev/sd"];

const dialect = key(choice(["auto", "native", "json-type", "json-tool", "xml"]), "auto", {
  description: "How its models call tools: natively or in text. auto notices models that cannot do it natively.",
  project: mayNotSet,
});

function provider(label: string, variables: string[]) {
  return {
    dialect,
    apiKey: key(secretText, null, {
      description: `The key for ${label}.`,
      secret: true,
      variables: variables.map((name) => ({ name })),
      aliases: label === "the Gemini API" ? ["api_key"] : [],
      project: mayNotSet,
    }),
    baseUrl: key(url, null, {
      description: `Another address for ${label}, with its version path (…/v1).`,
      project: mayNotSet,
    }),
  };
}

/**
 * Every setting of Cotty. Names are written in camelCase here and in the program, and in snake_case in files;
 * the environment name is COTTY_ and the path in capitals. docs/configuration.md is generated from this.
 */
export const schema = {
  model: key(text, null, {
    description: `The model that the built-in agent thinks with, ${modelName}. Not set: chosen from the keys there are.`,
    aliases: ["model.name"],
    project: mayChooseModel,
  }),
  mode: key(choice(modes), "default", {
    description:
      "What happens to each verdict of the policy: who is asked, and about what. One that is not known is `review`, and so is that of a file that cannot be read.",
    project: mayOnlyTighten(stricterModes),
    whenInvalid: modeInDoubt,
  }),
  dangerousPatterns: key(patternList, seedPatterns, {
    description:
      "Regular expressions on the raw text. A command that matches one of yours is dangerous. The five of the default list only mark it, since policy judges what it really does.",
    aliases: ["dangerousPatterns"],
    project: mayNotSet,
  }),
  models: {
    agent: key(text, null, {
      description: `The model in agent mode, ${modelName}. Not set: \`model\`.`,
      project: mayChooseModel,
    }),
    chat: key(text, null, {
      description: `The model in plain chat, ${modelName}. Not set: \`model\`.`,
      project: mayChooseModel,
    }),
  },
  agent: {
    name: key(text, "cotty", {
      description: "Who decides the steps: cotty (built in) or an external program.",
      variables: [{ name: "COTTY_AGENT" }],
      aliases: ["agent"],
      project: mayNotSet,
    }),
    maxSteps: key(integer(1, 1000), 20, { description: "The most steps in one turn.", project: mayOnlyLower }),
    commandTimeoutS: key(integer(1, 86_400), 60, {
      description: "Seconds until a command is reported as still running. Nothing is killed.",
    }),
    temperature: key(decimal(0, 2), 0.3, { description: "How freely the model chooses its words in agent mode." }),
    maxOutputTokens: key(integer(1, 1_000_000), 4096, { description: "The longest answer of the model, in tokens." }),
    thinking: key(yesNo, false, { description: "Ask the model to think first, where it can." }),
    historyPolicy: key(choice(["full", "turns", "messages", "summary"]), "full", {
      description: "How much of the session the model is shown.",
    }),
    historyTurns: key(integer(1, 10_000), 10, { description: "Turns kept by the policy `turns`." }),
    historyMessages: key(integer(1, 10_000), 20, {
      description: "Messages kept by the policy `messages`.",
      aliases: ["max_history_messages", "agent.max_history_messages"],
    }),
    budgetTokens: key(integer(1, 1_000_000_000), null, {
      description: "Tokens a turn may use before it pauses and asks.",
      project: mayOnlyLower,
      whenInvalid: 1,
    }),
    budgetCost: key(decimal(0, 1_000_000), null, {
      description: "US dollars a turn may cost before it pauses and asks.",
      project: mayOnlyLower,
      whenInvalid: 0,
    }),
    budgetMinutes: key(decimal(0, 100_000), null, {
      description: "Minutes a turn may take before it pauses and asks.",
      project: mayOnlyLower,
      whenInvalid: 0,
    }),
    selfKnowledge: key(text, null, {
      description: "What the agent is told about itself: where its source is, how it is built and tested.",
      // It stands among the rules. What a project has to say goes into AGENTS.md, which is framed as data.
      project: mayNotSet,
    }),
  },
  chat: {
    temperature: key(decimal(0, 2), 0.7, { description: "How freely the model chooses its words in plain chat." }),
  },
  output: {
    maxBytes: key(integer(256, 16_777_216), 51_200, {
      description: "Bytes of a command's output that the model is shown, as head and tail.",
      aliases: ["max_output_bytes"],
    }),
    maxLines: key(integer(2, 1_000_000), 500, {
      description: "Lines of a command's output that the model is shown, as head and tail.",
      aliases: ["max_output_lines"],
    }),
  },
  terminal: {
    shell: key(text, null, {
      description: "The shell of local terminals. Not set: the login shell.",
      project: mayNotSet,
    }),
    capture: key(choice(["marks", "sentinel"]), "marks", {
      description: "How the end of a command is found: authenticated marks, or a sentinel that the command prints.",
      project: mayNotSet,
    }),
    integration: key(choice(["auto", "off"]), "auto", {
      description: "Whether shells are asked to mark where commands begin and end.",
      project: mayNotSet,
    }),
    scrollback: key(integer(0, 1_000_000), 10_000, {
      description: "Lines a terminal can be scrolled back in the browser.",
    }),
    rawLogMb: key(integer(1, 1_048_576), 256, {
      description: "Megabytes of raw log kept for a terminal; the oldest go first.",
      project: mayNotSet,
    }),
    history: key(choice(["keep", "hide"]), "keep", {
      description:
        "Whether commands of the agent and of `cotty exec` stay in the shell's history. `hide` needs `integration`.",
      project: mayNotSet,
    }),
    hostIdleMinutes: key(integer(0, 100_000), 10, {
      description: "Minutes until a terminal host with no owner and nothing running ends itself.",
      project: mayNotSet,
    }),
    forwardSshAgent: key(yesNo, false, {
      description: "Whether terminals may use your ssh-agent.",
      project: mayNotSet,
    }),
  },
  providers: {
    google: provider("the Gemini API", ["GEMINI_API_KEY", "GOOGLE_API_KEY"]),
    vertex: {
      ...provider("Vertex AI", []),
      project: key(text, null, {
        description: "The Google Cloud project.",
        variables: [{ name: "GOOGLE_CLOUD_PROJECT" }],
        project: mayNotSet,
      }),
      location: key(text, "global", {
        description: "The Google Cloud location.",
        variables: [{ name: "GOOGLE_CLOUD_LOCATION" }],
        project: mayNotSet,
      }),
    },
    anthropic: provider("Anthropic", ["ANTHROPIC_API_KEY"]),
    openai: {
      ...provider("OpenAI", ["OPENAI_API_KEY"]),
      api: key(choice(["auto", "responses", "chat"]), "auto", {
        description: "Which interface is spoken. auto: responses at OpenAI itself, chat at another address.",
        project: mayNotSet,
      }),
    },
    compatible: {
      ...provider("a server that speaks OpenAI's protocol", []),
      name: key(text, "compatible", { description: "What to call that server in messages.", project: mayNotSet }),
    },
    ollama: {
      dialect,
      contextTokens: key(integer(256, 100_000_000), null, {
        description: "The context window to load models with. Not set: what Ollama takes, which may be small.",
        project: mayNotSet,
      }),
      baseUrl: key(url, "http://127.0.0.1:11434", {
        description: "The address of Ollama, without a path.",
        variables: [{ name: "OLLAMA_HOST", convert: ollamaAddress }],
        project: mayNotSet,
      }),
      via: key(target, "local", {
        description: "Where that address is reached from: local, or ssh:HOST through the SSH connection.",
        project: mayNotSet,
      }),
    },
  },
  server: {
    host: key(text, "127.0.0.1", { description: "The address the server listens on.", project: mayNotSet }),
    port: key(integer(0, 65_535), 4433, { description: "The port; 0 takes any free one.", project: mayNotSet }),
    allowedOrigins: key(textList, [], {
      description: "Other origins whose pages may use the server, for example behind a proxy.",
      project: mayNotSet,
    }),
    promptsPerMinute: key(integer(1, 100_000), 60, {
      description: "Prompts a user may send in a minute.",
      project: mayNotSet,
    }),
  },
  runbooks: {
    dir: key(text, null, {
      description: "The folder of your own runbooks. Not set: `runbooks` beside this file.",
      project: mayNotSet,
    }),
  },
  hosts: named(
    {
      destination: key(destination, null, { description: "What ssh is given. Not set: the name itself." }),
      policy: key(choice(["read-only", "default", "protected"]), "default", {
        description:
          "How careful to be on that machine, under whatever name it is reached: protected asks about everything in every mode, read-only refuses what is not proved to only read.",
        whenInvalid: "protected",
      }),
      integration: key(choice(["auto", "off"]), "auto", {
        description: "`off` for switches and appliances: nothing is typed there to prepare the shell.",
      }),
      shell: key(text, null, { description: "The shell to start there. Not set: the login shell." }),
    },
    { description: "A host that ssh reaches.", projectMayAdd: false },
  ),
  projects: named(
    {
      target: key(target, "local", { description: "Where it is: local or ssh:HOST." }),
      cwd: key(text, null, { description: "Its folder there. Not set: the home folder." }),
    },
    { description: "A named target and working folder.", projectMayAdd: false },
  ),
  routines: named(
    {
      description: key(text, null, { description: "What it does, in a few words." }),
      cmd: requiredKey(text, { description: "The command. It is judged and asked about like any other." }),
      target: key(target, null, { description: "Where it runs. Not set: the session's own target." }),
    },
    { description: "A command under a name.", projectMayAdd: true },
  ),
};

type ValueOf<Node> = Node extends { readonly is: "key"; readonly value?: infer T }
  ? T
  : Node extends Named<infer Fields>
    ? Readonly<Record<string, ValueOf<Fields>>>
    : { readonly [K in keyof Node]: ValueOf<Node[K]> };

/** Every setting with its value, checked. */
export type Config = ValueOf<typeof schema>;
