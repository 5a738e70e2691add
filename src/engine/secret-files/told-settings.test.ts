import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { cutsWords } from "./cut-words.ts";
import { partsSettings, tellsSettings } from "./told-settings.ts";

/** Whether a person is asked because pieces of settings would be printed. */
const isAsked = (command: string): boolean => {
  const assessment = assess(command, { target: "local", shell: "bash" });
  return (tellsSettings(assessment) && cutsWords(assessment, command)) || partsSettings(assessment, command);
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
    "ps --cols 90 -o args -p 77",
    "ps -o args:90,pid -p 77",
    "COLUMNS=90 ps aux",
    "tail -c 20 /proc/77/cmdline",
    "cat /proc/*/cmdline | rev",
    "tr a b < /proc/77/cmdline",
    "docker logs web | cut -c1-20",
    "kubectl logs web | rev",
    "journalctl -n 5 | cut -c40-",
    "docker history --no-trunc x | rev",
    "git config --get-regexp smtp | awk '{print $2}'",
    "git config --get-regexp smtp | awk '{print $NF}'",
    "git config --get-regexp smtp | xargs -n1",
    "git config --list | fold -w 20",
    'for i in $(git config --get-regexp smtp); do echo "$i"; done',
    "ps -o args= -p 12 | awk '{print $12}'",
    "ps -eo args | fold -w 18",
  ])("are asked about: %s", (command) => expect(isAsked(command)).toBe(true));

  it.each([
    "git remote -v",
    "git remote -v | awk '{print $2}'",
    "git config user.name | tr a-z A-Z",
    "git log --oneline | cut -c1-7",
    "ps aux | grep node | head -5",
    "ps aux | awk '{print $2, $11}'",
    "ps -ef | awk '$3 == 1 {print $2}'",
    "git config --list | sort | head -20",
    "git config --list | awk '{print $1}'",
    "ps -eo pid,comm | cut -c1-20",
    "ps -ef",
    "docker logs web | tail -n 5",
    "journalctl -u web | grep error",
    "ls | rev",
    "df -h | cut -c1-40",
  ])("are free as whole lines and fields, and so is what holds none: %s", (command) =>
    expect(isAsked(command)).toBe(false),
  );
});
