import { spawn } from "node:child_process";
import { once } from "node:events";
import { userInfo } from "node:os";
import { loginLink, openDaemonCredentials } from "../../compose/index.ts";
import type { CliContext } from "../context.ts";
import { startDaemon } from "../start-daemon.ts";

/** `cotty web`: a browser that is logged in, or the link for one. */
export async function web(context: CliContext, options: { open: boolean }): Promise<void> {
  const { url } = await startDaemon(context);
  const code = openDaemonCredentials(context.stateDir()).createLink({ name: userInfo().username, scope: "operate" });
  const link = loginLink(url, code);
  if (options.open && (await openBrowser(link, context.env))) {
    context.out(`Opened ${url} in your browser.\n`);
    return;
  }
  context.out(`Open this link; it works once, for ten minutes:\n${link}\n`);
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
