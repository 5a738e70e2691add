import { actsUnattended } from "../places/unattended-files.ts";
import { archivePrograms } from "./archives.ts";
import { bytePrograms } from "./bytes.ts";
import { cloudPrograms } from "./clouds.ts";
import { awsPrograms } from "./clouds-aws.ts";
import { azurePrograms } from "./clouds-azure.ts";
import { googlePrograms } from "./clouds-google.ts";
import { clusterPrograms } from "./clusters.ts";
import { comparePrograms } from "./compare.ts";
import { enginePrograms } from "./containers.ts";
import { diskPrograms } from "./disks.ts";
import { filePrograms } from "./files.ts";
import { hardwarePrograms } from "./hardware.ts";
import { languagePrograms } from "./languages.ts";
import { machinePrograms } from "./machines.ts";
import { macosPrograms } from "./macos.ts";
import { networkPrograms } from "./network.ts";
import { numberPrograms } from "./numbers.ts";
import { packagePrograms } from "./packages.ts";
import { languagePackagePrograms } from "./packages-languages.ts";
import { processPrograms } from "./processes.ts";
import type { Program } from "./program.ts";
import { searchPrograms } from "./search.ts";
import { servicePrograms } from "./services.ts";
import { systemPrograms } from "./system.ts";
import { textPrograms } from "./text.ts";
import { versionControlPrograms } from "./versions.ts";
import { viewerPrograms } from "./viewers.ts";

export const allPrograms: readonly Program[] = [
  ...textPrograms,
  ...bytePrograms,
  ...comparePrograms,
  ...numberPrograms,
  ...searchPrograms,
  ...viewerPrograms,
  ...filePrograms,
  ...archivePrograms,
  ...systemPrograms,
  ...processPrograms,
  ...servicePrograms,
  ...diskPrograms,
  ...hardwarePrograms,
  ...macosPrograms,
  ...networkPrograms,
  ...versionControlPrograms.map(lookingAround),
  ...packagePrograms.map(lookingAround),
  ...languagePrograms.map(lookingAround),
  ...enginePrograms.map(lookingAround),
  ...clusterPrograms,
  ...machinePrograms,
  ...awsPrograms,
  ...azurePrograms,
  ...googlePrograms,
  ...cloudPrograms.map(lookingAround),
];

/** What git finds has a condition of its own. */
function lookingAround(program: Program): Program {
  return program.names.includes("git") ? program : { ...program, looksAround: true };
}

/** Every program by each of its names. A name has one row. */
export const programs: ReadonlyMap<string, Program> = byName(allPrograms);

/** Whether a program asks other machines in some form that is proved to only read. */
export const asksOthers = (name: string): boolean => programs.get(name)?.forms.some(({ talks }) => talks) === true;

/** Whether a command of this name may run unasked, or is one that everybody types. */
export const isKnownProgram = (name: string): boolean =>
  programs.has(name) || actsUnattended(`/usr/local/bin/${name}`) !== null;

/** What a program starts besides, as far as its row says, with what any of them may start to show something. */
export const startedBy = (name: string): readonly string[] => [
  "sh",
  "less",
  "pager",
  "more",
  ...(programs.get(name)?.starts ?? []),
];

function byName(all: readonly Program[]): Map<string, Program> {
  const map = new Map<string, Program>();
  for (const program of all)
    for (const name of program.names) {
      if (map.has(name)) throw new Error(`Two rows are about the program ${name}.`);
      map.set(name, program);
    }
  return map;
}

const versioned: ReadonlySet<string> = new Set(
  [
    languagePrograms,
    languagePackagePrograms,
    clusterPrograms,
    awsPrograms,
    azurePrograms,
    googlePrograms,
    cloudPrograms,
  ].flatMap((rows) => rows.flatMap(({ names }) => names)),
);

/** Whether a manager of versions may stand in the place of a program. */
export const hasVersions = (name: string): boolean =>
  versioned.has(name) || /^(?:jq|yq|gh|glab|bazel|buf|protoc)$/.test(name);
