/**
 * How a pty host calls itself. The kernel keeps 15 characters of it as the name of the process (`comm`), which no other
 * process can change: what came out of a terminal cannot hide the host above it.
 */
export const ptyHostTitle = "cotty-pty-host";
