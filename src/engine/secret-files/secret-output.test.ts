import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { eventsOf, mira, stepIn } from "../../../test/support/engine.ts";
import { begin, folder, reviewOf, use } from "./testing/judged-project.ts";

describe("[PO51] a search that comes by a .env", () => {
  it("knows its values before it runs, so that they are hidden without their names", async () => {
    const { runner, terminals, secrets } = await begin([use("run_command", { command: "grep -rn TODO ." })]);
    await runner.idle();
    expect(terminals.ran).toEqual(["grep -rn TODO ."]);
    expect(secrets.of(runner.id).clean("Zq8vhunt3r77\n")).toBe("‹secret:password#1›\n");
  });

  it.each([
    "grep -rhoP '(?<=PASSWORD=).*' .",
    "grep -rh PASSWORD . | cut -d= -f2",
    "grep -rh PASSWORD | rev",
    "find . -maxdepth 1 -type f -exec cut -c13- {} +",
    "ls -A | xargs cut -c13-",
    "git ls-files | xargs cut -c13-",
    "diff . other | cut -c3-",
  ])("is asked about where it prints pieces of lines: %s", async (command) => {
    const { runner, store } = await begin([use("run_command", { command })]);
    const { verdict, findings } = await stepIn(runner, store, "review");
    expect([verdict, findings.map(({ ruleId }) => ruleId)]).toEqual(["ask", ["secret.cut"]]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it.each(["grep -rh PASSWORD src | cut -d= -f2", "find . -name '*.ts' -exec cut -c1-7 {} +"])(
    "is free to print pieces of files that hold no secrets: %s",
    async (command) => {
      const { runner, terminals } = await begin([use("run_command", { command })]);
      await runner.idle();
      expect(terminals.ran).toEqual([command]);
    },
  );

  it("is asked about where there are more such files than can be looked at", async () => {
    for (let at = 0; at <= 200; at++) writeFileSync(join(folder, `project/src/${at}.key`), "x\n");
    const { runner, store } = await begin([use("run_command", { command: "grep -rn TODO ." })]);
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.files-unknown"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("[PO62] is asked about where there is no room for the values, so that none is shown", async () => {
    const { runner, store } = await begin([use("run_command", { command: "grep -rn TODO ." })], () => "not-all");
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.too-many"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });

  it("leaves it out as code_search, so that no pattern tells what is in it", async () => {
    const { runner, store } = await begin([use("code_search", { pattern: "PASSWORD[ =][zZ]" })]);
    await runner.idle();
    const finished = (await eventsOf(store, runner.id)).filter(({ type }) => type === "step.finished");
    expect(finished.map((event) => "output" in event && event.output)).toEqual([
      "./src/a.ts:1:// TODO PASSWORD zebra\n",
    ]);
  });
});

describe("[PO181] a line that names an ordinary file with a password in it", () => {
  const value = "Xk39vQpL2mWz7RtB";
  beforeEach(() => {
    writeFileSync(join(folder, "project/conf.json"), `{"db_password": "${value}", "name": "shop"}\n`);
    writeFileSync(join(folder, "project/plain.json"), '{"name": "shop", "port": 3000}\n');
  });

  it.each([
    "jq -r .db_password conf.json",
    "jq -r '.[]' src/../conf.json",
    "cut -d'\"' -f4 conf.json",
    "cat conf.json | jq -r '.[]'",
    "jq -r '.[]' < conf.json",
    "jq -r '.[]' *.json",
    "for f in *.json; do jq -r '.[]' \"$f\"; done",
    "awk '{print $2}' conf.json",
    "fold -w1 conf.json",
    "xxd conf.json",
    "tail -n 1 conf.json",
  ])("knows the value before it runs, so that it is hidden without its name: %s", async (command) => {
    const { runner, terminals, secrets } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
    expect(secrets.of(runner.id).clean(`${value}\n`)).toBe("‹secret:password#1›\n");
    expect(secrets.of(runner.id).clean([...value].join("\n"))).not.toMatch(/^\w$/m);
  });

  it.each(["cut -c18- conf.json", "rev conf.json", "grep -oE '[A-Za-z0-9]{9}' conf.json", "sed 's/X//' conf.json"])(
    "is asked about where it may print a piece of the value, or other letters for it: %s",
    async (command) => {
      const { runner, store } = await begin([use("run_command", { command })]);
      const { verdict, findings } = await stepIn(runner, store, "review");
      expect([verdict, findings.map(({ ruleId }) => ruleId)]).toEqual(["ask", ["secret.cut"]]);
      await runner.request({ type: "stop" }, mira);
      await runner.idle();
    },
  );

  it.each(["cut -c18- plain.json", "rev plain.json", "rev missing.json", "rev src/a.ts"])(
    "is free to print pieces of a file that holds none: %s",
    async (command) => {
      const { runner, terminals } = await begin([use("run_command", { command })]);
      await runner.idle();
      expect(terminals.ran).toEqual([command]);
    },
  );

  it.each([
    "grep -rhoE '[A-Za-z0-9]{16}' deep",
    "rg -o '[A-Za-z0-9]{16}' deep",
    "grep -rh password deep | rev",
    "find deep -name '*.yml' | xargs cat | rev | tail -n 3",
    "find deep -name '*.yml' -exec cut -c1-20 {} +",
    'for c in k X; do grep -rqs "word: $c" deep && echo "$c"; done',
    'for c in k X; do rg -q "word: $c" deep && echo "$c"; done',
  ])("[PO242] is asked about where it prints pieces of files below a folder: %s", async (command) => {
    rmSync(join(folder, "project/.env"));
    mkdirSync(join(folder, "project/deep/er"), { recursive: true });
    writeFileSync(join(folder, "project/deep/er/app.yml"), `name: shop\npassword: ${value}\n`);
    expect(await reviewOf(command)).toEqual(["ask", ["secret.cut"]]);
  });

  it.each([
    "find deep -name '*.yml' -exec cut -d' ' -f2 {} +",
    "grep -rh shop deep | awk '{print $2}'",
    "find deep -name '*.ts' | xargs cat | rev",
    "grep -rl shop deep | sed 's/deep.//'",
    "git status --short | cut -c4-",
  ])("[PO242] knows the values of files below a folder where it prints fields of them: %s", async (command) => {
    rmSync(join(folder, "project/.env"));
    mkdirSync(join(folder, "project/deep/er"), { recursive: true });
    writeFileSync(join(folder, "project/deep/er/app.yml"), `name: shop\npassword: ${value}\n`);
    execFileSync("git", ["init", "-q"], { cwd: join(folder, "project") });
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it("looks at the beginning of a long file, and at what looks like a secret in one that is no text", async () => {
    writeFileSync(join(folder, "project/long.json"), `{"db_password": "${value}"}\n${"x\n".repeat(400_000)}`);
    writeFileSync(join(folder, "project/data.bin"), `PASSWORD=Qw82mnBvCx61\n${"\u0001\u0002\u0003".repeat(20)}`);
    const { runner, secrets } = await begin([use("run_command", { command: "tail -n 2 long.json data.bin" })]);
    await runner.idle();
    expect(secrets.of(runner.id).clean(value)).toBe("‹secret:password#1›");
    expect(secrets.of(runner.id).clean("Qw82mnBvCx61")).toBe("‹secret:password#2›");
  });

  it("[PO243] knows a password in Latin-1", async () => {
    const comment = Buffer.from(`# ${"äöüß".repeat(20)}\ndb_password=${value}\n`, "latin1");
    writeFileSync(join(folder, "project/conf.properties"), comment);
    expect(await reviewOf("cut -c14-20 conf.properties")).toEqual(["ask", ["secret.cut"]]);
  });

  it.each([
    "rev big.json | tail -n 3",
    "jq -r '.db_password[0:6]' big.json",
    "gzip -c big.json | xxd -p | head -n 2",
    "rev many/*.json | tail -n 3",
    "zcat conf.json.gz | rev",
    "gzip -dc < conf.json.gz | cut -c1-9",
    "base64 -d conf.b64 | rev",
    'for c in a k; do zgrep -q "word.*$c" conf.json.gz && echo $c; done',
    "find . -name '*.gz' -exec zcat {} + | rev",
  ])("[PO243] is asked about where not all of what it cuts was looked at: %s", async (command) => {
    rmSync(join(folder, "project/.env"));
    const line = `{"db_password": "${value}"}\n`;
    writeFileSync(join(folder, "project/big.json"), "plain line of it\n".repeat(20_000) + line);
    writeFileSync(join(folder, "project/conf.json.gz"), gzipSync(line));
    writeFileSync(join(folder, "project/conf.b64"), Buffer.from(line).toString("base64"));
    mkdirSync(join(folder, "project/many"));
    for (let at = 100; at <= 320; at++) writeFileSync(join(folder, `project/many/${at}.json`), "{}\n");
    expect(await reviewOf(command)).toEqual(["ask", ["secret.unseen"]]);
  });

  it.each([
    "tail -n 3 big.json",
    "zcat plain.json.gz | head -n 3",
    "xxd -l 16 plain.json.gz",
    "wc -l many/*.json",
    "base64 -d plain.b64 | jq .name",
  ])("[PO243] is free to print whole lines of what is too long, and of packed files: %s", async (command) => {
    writeFileSync(join(folder, "project/big.json"), "plain line of it\n".repeat(20_000));
    writeFileSync(join(folder, "project/plain.json.gz"), gzipSync("{}\n"));
    writeFileSync(join(folder, "project/plain.b64"), Buffer.from('{"name": "shop"}').toString("base64"));
    mkdirSync(join(folder, "project/many"));
    for (let at = 100; at <= 320; at++) writeFileSync(join(folder, `project/many/${at}.json`), "{}\n");
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it.each([
    'for c in k X; do grep -q "word...$c" conf.json && echo "$c"; done',
    'for w in $(cat conf.json); do for c in k X; do [[ $w == *"$c"* ]] && echo "$c"; done; done',
    'for w in $(cat conf.json); do for c in k X; do case $w in *"$c"*) echo "$c";; esac; done; done',
    'for c in k X; do sed -n "/word...$c/=" conf.json; done',
    "printf 'k\\nX\\n' | sort - conf.json",
  ])("[PO241] is asked about where it tests the value with guesses: %s", async (command) => {
    expect(await reviewOf(command)).toEqual(["ask", ["secret.cut"]]);
  });

  it.each([
    "if grep -q db_password conf.json; then echo there; fi",
    'for f in *.json; do grep -c name "$f"; done',
    'for c in k X; do grep -q "word...$c" plain.json && echo "$c"; done',
  ])("[PO241] is free to search for what the line says, and in files that hold none: %s", async (command) => {
    const { runner, terminals } = await begin([use("run_command", { command })]);
    await runner.idle();
    expect(terminals.ran).toEqual([command]);
  });

  it("does not look where the file is printed as a whole", async () => {
    const { runner, secrets } = await begin([use("run_command", { command: "cat conf.json" })]);
    await runner.idle();
    expect(secrets.of(runner.id).clean(value)).toBe(value);
  });

  it("is asked about where there is no room for the values", async () => {
    const { runner, store } = await begin([use("run_command", { command: "sort conf.json" })], () => "not-all");
    const { findings } = await stepIn(runner, store, "review");
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(["secret.too-many"]);
    await runner.request({ type: "stop" }, mira);
    await runner.idle();
  });
});
