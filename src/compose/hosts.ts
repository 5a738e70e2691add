import type { LoadedConfig } from "../config/index.ts";
import { createHosts, type Hosts } from "../terminal/index.ts";

export type { Hosts };

export function openHosts({ config }: LoadedConfig, env: NodeJS.ProcessEnv): Hosts {
  return createHosts({ ours: config.hosts, env });
}
