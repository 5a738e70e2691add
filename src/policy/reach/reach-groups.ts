import { effectPrograms } from "../effects/index.ts";
import { filesEffects } from "../effects/rows/files.ts";
import { searchEffects } from "../effects/rows/search.ts";
import { serviceEffects } from "../effects/rows/services.ts";
import { archiveJudges } from "../judges/archives.ts";
import { builtinJudges } from "../judges/builtins.ts";
import { deleteJudges } from "../judges/deletes.ts";
import { fileJudges } from "../judges/files.ts";
import { killJudges } from "../judges/kill.ts";
import { packageRunnerJudges } from "../judges/package-runners.ts";
import { pagerJudges } from "../judges/pagers.ts";
import { permissionJudges } from "../judges/permissions.ts";
import { servingJudges } from "../judges/serving.ts";
import { shellStateJudges } from "../judges/shell-state.ts";
import { textProgramJudges } from "../judges/text-programs.ts";
import { interpreters } from "../languages/interpreters.ts";
import { archivePrograms } from "../programs/archives.ts";
import { bytePrograms } from "../programs/bytes.ts";
import { awsPrograms } from "../programs/clouds-aws.ts";
import { azurePrograms } from "../programs/clouds-azure.ts";
import { googlePrograms } from "../programs/clouds-google.ts";
import { comparePrograms } from "../programs/compare.ts";
import { diskPrograms } from "../programs/disks.ts";
import { filePrograms } from "../programs/files.ts";
import { hardwarePrograms } from "../programs/hardware.ts";
import { languagePrograms } from "../programs/languages.ts";
import { macosPrograms } from "../programs/macos.ts";
import { networkPrograms } from "../programs/network.ts";
import { numberPrograms } from "../programs/numbers.ts";
import { packagePrograms } from "../programs/packages.ts";
import { languagePackagePrograms } from "../programs/packages-languages.ts";
import { processPrograms } from "../programs/processes.ts";
import { searchPrograms } from "../programs/search.ts";
import { servicePrograms } from "../programs/services.ts";
import { onlyInShell, shellWords } from "../programs/shell-words.ts";
import { systemPrograms } from "../programs/system.ts";
import { textPrograms } from "../programs/text.ts";
import { versionControlPrograms } from "../programs/versions.ts";
import { viewerPrograms } from "../programs/viewers.ts";
import { appletJudges } from "../runners/applets.ts";
import { fdJudges } from "../runners/fd.ts";
import { findJudges } from "../runners/find.ts";
import { itemJudges } from "../runners/items.ts";
import { rightsJudges } from "../runners/rights.ts";
import { shellJudges } from "../runners/shell.ts";
import { wrappers } from "../runners/wrapper-rows.ts";

/**
 * Programs of which it is known which other machines they go to. A closed list, of the groups that rows and judges stand
 * in: a program that stands nowhere may log in wherever a file of its own says.
 */

const words = (text: string): string[] => text.trim().split(/\s+/);
const namesOf = (rows: readonly { names: readonly string[] }[]): string[] => rows.flatMap(({ names }) => names);
const judgedBy = (...groups: readonly Readonly<Record<string, unknown>>[]): string[] => groups.flatMap(Object.keys);
const without = (names: readonly string[], others: string): Set<string> => {
  const left = new Set(names);
  for (const other of words(others)) left.delete(other);
  return left;
};

/** They go to no other machine; what they run stands in the line as well. */
export const staysHere: ReadonlySet<string> = without(
  [
    ...shellWords,
    ...onlyInShell,
    ...namesOf([textPrograms, bytePrograms, comparePrograms, numberPrograms, searchPrograms, viewerPrograms].flat()),
    ...namesOf([filePrograms, archivePrograms, systemPrograms, processPrograms, servicePrograms].flat()),
    ...namesOf([filesEffects, searchEffects, serviceEffects].flat()),
    ...judgedBy(archiveJudges, builtinJudges, deleteJudges, fileJudges, killJudges, pagerJudges, permissionJudges),
    ...judgedBy(servingJudges, shellStateJudges, textProgramJudges),
    ...judgedBy(appletJudges, fdJudges, findJudges, itemJudges, rightsJudges),
    ...wrappers.keys(),
    ...words(`env busybox ps script reset tset strip ranlib ctags exiftool pdftotext sqlite3 dpkg rpm objdump xmllint
      diffstat umount renice pbcopy wl-copy xclip`),
  ],
  // What they run, and where, stands in settings of their own, or nobody is there when they run it.
  `at atq batch crontab cheat tldr glow tig lazygit fzf peco supervisorctl parallel gpg gpg2 aws-vault doppler dscl
  authselect`,
);

/** How a program is told where to go beside by its words. */
interface WordReader {
  /** An option by which it is given a file of addresses. */
  lists: RegExp | null;
  /** Options whose value, in the next word, is a text for the other side and no address. */
  texts: RegExp | null;
}

const curlTexts =
  /^-[a-zA-Z#]*[HdFubAewDo]$|^--(?:header|data[\w-]*|form[\w-]*|json|user|cookie[\w-]*|user-agent|request|write-out|output)$/;

const wordReaders: readonly (readonly [names: string, reader: WordReader])[] = [
  ["curl", { lists: /^-[a-zA-Z#0-9]*K|^--conf/, texts: curlTexts }],
  [
    "wget wget2 aria2c",
    {
      lists: /^-[a-zA-Z]*[ie]$|^-i|^--(?:input|config|exec|conf-path)/,
      texts: /^-O$|^--(?:header|post-data|body-data)$/,
    },
  ],
  ["dig kdig", { lists: /^-f/, texts: null }],
  ["nmap", { lists: /^-i[LR]/, texts: null }],
  ["fping", { lists: /^-f|^--file/, texts: null }],
  [
    `http https httpie xh curlie lwp-request GET POST HEAD axel hey wrk ab grpcurl ping ping6 traceroute tracepath mtr arping
    drill nslookup host whois getent ss nc ncat netcat nc.openbsd nc.traditional telnet socat`,
    { lists: null, texts: null },
  ],
];

/** They go where a word of the line says, and words are compared with the hosts that are held. */
export const goesByWords: ReadonlyMap<string, WordReader> = new Map(
  wordReaders.flatMap(([names, reader]) => words(names).map((name) => [name, reader] as const)),
);

/** They run code of a project or a package, which can reach anything: that is not read, here as elsewhere. */
export const runsCode: ReadonlySet<string> = new Set([
  ...[...effectPrograms.values()]
    .filter((each) => each.runsProject && !each.goesBySettings)
    .flatMap(({ names }) => names),
  ...interpreters.keys(),
  ...judgedBy(packageRunnerJudges, shellJudges),
  ...words("pip pip3 pipx uv easy_install gem brew gdb lldb"),
]);

/** What is proved to only read by these asks this machine, or the service that the program belongs to. */
export const looksWithin: ReadonlySet<string> = without(
  namesOf(
    [
      [diskPrograms, hardwarePrograms, macosPrograms, networkPrograms, packagePrograms, languagePackagePrograms],
      [
        systemPrograms,
        processPrograms,
        servicePrograms,
        languagePrograms,
        versionControlPrograms,
        awsPrograms,
        azurePrograms,
        googlePrograms,
      ],
    ].flat(2),
  ),
  // They ask a server that a variable or a file names.
  "ollama supervisorctl",
);
