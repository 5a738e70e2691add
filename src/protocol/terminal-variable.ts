/** Set in every terminal that an agent may use: whatever runs there can tell that an agent may have started it. */
export const agentTerminalVariable = "COTTY_TERMINAL";
