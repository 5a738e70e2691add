import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";

/** Lets a person change a text: on the line where it is one line, else in their editor. Null when they gave up. */
export function editText(text: string, options: { signal: AbortSignal }): Promise<string | null> {
  return text.includes("\n") ? editInEditor(text) : editOnLine(text, options);
}

async function editOnLine(text: string, { signal }: { signal: AbortSignal }): Promise<string | null> {
  const readline = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const answer = readline.question("> ", { signal });
    readline.write(text);
    const edited = (await answer).trimEnd();
    return edited === "" ? null : edited;
  } finally {
    readline.close();
  }
}

async function editInEditor(text: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "cotty-edit-"));
  const file = join(folder, "command.sh");
  try {
    await writeFile(file, text, { mode: 0o600 });
    const editor = process.env["VISUAL"] ?? process.env["EDITOR"] ?? "vi";
    const code = await new Promise<number | null>((resolve) => {
      // An editor setting may carry arguments ("code --wait"), so a shell has to read it; the file is an argument.
      const child = spawn("sh", ["-c", `${editor} "$1"`, "sh", file], { stdio: "inherit" });
      child.on("error", () => resolve(null));
      child.on("close", resolve);
    });
    if (code !== 0) return null;
    return (await readFile(file, "utf8")).replace(/\n$/, "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
