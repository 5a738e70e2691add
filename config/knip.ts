import type { KnipConfig } from "knip";
import { waitingFiles } from "../test/support/waiting.ts";

// Twice in `npm run check`: with tests, and as `--production`, where code that only tests call is found too. A door
// exports for the tests of other rooms as well, so there the doors are where looking begins.
const isProduction = process.argv.includes("--production");

const config: KnipConfig = {
  vite: { config: ["config/vite.ts"] },
  entry: [
    "src/main.ts!",
    "src/terminal/pty-host/process/pty-host.ts!",
    "scripts/*.{mjs,ts}!",
    "bench/{*,*/index}.ts!",
    "test/support/approver.ts",
    "test/reality/run.ts",
    ...(isProduction ? ["src/*/index.ts!"] : []),
    ...waitingFiles.map((file) => `${file}!`),
  ],
  project: [
    "src/**/*.{ts,tsx}!",
    "!src/**/testing/**!",
    "!src/**/*-contract.ts!",
    "!src/**/*.test.{ts,tsx}!",
    "test/**/*.ts",
    "bench/**/*.ts!",
    "scripts/**/*!",
  ],
  // What is tagged stands in the list of test/waiting.test.ts too.
  tags: ["-waiting"],
  ignoreDependencies: ["tailwindcss", "tree-sitter-bash"],
  ignoreBinaries: [
    "apt-get",
    "basenc",
    "fish",
    "gawk",
    "mkfifo",
    "man",
    "mount",
    "umount",
    "ssh-keygen",
    "ssh-agent",
    "ssh-add",
    "unshare",
    "dpkg-query",
  ],
  ignoreExportsUsedInFile: true,
};

export default config;
