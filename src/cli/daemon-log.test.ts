import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepLogSmall, lastLines } from "./daemon-log.ts";

describe("the daemon's log", () => {
  let directory: string;
  let path: string;
  let fd: number;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "cotty-log-"));
    path = join(directory, "daemon.log");
    fd = openSync(path, "a", 0o600);
  });
  afterEach(() => {
    closeSync(fd);
    rmSync(directory, { recursive: true });
  });

  const write = (line: string) => {
    writeSync(fd, `${line}\n`);
    keepLogSmall(path, fd, 100);
  };

  it("is two files that stay small, whatever is written, and readable by its owner only", () => {
    for (let i = 0; i < 1000; i++) write(`line ${i}`);
    expect(readdirSync(directory).sort()).toEqual(["daemon.log", "daemon.log.1"]);
    for (const name of readdirSync(directory)) {
      const { size, mode } = statSync(join(directory, name));
      expect(size).toBeLessThan(120);
      expect((mode & 0o077).toString(8)).toBe("0");
    }
  });

  it("shows its last lines over the place where it was moved, and loses none of them", () => {
    for (let i = 0; i < 30; i++) write(`line ${i}`);
    expect(lastLines(path, 10)).toEqual(Array.from({ length: 10 }, (_, i) => `line ${20 + i}`));
    expect(lastLines(join(directory, "none"), 10)).toBeNull();
  });

  it("is left alone where its name belongs to another file: somebody else's log is not emptied", () => {
    const other = join(directory, "other.log");
    appendFileSync(other, "x".repeat(500));
    writeSync(fd, "y".repeat(500));
    keepLogSmall(other, fd, 100);
    expect(readFileSync(path, "utf8")).toHaveLength(500);
    expect(readFileSync(other, "utf8")).toHaveLength(500);
  });
});
