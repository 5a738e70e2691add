/**
 * The version of the shapes in this room. Adding event types and fields never raises it; a change that an older
 * reader would misunderstand does. A server speaks its own version and the one before.
 */
export const protocolVersion = 2;
export const oldestSpokenVersion = 1;
