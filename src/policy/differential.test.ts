import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Language, type Node, Parser } from "web-tree-sitter";
import { assess } from "./assess.ts";
import type { PolicyContext } from "./types.ts";

const here: PolicyContext = { target: "local", shell: "bash" };
const names = ["alpha", "bravo", "charlie", "delta", "echo", "ls"] as const;

/** Shell text of every construct, nested at random, and sometimes damaged. */
const { statement } = fc.letrec<{ statement: string; word: string; command: string }>((tie) => ({
  word: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("a", "-x", "'b c'", '"d"', "$e", "${f}", "g=h", "*.i", "{j,k}", "$'\\x6c'", "\\m", "~", "--"),
    tie("command").map((command) => `$(${command})`),
    tie("command").map((command) => `"p $(${command}) q"`),
    tie("command").map((command) => (command.includes("`") ? "nested" : `\`${command}\``)),
    tie("command").map((command) => `<(${command})`),
    tie("command").map((command) => `\${r:-$(${command})}`),
    tie("command").map((command) => `$((1 + $(${command})))`),
  ),
  command: fc
    .tuple(
      fc.constantFrom("", "A=b ", "A=(c d) ", "! "),
      fc.constantFrom(...names),
      fc.array(tie("word"), { maxLength: 3 }),
      fc.constantFrom("", " > x", " 2>&1", " < y", " <<< z", " &> w"),
    )
    .map(([before, name, words, redirect]) => `${before}${[name, ...words].join(" ")}${redirect}`),
  statement: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("command"),
    fc
      .tuple(tie("statement"), fc.constantFrom("; ", " && ", " || ", " | ", " |& ", "\n", " &\n"), tie("statement"))
      .map((parts) => parts.join("")),
    tie("statement").map((body) => `( ${body}\n)`),
    tie("statement").map((body) => `{ ${body}\n}`),
    fc.tuple(tie("command"), tie("statement")).map(([test, body]) => `if ${test}\nthen ${body}\nelse ${test}\nfi`),
    fc.tuple(tie("word"), tie("statement")).map(([word, body]) => `for v in ${word}\ndo ${body}\ndone`),
    fc.tuple(tie("command"), tie("statement")).map(([test, body]) => `while ${test}\ndo ${body}\ndone`),
    fc.tuple(tie("word"), tie("statement")).map(([word, body]) => `case ${word} in\nx) ${body}\n;;\nesac`),
    tie("statement").map((body) => `fn() {\n${body}\n}`),
    fc.tuple(tie("command"), tie("command")).map(([command, inner]) => `${command} <<EOF\n$(${inner})\nEOF\n`),
  ),
}));

const damaged = fc
  .tuple(
    statement,
    fc.nat(200),
    fc.constantFrom("", "", "(", ")", "'", '"', "`", "$(", "{", "}", ";;", "|", "&", "\\", "done", "<<X", "#"),
  )
  .map(([text, at, extra]) => text.slice(0, at) + extra + text.slice(at));

const ourNames = (text: string) =>
  assess(text, here).commands.flatMap(({ argv: [name] }) => (typeof name === "string" ? [name] : []));

/** bash reads only a comment or nothing as valid too; those have no command to miss. */
const bashAccepts = (text: string) => spawnSync("bash", ["-n"], { input: text, timeout: 10_000 }).status === 0;

/** Where one reader sees a comment, a file's name, a test or data, another may see the next command. */
const gluedTexts = [
  "alpha <f",
  "alpha <&-",
  "alpha >&-",
  "alpha 2>&1",
  "alpha <(bravo)",
  "alpha $(bravo)",
  "alpha 'x'",
  "alpha $'x\\'",
  "alpha &>g",
  "alpha <<<x",
  "alpha {q}>&-",
  "(alpha)",
  "((alpha))",
  "[[ a ]]",
  "[[ -n a && bravo == x ]]",
  "A=(b)",
  "case x in x) alpha;;esac",
].flatMap((beginning) =>
  ["", "#", "\\\n#", "bravo", " bravo", ";bravo", "'", "-", "}"].flatMap((glue) =>
    [" <<'E'\ncharlie\nE\n", "; delta #'", "\ndelta\n"].map((end) => beginning + glue + end),
  ),
);

/** What a shell tries to run, in an empty folder and with no program to be found. */
function namesRunBy(shell: "bash" | "dash", text: string): string[] {
  const recorded = names.map((name) => `${name}() { printf "${name}\\n" >&9; }`).join("\n");
  const script = `PATH=/nonexistent\nexec 9>&1 >/dev/null 2>&1 </dev/null\n${recorded}\neval "$1"`;
  const folder = mkdtempSync(join(tmpdir(), "cotty-glued-"));
  try {
    const ran = spawnSync(shell, ["-c", script, shell, text], {
      cwd: folder,
      encoding: "utf8",
      timeout: 10_000,
      killSignal: "SIGKILL",
    });
    return [...new Set(ran.stdout.split("\n").filter((name) => name !== ""))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("the parser against others", { timeout: 240_000 }, () => {
  let parser: Parser;
  beforeAll(async () => {
    await Parser.init();
    parser = new Parser();
    parser.setLanguage(
      await Language.load(createRequire(import.meta.url).resolve("tree-sitter-bash/tree-sitter-bash.wasm")),
    );
  });

  function treeSitterNames(text: string): string[] {
    const tree = parser.parse(text);
    if (tree === null || tree.rootNode.hasError) return [];
    const found: string[] = [];
    const visit = (node: Node | null): void => {
      if (node === null) return;
      if (node.type === "command_name" && names.some((name) => name === node.text)) found.push(node.text);
      node.children.forEach(visit);
    };
    visit(tree.rootNode);
    tree.delete();
    return found;
  }

  it("misses no command that tree-sitter-bash finds", () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const expected = treeSitterNames(text);
        if (assess(text, here).verdict === "danger") return;
        const ours = ourNames(text);
        expect(expected.filter((name) => !ours.includes(name))).toEqual([]);
      }),
      { numRuns: 2000, seed: 30 },
    );
  });

  it("[PO3] calls danger whatever bash itself cannot parse", () => {
    const texts = fc.sample(damaged, { numRuns: 300, seed: 20 });
    const wrong = texts.filter((text) => assess(text, here).verdict !== "danger" && !bashAccepts(text));
    expect(wrong).toEqual([]);
  });

  it("understands what bash understands: whole statements are not called unparsable", () => {
    const texts = fc.sample(statement, { numRuns: 150, seed: 21 }).filter((text) => bashAccepts(text));
    const wrong = texts.filter((text) => assess(text, here).parse === "failed");
    expect([wrong, texts.length > 50]).toEqual([[], true]);
  });

  it.each(["bash", "dash"] as const)(
    "names every command that %s runs, however the text is glued together",
    (shell) => {
      const missed = gluedTexts.flatMap((text) => {
        const { verdict, commands } = assess(text, { target: "local", shell: shell === "dash" ? "sh" : "bash" });
        if (verdict === "danger") return [];
        const named = commands.map(({ argv: [name] }) => name);
        return namesRunBy(shell, text).flatMap((name) => (named.includes(name) ? [] : [{ text, name }]));
      });
      expect(missed).toEqual([]);
    },
  );

  it("never throws and never allows random bytes it cannot explain", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const { verdict, findings } = assess(text, here);
        expect(verdict === "allow" ? findings : []).toEqual([]);
      }),
      { numRuns: 2000, seed: 31 },
    );
  });
});
