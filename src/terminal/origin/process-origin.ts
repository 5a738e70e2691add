import { ptyHostTitle } from "../pty-host/pty-host-title.ts";
import { readProcess } from "../system/process-table.ts";

/**
 * Where a process came from: out of a terminal that Cotty opened, from elsewhere, it has ended already, or something has
 * been put over what the kernel says about it or one of its ancestors.
 */
export type ProcessOrigin = "terminal" | "elsewhere" | "gone" | "covered";

/**
 * Walks up from a process to the first one. A pty host adopts what loses its parent below it, so neither `setsid` nor a
 * double fork leads out of its family. Where there is no /proc, nothing can be told.
 */
export function originOf(pid: number): ProcessOrigin {
  let current = readProcess(pid);
  if (current === null) return "gone";
  while (current !== "covered" && current.parent > 0) {
    const parent = readProcess(current.parent);
    // A parent that ends hands its children on, and its number may be given to a stranger: believed only if it still is
    // the parent after it was read.
    const again = readProcess(current.pid);
    if (again === null) return current.pid === pid ? "gone" : originOf(pid);
    if (again === "covered" || again.parent !== current.parent) {
      current = again;
      continue;
    }
    // Hidden from us by the system: `cotty doctor` says so.
    if (parent === null) return "elsewhere";
    if (parent !== "covered" && parent.name === ptyHostTitle) return "terminal";
    current = parent;
  }
  return current === "covered" ? "covered" : "elsewhere";
}
