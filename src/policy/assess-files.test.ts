import { describe, expect, it } from "vitest";
import { assessFiles } from "./assess-files.ts";
import type { PolicyContext } from "./types.ts";

const context: PolicyContext = { target: "local", shell: "bash", cwd: "/home/dev/app", home: "/home/dev" };
const verdictOf = (access: "read" | "write", ...paths: string[]) => assessFiles({ access, paths }, context).verdict;

describe("[PO13] assessFiles", () => {
  it.each(["src/a.ts", "/home/dev/app/README.md", ".env", "/tmp/x", "docs/$(id).md"])(
    "asks before writing %s",
    (path) => expect(verdictOf("write", path)).toBe("ask"),
  );

  it.each([
    "~/.bashrc",
    "/home/dev/.ssh/authorized_keys",
    "../../../etc/passwd",
    ".git/hooks/pre-commit",
    ".cotty/config.toml",
    "/home/dev/.config/cotty/config.toml",
    "/usr/bin/ls",
    "/etc/sudoers.d/x",
    ".vscode/tasks.json",
    "src/\u202ea.ts",
  ])("calls writing %s danger", (path) => expect(verdictOf("write", path)).toBe("danger"));

  it.each(["README.md", "/etc/hosts", "src/a b.ts"])("lets %s be read", (path) =>
    expect(verdictOf("read", path)).toBe("allow"),
  );

  it.each(["~/.ssh/id_rsa", "/etc/shadow", ".env", "/proc/self/environ", ".cotty/.env", "~/.config/cotty/secrets.yml"])(
    "calls reading %s danger",
    (path) => expect(verdictOf("read", path)).toBe("danger"),
  );

  it.each([".ENV", "sub/.Env.Local", "Secrets.YML", "~/.SSH/ID_RSA", "/ETC/Shadow", ".COTTY/.env", "~/.Netrc.BAK"])(
    "[PO110] calls reading %s danger, since many file systems open it under any case",
    (path) => expect(verdictOf("read", path)).toBe("danger"),
  );

  it("judges every path, and keeps the worst", () => expect(verdictOf("write", "a.ts", "~/.zshrc")).toBe("danger"));
});
