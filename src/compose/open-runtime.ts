import { openRegister } from "../store/index.ts";
import { createTerminals } from "../terminal/index.ts";
import type { Runtime, RuntimeOptions } from "./runtime.ts";

/**
 * An engine with everything it needs. A terminal is all that a person's own command waits for, so its host starts while
 * the engine is still being loaded; that is why the engine is imported late.
 */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { stateDir, isPersonal = false, isWithoutTerminal = false, whenDisposed = "end" } = options;
  const { terminal } = options.loaded.config;
  await using stack = new AsyncDisposableStack();
  const register = stack.use(await openRegister({ directory: stateDir }));
  const terminals = stack.use(
    createTerminals({
      stateDir,
      register: register.of("pty-host"),
      sshAgent: terminal.forwardSshAgent,
      capBytes: terminal.rawLogMb * 1_000_000,
      idleAfterMs: terminal.hostIdleMinutes * 60_000,
      whenDisposed,
    }),
  );
  // Where it fails, the first terminal tries again and says why.
  const begun = isPersonal && !isWithoutTerminal ? terminals.prepare() : null;
  begun?.catch(() => {});
  const { assembleRuntime } = await import("./runtime.ts");
  const runtime = stack.use(await assembleRuntime(options, terminals));
  const opened = stack.move();
  return { ...runtime, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
