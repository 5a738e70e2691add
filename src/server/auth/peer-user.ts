import { type Ends, findPeerSocket } from "./peer-socket.ts";

/**
 * The user whose program is at the other end of a connection within this machine; null for one that comes from
 * elsewhere, and where the system does not tell. Every user of a machine can reach 127.0.0.1 and can read what others
 * have on their command lines, so an address alone does not say who comes.
 */
export function peerUser(ends: Ends, readTable?: (name: string) => string): number | "unknown" | null {
  if (!ends.remoteAddress || !isLoopbackAddress(ends.remoteAddress)) return null;
  const peer = findPeerSocket(ends, readTable);
  if (peer === null) return null;
  // Only a connection that is open: one that its owner has left is listed as root's.
  return peer !== "absent" && peer.isEstablished ? peer.uid : "unknown";
}

export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}
