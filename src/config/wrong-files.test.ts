import { execFileSync } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useConfigHome } from "./testing/config-home.ts";

const home = useConfigHome();

describe("what is wrong in a file", () => {
  it("warns of an unknown key with file, line and what was meant", async () => {
    await writeFile(home.userFile, '# mine\nmodle = "google/x"\n\n[agent]\nmax_stesp = 3\n');
    expect((await home.load()).warnings).toEqual([
      {
        code: "config.unknown-key",
        message: `${home.userFile}:2: unknown key "modle".`,
        nextStep: "Did you mean model?",
      },
      {
        code: "config.unknown-key",
        message: `${home.userFile}:5: unknown key "agent.max_stesp".`,
        nextStep: "Did you mean max_steps?",
      },
    ]);
  });

  it("knows the section a key belongs to when it stands in another place", async () => {
    await writeFile(home.userFile, "max_steps = 3\n[nonsense]\nqqqqqqqq = 1\n");
    expect((await home.load()).warnings.map(({ nextStep }) => nextStep)).toEqual([
      "Did you mean agent.max_steps?",
      "Remove it; docs/configuration.md lists the keys.",
    ]);
  });

  it("takes the value below a wrong one, and says what would be right", async () => {
    await writeFile(home.userFile, "[agent]\nmax_steps = 7\n");
    await writeFile(home.projectFile, '[agent]\nmax_steps = "few"\n');
    const { config, warnings } = await home.load({ env: { COTTY_OUTPUT_MAX_LINES: "1.5" } });
    expect([config.agent.maxSteps, config.output.maxLines]).toEqual([7, 500]);
    expect(warnings.map(({ message }) => message)).toEqual([
      `${home.projectFile}:2: agent.max_steps must be a whole number from 1 to 1000, not "few". It is ignored.`,
      "environment COTTY_OUTPUT_MAX_LINES: output.max_lines must be a whole number from 2 to 1000000, not 1.5. It is ignored.",
    ]);
  });

  it("is more careful, not less, when the policy of a host is misspelt", async () => {
    await writeFile(home.userFile, '[hosts.db]\npolicy = "protectd"\n');
    const { config, warnings } = await home.load();
    expect(config.hosts["db"]?.policy).toBe("protected");
    expect(warnings[0]?.message).toContain('not "protectd". "protected" is used.');
  });

  it("asks about everything when the mode is misspelt, wherever it stands", async () => {
    await writeFile(home.userFile, 'mode = "plna"\n');
    const misspelt = await home.load();
    expect([misspelt.config.mode, misspelt.warnings.map(({ message }) => message)]).toEqual([
      "review",
      [
        `${home.userFile}:1: mode must be one of "review", "default", "acceptEdits", "plan", "bypassPermissions", not "plna". "review" is used.`,
      ],
    ]);
    await writeFile(home.userFile, 'mode = "bypassPermissions"\n');
    expect((await home.load({ env: { COTTY_MODE: "strict" } })).config.mode).toBe("review");
    await writeFile(home.projectFile, 'mode = "paln"\n');
    expect((await home.load()).config.mode).toBe("review");
  });

  it("asks about everything when the user's file cannot be read, unless a stronger layer says otherwise", async () => {
    await writeFile(home.userFile, 'mode = "plan"\n[agent\n');
    const { config, origins } = await home.load();
    expect([config.mode, origins.get("mode")]).toEqual(["review", { layer: "user", file: home.userFile, line: 1 }]);
    expect((await home.load({ flags: { mode: "plan" } })).config.mode).toBe("plan");
  });

  it("asks at once when a budget is not a number, and never spends without a limit", async () => {
    await writeFile(home.userFile, '[agent]\nbudget_tokens = "10k"\nbudget_cost = "5$"\nbudget_minutes = "ten"\n');
    const { agent } = (await home.load()).config;
    expect([agent.budgetTokens, agent.budgetCost, agent.budgetMinutes]).toEqual([1, 0, 0]);
  });

  it("names file, line and column of invalid TOML, never quotes it, and goes on with the other layers [S2.41, S3.56, S3.57, S3.59]", async () => {
    await writeFile(home.userFile, '[providers.google]\napi_key = "AIza-secret\nmodel = 3\n');
    await writeFile(home.projectFile, 'model = "google/x"\n');
    const { config, warnings } = await home.load({ env: { COTTY_AGENT_MAX_STEPS: "9" } });
    expect([config.model, config.agent.maxSteps]).toEqual(["google/x", 9]);
    expect(warnings).toEqual([
      {
        code: "config.invalid-format",
        message: expect.stringMatching(
          new RegExp(
            `^Failed to load configuration: Config error: Invalid config format: ${home.userFile}:2:\\d+: .+ Nothing in it is used\\. Until it can be read, the mode is "review"\\.$`,
          ),
        ),
        nextStep: `Correct ${home.userFile}.`,
      },
    ]);
    expect(JSON.stringify(warnings)).not.toContain("AIza");
  });

  it("never repeats the value of a key or an address", async () => {
    await writeFile(home.userFile, '[providers.google]\napi_key = 123456789\nbase_url = "ftp://me:pass@x"\n');
    expect((await home.load()).warnings.map(({ message }) => message)).toEqual([
      `${home.userFile}:2: providers.google.api_key must be a text that is not empty. It is ignored.`,
      `${home.userFile}:3: providers.google.base_url must be an address that begins with http:// or https://. It is ignored.`,
    ]);
  });

  it("skips a regular expression that does not compile and keeps the others [S3.20]", async () => {
    await writeFile(home.userFile, 'dangerous_patterns = ["shutdown", "(", "reboot"]\n');
    const { config, warnings } = await home.load();
    expect(config.dangerousPatterns).toEqual(["shutdown", "reboot"]);
    expect(warnings.map(({ code, message }) => [code, message.slice(0, message.indexOf(": a") + 1)])).toEqual([
      ["config.invalid-pattern", `${home.userFile}:1:`],
    ]);
  });

  it("explains a value where a section belongs, and a section where a value belongs", async () => {
    await writeFile(home.userFile, "output = 3\nhosts = 1\n[mode]\na = 1\n[routines]\nx = 'ls'\n");
    expect((await home.load()).warnings.map(({ message }) => message)).toEqual([
      `${home.userFile}:1: "output" is a section, not a number.`,
      `${home.userFile}:2: "hosts" is a section, not a number.`,
      `${home.userFile}:6: "routines.x" is a section, not a string.`,
      `${home.userFile}:3: mode must be one of "review", "default", "acceptEdits", "plan", "bypassPermissions", not a table. "review" is used.`,
    ]);
  });

  it("warns inside free names too, and leaves out an entry without what it needs [S3.57]", async () => {
    await writeFile(
      home.userFile,
      '[hosts.db]\npolcy = "default"\n[hosts."a b"]\n[routines.up]\ndescription = "no command"\n[hosts.web]\n[projects.x]\ntarget="-oProxyCommand=x"',
    );
    const { config, warnings } = await home.load();
    expect(warnings).toEqual([
      expect.objectContaining({
        message: `${home.userFile}:2: unknown key "hosts.db.polcy".`,
        nextStep: "Did you mean policy?",
      }),
      expect.objectContaining({ message: `${home.userFile}:3: "a b" cannot be a name in [hosts].` }),
      expect.objectContaining({
        message: `${home.userFile}:8: projects.x.target must be "local" or "ssh:HOST", not "-oProxyCommand=x". It is ignored.`,
      }),
      {
        code: "config.missing-field",
        message: `Missing required field: routines.up.cmd (user ${home.userFile}:5). The entry is not used.`,
        nextStep: "Add cmd to [routines.up].",
      },
    ]);
    const plain = { destination: null, policy: "default", integration: "auto", shell: null };
    expect({ hosts: config.hosts, routines: config.routines }).toEqual({
      hosts: { db: plain, web: plain },
      routines: {},
    });
  });

  it("reads the names that earlier programs used, and tells when both are there [S2.25]", async () => {
    await writeFile(
      home.userFile,
      'agent = "claude"\nmax_history_messages = 5\nmax_output_bytes = 1000\napi_key = "k"\n[model]\nname = "ollama/phi3"\n',
    );
    await writeFile(home.projectFile, "max_output_lines = 4\n[output]\nmax_lines = 5\n");
    const { config, warnings } = await home.load();
    expect([config.agent.name, config.agent.historyMessages, config.output, config.model]).toEqual([
      "claude",
      5,
      { maxBytes: 1000, maxLines: 5 },
      "ollama/phi3",
    ]);
    expect(config.providers.google.apiKey).toBe("k");
    expect(warnings.map(({ message }) => message)).toEqual([
      `${home.projectFile}:1: "max_output_lines" is another name for output.max_lines, which is set as well.`,
    ]);
  });

  it("shows control characters of a key instead of sending them to the terminal", async () => {
    await writeFile(home.userFile, '"\\u001b]0;x\\u0007\\u202e" = 1\n');
    expect((await home.load()).warnings.map(({ message }) => message)).toEqual([
      `${home.userFile}:1: unknown key "\\u001b]0;x\\u0007\\u{202e}".`,
    ]);
  });

  it("stops counting after fifty warnings", async () => {
    await writeFile(home.userFile, Array.from({ length: 80 }, (_, i) => `zzzzzzz${i} = 1`).join("\n"));
    const { warnings } = await home.load();
    expect([warnings.length, warnings.at(-1)?.message]).toEqual([
      51,
      "30 more warnings about the configuration are not shown.",
    ]);
  });
});

describe("what stands in the place of a file", () => {
  it.each([
    ["a folder", () => mkdir(home.userFile), "is a folder."],
    [
      "a pipe that nobody writes to",
      async () => void execFileSync("mkfifo", [home.userFile]),
      "is not a regular file.",
    ],
    ["a device without end", () => symlink("/dev/zero", home.userFile), "is not a regular file."],
    ["50 MB", () => writeFile(home.userFile, Buffer.alloc(50 * 1024 * 1024, "#")), "is 50 MB; at most 1 MB is read."],
    ["a link to itself", () => symlink(home.userFile, home.userFile), "cannot be read (ELOOP)."],
    ["another encoding", () => writeFile(home.userFile, Buffer.from([0x61, 0xff, 0xfe])), "cannot be read: "],
  ])("warns of %s and uses the defaults [S2.41, S3.58]", async (_what, put, reason) => {
    await put();
    const { config, warnings } = await home.load();
    expect(warnings.map(({ code, message }) => [code, message.includes(`${home.userFile} ${reason}`)])).toEqual([
      ["config.unreadable", true],
    ]);
    expect(config.agent.maxSteps).toBe(20);
  });

  it("reads a file with a byte order mark and CRLF line ends, and counts its lines right", async () => {
    await writeFile(home.userFile, '\uFEFFmodel = "google/x"\r\n\r\n[agent]\r\nmax_steps = 4\r\nnope = 1\r\n');
    const { config, warnings, origins } = await home.load();
    expect([config.model, config.agent.maxSteps]).toEqual(["google/x", 4]);
    expect(origins.get("agent.max_steps")).toEqual({ layer: "user", file: home.userFile, line: 4 });
    expect(warnings.map(({ message }) => message)).toEqual([`${home.userFile}:5: unknown key "agent.nope".`]);
  });

  it("says that a file is not there only when it was asked for by name [S3.57, S3.59]", async () => {
    const gone = join(home.path, "gone.toml");
    expect((await home.load({ files: { user: gone, project: null } })).warnings).toEqual([
      {
        code: "config.not-found",
        message: `Failed to load configuration: Config error: Config file not found: ${gone}`,
        nextStep: "Check the path that was given.",
      },
    ]);
  });

  it("answers any bytes with the defaults or with values that passed their check", async () => {
    const lines = fc.constantFrom(
      "[hosts.db]",
      "[[hosts]]",
      "policy = 1",
      "__proto__ = 1",
      "[__proto__]",
      "a.b.c = {}",
      "mode = []",
      "'",
      '"""',
      "[agent]",
      "max_steps = inf",
      "= 1",
      "hosts.constructor.policy = 'protected'",
      "[agent.name.x]",
      "model.name.x = 1979-05-27",
    );
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(lines, { maxLength: 8 }).map((all) => all.join("\n")),
    );
    await fc.assert(
      fc.asyncProperty(content, async (bytes) => {
        await writeFile(home.userFile, bytes);
        const { config } = await home.load();
        expect({ steps: config.agent.maxSteps, mode: config.mode, name: config.agent.name }).toEqual({
          steps: 20,
          // Never looser than what holds without a file.
          mode: expect.stringMatching(/^(default|review)$/),
          name: "cotty",
        });
        expect(Object.prototype).not.toHaveProperty("policy");
      }),
      { numRuns: 300 },
    );
  });
});
