const externalAgents = {
  claude: "Claude Code",
  codex: "Codex",
  opencode: "OpenCode",
  gemini: "Gemini CLI",
  goose: "Goose",
};

export interface KnownAgent {
  name: string;
  label: string;
  installed: boolean;
  /** What to do about one that cannot be used; empty for one that can. */
  nextStep: string;
}

/** Every agent that people may know, usable from here or not. */
export function knownAgents(): KnownAgent[] {
  return [
    { name: "cotty", label: "Cotty", installed: true, nextStep: "" },
    ...Object.entries(externalAgents).map(([name, label]) => ({
      name,
      label,
      installed: false,
      nextStep: `${label} cannot be used from here yet; use the built-in agent cotty.`,
    })),
  ];
}
