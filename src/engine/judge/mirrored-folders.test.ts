import { describe, expect, it } from "vitest";
import { mirrorsOf } from "./mirrored-folders.ts";

const root = "22 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw";
const at = (...lines: string[]) => [root, ...lines, ""].join("\n");
const state = "/home/u/state";

describe("[PO59] where else a folder is seen", () => {
  it("is nowhere without another mount of it", () => {
    const plain = "23 22 0:20 / /proc rw - proc proc rw\n24 22 8:2 / /srv rw - ext4 /dev/sda2 rw";
    expect([mirrorsOf(state, at(plain)), mirrorsOf(state, "")]).toEqual([[], []]);
  });

  it.each([
    ["30 22 8:1 /home/u/state /mnt/bound rw - ext4 /dev/sda1 rw", "/mnt/bound"],
    ["30 22 8:1 /home /mnt/homes rw - ext4 /dev/sda1 rw", "/mnt/homes/u/state"],
    ["30 22 8:1 /home/u/state/secrets /mnt/part rw - ext4 /dev/sda1 rw", "/mnt/part"],
    ["30 22 8:1 /home/u/state /mnt/with\\040blank rw - ext4 /dev/sda1 rw", "/mnt/with blank"],
    ["30 22 0:40 / /mnt/over rw - overlay overlay rw,lowerdir=/a:/home/u/state,upperdir=/b,workdir=/w", "/mnt/over"],
    ["30 22 0:40 / /mnt/over rw - overlay overlay rw,lowerdir=/home/u", "/mnt/over/state"],
    ["30 22 0:40 / /mnt/over rw - overlay overlay rw,lowerdir=/a,upperdir=/home/u/state/,workdir=/w", "/mnt/over"],
    ["30 22 0:40 / /mnt/over rw - overlay overlay rw,lowerdir+=/a,lowerdir+=/home/u", "/mnt/over/state"],
    ["30 22 0:41 / /mnt/fuse rw - fuse.bindfs /home/u rw", "/mnt/fuse/state"],
  ])("is told by the list of mounts: %s", (line, mirror) => {
    expect(mirrorsOf(state, at(line))).toEqual([mirror]);
  });

  it("is also in a mirror of a mirror, and on a file system of its own", () => {
    const own = "30 22 8:9 /data /home/u rw - ext4 /dev/sdb1 rw";
    const bound = "31 22 8:9 /data/state /mnt/bound rw - ext4 /dev/sdb1 rw";
    const over = "32 22 0:40 / /mnt/over rw - overlay overlay rw,lowerdir=/mnt";
    expect(mirrorsOf(state, at(own, bound, over)).toSorted()).toEqual(["/mnt/bound", "/mnt/over/bound"]);
  });

  it("is not in another folder of the same file system", () => {
    expect(mirrorsOf(state, at("30 22 8:1 /home/other /mnt/bound rw - ext4 /dev/sda1 rw"))).toEqual([]);
  });
});
