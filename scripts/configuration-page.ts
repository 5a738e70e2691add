import { type ConfigKey, configKeys, type NamedSection, namedSections } from "../src/config/index.ts";

/** docs/configuration.md, from the schema of the settings: the page cannot fall behind the program. */
export function configurationPage(): string {
  const sections = Map.groupBy(configKeys, (key) => key.path.split(".").slice(0, -1).join("."));
  const fixed = [...sections].map(([name, keys]) => chapter(name === "" ? "Top level" : `[${name}]`, "", keys));
  const named = [...namedSections.values()].map((section) => namedChapter(section));
  return [introduction, ...fixed, ...named].join("\n");
}

const introduction = `# Configuration

<!-- Generated from src/config/schema.ts by "npm run schemas". Change the schema, not this page. -->

Cotty works without any configuration. \`cotty config\` prints every setting, its value, and where the value came from.

For every setting, the first of these that has a valid value gives it:

1. a flag on the command line;
2. an environment variable: \`COTTY_\` and the path in capitals (\`agent.max_steps\` is \`COTTY_AGENT_MAX_STEPS\`), then the
   usual variables named below (\`GEMINI_API_KEY\` …). An empty variable counts as not set; a list is JSON, or one item a
   line;
3. for keys of providers: the one that \`cotty keys add\` has stored;
4. the project's file: \`.cotty/config.toml\` in the current folder or the nearest one above it, up to the root of the git
   repository or your home folder (outside of both: the current folder only);
5. your own file: \`~/.config/cotty/config.toml\` (or \`$XDG_CONFIG_HOME/cotty/config.toml\`);
6. the default.

\`\`\`toml
# ~/.config/cotty/config.toml
model = "google/gemini-3-flash-preview"
mode = "review"

[agent]
max_steps = 40

[hosts.db-1]
destination = "admin@db-1.example.com"
policy = "protected"

[routines.docker_list]
description = "List running containers"
cmd = "docker ps"
\`\`\`

Unknown keys, wrong types and files that cannot be read are told with file and line, and the value below them is used:
nothing in a configuration file stops Cotty. A wrong flag does stop it. A mistake must not
make things looser, so some wrong values count as strict ones: a host's \`policy\` as \`protected\`, the \`mode\` as \`review\`
(also while your own file cannot be read), and a budget as one that is used up, so that you are asked at once.

**A project's file is written by others.** It may set what is harmless, and tighten the rest; the tables say what it may
do with each setting. What it may not set is ignored, with a warning.

Sessions, logs and sockets are kept in \`~/.local/state/cotty\` (\`$XDG_STATE_HOME/cotty\`); \`COTTY_STATE_DIR\` moves them
to another absolute path. A link in that folder, or a folder in it that other accounts can write, is refused.
`;

function namedChapter(section: NamedSection): string {
  const project = section.projectMayAdd
    ? "A project's file may add entries, and may not change yours."
    : "A project's file may not set these.";
  const intro = `${section.description} NAME is of your choice. ${project}\n\n`;
  const keys = [...section.fields.values()];
  return chapter(`[${section.path}.NAME]`, intro, keys, section.projectMayAdd ? "may add" : "may not set");
}

function chapter(title: string, intro: string, keys: readonly ConfigKey[], project?: string): string {
  const rows = keys.map((key) => row(key, project));
  return `## ${title}\n\n${intro}| key | what it is | value | default | project's file |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

function row({ path, environment, key }: ConfigKey, project: string = key.project.summary): string {
  const variables = [environment, ...key.variables.map(({ name }) => name)].map(code).join(", ");
  const aliases = key.aliases.length === 0 ? "" : ` Also written ${key.aliases.map(code).join(", ")}.`;
  const secret = key.secret ? " Secret: never shown, never sent to a model." : "";
  const cells = [
    code(path.split(".").at(-1) ?? path),
    `${key.description}${secret}${aliases}<br>${variables}`,
    key.kind.expects.replaceAll(/"([^"]+)"/g, "`$1`"),
    defaultOf(key.fallback),
    project,
  ];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function defaultOf(fallback: unknown): string {
  if (fallback === undefined) return "required";
  if (fallback === null) return "not set";
  if (Array.isArray(fallback))
    return fallback.length === 0 ? "none" : fallback.map((item) => code(String(item))).join("<br>");
  return code(String(fallback));
}

function code(text: string): string {
  return `\`${text}\``;
}
