import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { cutsWords } from "./cut-words.ts";
import { tellsSettings } from "./told-settings.ts";

/** Whether a person is asked because pieces of settings would be printed. */
const isAsked = (command: string): boolean => {
  const assessment = assess(command, { target: "local", shell: "bash" });
  return tellsSettings(assessment) && cutsWords(assessment, command);
};

describe("[PO197] settings and words of other commands, in pieces", () => {
  it.each([
    "git remote -v | rev",
    "git config --list | fold -w5 | head",
    "ps aux | cut -c80-",
    "pgrep -a x | rev",
    "gcloud config list | cut -c1-9",
    "npm config list | tr a-z b-za",
    "systemctl cat x | rev",
    "crontab -l | sed 's/a/b/'",
  ])("are asked about: %s", (command) => expect(isAsked(command)).toBe(true));

  it.each([
    "git remote -v",
    "git remote -v | awk '{print $2}'",
    "git config user.name | tr a-z A-Z",
    "git log --oneline | cut -c1-7",
    "ps aux | grep node | head -5",
    "ps -eo pid,comm | cut -c1-20",
    "ls | rev",
    "df -h | cut -c1-40",
  ])("are free as whole lines and fields, and so is what holds none: %s", (command) =>
    expect(isAsked(command)).toBe(false),
  );
});
