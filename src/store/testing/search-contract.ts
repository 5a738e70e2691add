import { fc, test } from "@fast-check/vitest";
import { describe, expect, it } from "vitest";
import type { NewEvent } from "../../protocol/index.ts";
import type { OpenStore } from "../store-contract.ts";
import { openSession, promptEvent, textEvent } from "./session-fixture.ts";

function proposed(command: string, at: number): NewEvent<"step.proposed"> {
  return {
    ...{ type: "step.proposed", stepId: "st_1", kind: "command", command, reasoning: "because", verdict: "ask" },
    ...{ risks: [], findings: [], digest: "d", target: "local", cwd: "/", shell: "bash", hold: "enforced" },
    ...{ at, by: "agent:cotty" },
  } as NewEvent<"step.proposed">;
}

function finished(output: string, at: number): NewEvent<"step.finished"> {
  const counts = { bytes: output.length, droppedBytes: 0, durationMs: 1 };
  return { type: "step.finished", stepId: "st_1", outcome: "exited", exitCode: 0, output, ...counts, at, by: "engine" };
}

export function describeSearch(open: OpenStore): void {
  describe("search", () => {
    it("[ST9] finds prompts, commands, outputs, answers and summaries, newest first [S2.48]", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [
        promptEvent("Why is the disk full?", 1),
        proposed("df -h /disk", 2),
        finished("the disk is at 98%", 3),
        textEvent("Your disk is nearly full.", 4),
        { type: "turn.finished", outcome: "complete", summary: "Disk explained", at: 5, by: "agent:cotty" },
      ]);
      const base = { session: "ses_1", title: "Title of ses_1" };
      expect(await store.search("disk")).toEqual([
        { ...base, seq: 5, at: 5, type: "turn.finished", snippet: "«Disk» explained" },
        { ...base, seq: 4, at: 4, type: "text.streamed", snippet: "Your «disk» is nearly full." },
        { ...base, seq: 3, at: 3, type: "step.finished", snippet: "the «disk» is at 98%" },
        { ...base, seq: 2, at: 2, type: "step.proposed", snippet: "df -h /«disk»" },
        { ...base, seq: 1, at: 1, type: "prompt.received", snippet: "Why is the «disk» full?" },
      ]);
      expect((await store.search("disk", { limit: 2 })).map(({ seq }) => seq)).toEqual([5, 4]);
    });

    it("[ST9] searches and shows only what of a text may be seen", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const value = "Kq7vR2mZ-x9Lw4TnB-Pl0mNb8Xw2";
      const long = "x".repeat(200);
      await store.append(lease, 0, [
        promptEvent(`word ${value} word ${long}${value} end`, 1),
        promptEvent("other word", 2),
      ]);
      const show = (text: string, session: string) => text.replaceAll(value, `[of ${session}]`);
      const shown = async (query: string) => (await store.search(query, { show })).map(({ snippet }) => snippet);
      expect(await shown("word")).toEqual(["other «word»", `«word» [of ses_1] «word» ${long}[of ses_1] end`]);
      expect([await shown("K"), await shown("x9Lw"), await shown("Pl0m")]).toEqual([[], [], []]);
      expect((await store.search("x9Lw")).length).toBe(1);
    });

    it("[ST9] finds words that were streamed in pieces, also when a search came between the pieces", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [promptEvent("hi"), textEvent("The kuber"), textEvent("netes clu")]);
      expect(await store.search("cluster")).toEqual([]);
      const usage = { model: "m", inputTokens: 1, outputTokens: 1, cost: null };
      await store.append(lease, 3, [
        { type: "usage.reported", ...usage, at: 1000, by: "engine" },
        textEvent("ster is fine"),
      ]);
      expect(await store.search("kubernetes cluster")).toMatchObject([
        { seq: 2, snippet: "The «kubernetes» «cluster» is fine" },
      ]);
      await store.append(lease, 5, [promptEvent("next"), textEvent("another cluster")]);
      expect((await store.search("cluster")).map(({ seq }) => seq)).toEqual([7, 2]);
    });

    it("[ST9] wants every word, as the beginning of a word, and quoted text as it stands", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [promptEvent("restart the web server"), promptEvent("serve the web")]);
      const seqs = async (query: string) => (await store.search(query)).map(({ seq }) => seq);
      expect(await seqs("web serv")).toEqual([2, 1]);
      expect(await seqs("web restart")).toEqual([1]);
      expect(await seqs('"the web"')).toEqual([2, 1]);
      expect(await seqs('"web server"')).toEqual([1]);
      expect(await seqs('"server web"')).toEqual([]);
      expect(await seqs('"serv"')).toEqual([]);
      expect(await seqs("erve")).toEqual([]);
    });

    it("[ST9] finds paths, options and names by the words in them", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [proposed("tail -n50 /var/log/nginx/error.log", 1)]);
      for (const query of ["/var/log/nginx", "error.log", "nginx/err", "-n50"]) {
        expect(await store.search(query)).toHaveLength(1);
      }
    });

    it("[ST9] finds words whatever their case and accents", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [promptEvent("Le café ÉTÉ"), promptEvent("Übung in Zürich")]);
      expect(await store.search("cafe été")).toMatchObject([{ seq: 1, snippet: "Le «café» «ÉTÉ»" }]);
      expect(await store.search("ZURICH übung")).toMatchObject([{ seq: 2, snippet: "«Übung» in «Zürich»" }]);
    });

    it("[ST9] shows a piece of a long text around the match, in whole words", async () => {
      await using store = await open();
      const lease = await openSession(store);
      const many = "lorem ipsum dolor ".repeat(2000);
      await store.append(lease, 0, [promptEvent(`${many}needle ${many}`)]);
      const [hit] = await store.search("needle");
      expect(hit?.snippet).toMatch(/^…(?:(?:lorem|ipsum|dolor) )+«needle»(?: (?:lorem|ipsum|dolor))+…$/);
      expect(hit?.snippet.length).toBeLessThan(300);
    });

    it("[ST9] searches one session when told to", async () => {
      await using store = await open();
      for (const id of ["ses_1", "ses_2"]) await store.append(await openSession(store, id), 0, [promptEvent("hello")]);
      expect((await store.search("hello")).map(({ session }) => session)).toEqual(["ses_2", "ses_1"]);
      expect((await store.search("hello", { session: "ses_1" })).map(({ session }) => session)).toEqual(["ses_1"]);
      const refused = store.search("hello", { session: "ses_9" });
      await expect(refused).rejects.toMatchObject({ code: "session.unknown" });
    });

    it("[ST9] finds coloured words and gives back no escape sequence that a terminal would obey", async () => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [finished("\u001b[31mred\u001b[0m \u001b]0;title\u0007alert\u0000", 1)]);
      expect(await store.search("red")).toMatchObject([{ snippet: "«red» alert " }]);
    });

    it.each([
      '"',
      "*",
      "AND",
      "NOT x",
      "a OR",
      "(",
      "text:",
      "^x",
      "NEAR(a b",
      "-",
      "--",
      "'; DROP TABLE events",
      "\u0000",
    ])("[ST9] takes %j for words, not for syntax", async (query) => {
      await using store = await open();
      const lease = await openSession(store);
      await store.append(lease, 0, [promptEvent("nothing of that kind")]);
      expect(await store.search(query)).toEqual([]);
    });

    test.prop([fc.string({ unit: "binary", maxLength: 60 })], { numRuns: 200 })(
      "[ST9] never fails, whatever is typed",
      async (query) => {
        await using store = await open();
        const lease = await openSession(store);
        await store.append(lease, 0, [promptEvent(`before ${query} after`)]);
        expect(await store.search(query)).toEqual(expect.any(Array));
      },
    );
  });
}
