/** The longest path of a socket: macOS allows 104 bytes with the closing NUL, Linux 108. */
export const maxSocketPathBytes = 103;
