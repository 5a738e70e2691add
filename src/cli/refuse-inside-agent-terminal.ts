// A file of its own, so that a command which is checked loads the check and not all that `compose` can build.
export { refuseInsideAgentTerminal } from "../compose/index.ts";
