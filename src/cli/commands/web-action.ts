import { spawn } from "node:child_process";
import { once } from "node:events";
import { loginLink, openDaemonCredentials, userName } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { startDaemon } from "../start-daemon.ts";
import { checkCredentialName } from "./credential-name.ts";

/** `cotty web`: a browser that is logged in, or the link for one. */
export async function web(context: CliContext, options: WebOptions): Promise<void> {
  const name = options.name ?? (options.view ? "guest" : userName());
  checkCredentialName(name);
  const { url } = await startDaemon(context);
  const scope = options.view ? "view" : "operate";
  const link = loginLink(url, await codeFor(context.stateDir(), { name, scope }));
  // A link for somebody else is handed on: opened here, it would be used up.
  const isForHere = options.open && !options.view && options.name === undefined;
  if (isForHere && (await openBrowser(link, context.env))) {
    context.out(`Opened ${url} in your browser.\n`);
    return;
  }
  const may = options.view ? ", and lets its reader look and nothing else" : "";
  context.out(`Open this link; it works once, for ten minutes${may}:\n${link}\n`);
}

async function codeFor(stateDir: string, who: { name: string; scope: "view" | "operate" }): Promise<string> {
  using credentials = await openDaemonCredentials(stateDir);
  return credentials.createLink(who);
}

export interface WebOptions {
  open: boolean;
  view?: boolean;
  name?: string;
}

/** False where there is no screen, or no program that opens addresses. */
async function openBrowser(link: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const opener = openerFor(env);
  if (opener === null) return false;
  const child = spawn(opener, [link], { stdio: "ignore", detached: true });
  child.unref();
  return await once(child, "spawn").then(
    () => true,
    () => false,
  );
}

function openerFor(env: NodeJS.ProcessEnv): string | null {
  if (process.platform === "darwin") return "open";
  return env["DISPLAY"] || env["WAYLAND_DISPLAY"] ? "xdg-open" : null;
}
