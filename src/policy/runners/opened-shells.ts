import type { Job } from "../job.ts";
import { runsFlow } from "./shell-text.ts";

/** Programs that open a shell, with the first words of the forms that do; none: where nothing else is named. */
const opensShell: Readonly<Record<string, readonly string[]>> = {
  "nix-shell": [],
  newgrp: [],
  fakeroot: [],
  firejail: [],
  proot: [],
  nix: ["develop", "shell"],
  guix: ["shell", "environment"],
  poetry: ["shell"],
  pipenv: ["shell"],
  hatch: ["shell"],
  pixi: ["shell"],
  devbox: ["shell"],
  flox: ["activate"],
  rye: ["shell"],
};

/** What such a shell is given to read are its commands: `poetry shell <<< 'rm -rf ~'`. */
export function feedsOpenedShell(job: Job): undefined {
  const forms = Object.hasOwn(opensShell, job.name) ? opensShell[job.name] : undefined;
  if (forms === undefined || job.stdin.empty) return;
  const first = job.args[0]?.text ?? "-";
  if (forms.length === 0 ? first.startsWith("-") : forms.includes(first)) runsFlow(job, job.stdin, job.name);
}
