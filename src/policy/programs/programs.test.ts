import { describe, expect, it } from "vitest";
import { assess } from "../assess.ts";
import { judges } from "../judges/index.ts";
import { optionTable } from "../spec.ts";
import type { PolicyContext } from "../types.ts";
import { allPrograms } from "./index.ts";

const place: PolicyContext = { target: "local", shell: "bash" };
const forms = allPrograms.flatMap((program) => program.forms.map((form) => ({ program, form })));
const verdict = (command: string) => assess(command, place).verdict;

describe("the rows of programs that only read", () => {
  it("have judges beside them, none of which proves anything with an option that it does not know", () => {
    // What these are given, they print, compare or count.
    const takesAnything = /^(?:\[|:|test|true|false|return|break|continue|shift|times|pwd|cd|pushd|popd|echo|printf)$/;
    const wrong = [...judges.keys()]
      .filter((name) => !takesAnything.test(name))
      .flatMap((name) =>
        ["", "-cf /dev/null ", "-tf a ", "-xf a ", "-n ", "-r ", "-f - "].map((mode) => `${name} ${mode}--zzqq x`),
      )
      .filter((command) => verdict(command) === "allow");
    expect(wrong).toEqual([]);
  });

  it("[PO64] give a value to one letter at a time, since in a cluster only the last one would take it", () => {
    const clusters = allPrograms
      .filter((program) => program.words !== true)
      .flatMap((program) => [program.options, ...program.forms.map((form) => form.options)])
      .flatMap((options) => (options ?? "").split(/\s+/))
      .filter((token) => /^[?!]?-[^-=[\]]{2,}(?:\[=\]|=)/.test(token));
    expect(clusters).toEqual([]);
  });

  it("[PO155] allow no address, file or template as a value, unless a row says so", () => {
    const odd = ["http://192.0.2.1/x", "@file", "{{x}}", "$(x)"];
    const wrong = forms.flatMap(({ program, form }) => {
      if (form.loose === true) return [];
      const { options } = optionTable({
        options: form.options ?? "",
        ...(program.words && { words: true }),
      });
      const limited = [...options].filter(
        ([name, { role, value }]) =>
          role === "data" && value === "required" && !form.values?.[name] && !/format|template/.test(name),
      );
      const example = form.match.find((command) => !command.includes(" -- "));
      if (example === undefined) return [];
      return limited.flatMap(([name]) => odd.map((value) => `${example} ${name} '${value}'`));
    });
    expect(wrong.filter((command) => verdict(command) === "allow")).toEqual([]);
    expect(wrong.length).toBeGreaterThan(1000);
  });

  it("allow no option that is not on the list, whatever it is called", () => {
    const wrong = forms
      .flatMap(({ form }) => form.match.filter((command) => !command.includes(" -- ")))
      .map((command) => `${command} --no-such-option-here`)
      .filter((command) => verdict(command) === "allow");
    expect(wrong).toEqual([]);
  });
});
