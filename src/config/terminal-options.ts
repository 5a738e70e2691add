import type { Config } from "./schema.ts";

/** What the configuration says of a terminal on a target; `loginShell` is this machine's own, and not meant for others. */
export function terminalOptions(config: Config, target: string, { loginShell }: { loginShell: string }) {
  const { capture, integration, history, shell } = config.terminal;
  const ofTarget =
    target === "local" ? { shell: shell ?? loginShell } : hostOptions(config, target.replace(/^ssh:/, ""));
  return { capture, integration, history, ...ofTarget };
}

function hostOptions(config: Config, name: string) {
  const entry = Object.hasOwn(config.hosts, name) ? config.hosts[name] : undefined;
  return {
    ...(entry?.integration === "off" && { integration: "off" as const }),
    ...(entry?.shell && { shell: entry.shell }),
    ...(entry?.destination && { destination: entry.destination }),
  };
}
