import type { Config, LoadedConfig } from "../config/index.ts";
import type { Target } from "../protocol/index.ts";
import { createHosts, type Hosts, type TerminalOptions } from "../terminal/index.ts";

export type { Hosts };

export function openHosts({ config }: LoadedConfig, env: NodeJS.ProcessEnv): Hosts {
  return createHosts({ ours: config.hosts, env });
}

/** What the configuration says of the host that a target names; this machine's own shell is not meant for others. */
export function hostOptions(config: Config, target: Target): Partial<TerminalOptions> {
  const name = target.replace(/^ssh:/, "");
  const entry = Object.hasOwn(config.hosts, name) ? config.hosts[name] : undefined;
  return {
    ...(entry?.integration === "off" && { integration: "off" }),
    ...(entry?.shell && { shell: entry.shell }),
    ...(entry?.destination && { destination: entry.destination }),
  };
}
