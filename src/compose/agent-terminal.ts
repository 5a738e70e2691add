import { hasStore, openRegister } from "../store/index.ts";
import {
  mayBeInsideAgentTerminal as mayBeInside,
  refuseInsideAgentTerminal as refuseInside,
} from "../terminal/index.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether this process may have been started in a terminal that an agent of this state folder can type into. */
export function mayBeInsideAgentTerminal(env: Environment, stateDir: string): Promise<boolean> {
  return mayBeInside(env, placeOf(stateDir));
}

/** Throws where it may have been. */
export function refuseInsideAgentTerminal(env: Environment, stateDir: string, command: string): Promise<void> {
  return refuseInside(env, placeOf(stateDir), command);
}

const placeOf = (stateDir: string) => ({
  stateDir,
  openRegister: async () => (hasStore(stateDir) ? openPtyHostRegister(stateDir) : null),
});

async function openPtyHostRegister(stateDir: string) {
  const register = await openRegister({ directory: stateDir });
  return { list: register.of("pty-host").list, [Symbol.dispose]: () => register[Symbol.dispose]() };
}
