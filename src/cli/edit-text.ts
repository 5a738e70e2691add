import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Keyboard } from "./keyboard.ts";

/** Lets a person change a text: on the line where it is one line, else in their editor. Null when they gave up. */
export async function editText(
  text: string,
  keyboard: Keyboard,
  options: { signal: AbortSignal },
): Promise<string | null> {
  if (text.includes("\n")) return keyboard.lend(() => editInEditor(text));
  const edited = (await keyboard.question("> ", { ...options, prefill: text })).trimEnd();
  return edited === "" ? null : edited;
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
    if (code === 127) process.stderr.write(`${editor} is not installed here. Set EDITOR to an editor that is.\n`);
    if (code !== 0) return null;
    return (await readFile(file, "utf8")).replace(/\n$/, "");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
