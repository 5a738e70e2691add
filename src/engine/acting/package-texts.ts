/** Scripts that npm, or a tool for git's hooks, runs by itself. */
const runsByItself =
  /^(?:(?:pre|post)?(?:install|uninstall|prepare|publish|pack|version)|prepublishOnly|dependencies|(?:pre|post)-?(?:commit|push|merge|checkout|rewrite|rebase|applypatch)|commit-?msg|prepare-?commit-?msg)$/i;
const hooks = /^(?:husky|simple-git-hooks|git-?hooks|ghooks|pre-commit|pre-push|commit-msg|commitlint|config)$/i;
const staged = /^(?:lint-staged|nano-staged)$/i;
/** What a package is and what it is made of: nothing takes it up before somebody runs, builds or installs it. */
const describesPackage = new Set(
  `name version description keywords homepage bugs license author authors contributors funding files main module types typings
  typesversions exports imports bin man browser unpkg jsdelivr es2015 esnext source style sass directories repository
  dependencies devdependencies peerdependencies peerdependenciesmeta optionaldependencies bundledependencies
  bundleddependencies overrides resolutions engines enginestrict os cpu libc private publishconfig workspaces type
  sideeffects packagemanager devengines volta pnpm browserslist jest vitest mocha ava nyc c8 tap tsd build knip eslintignore
  nodemonconfig standard ts-node tsup size-limit bundlesize typedoc jscpd oclif msw prisma madge depcheck np
  $schema icon categories activationevents contributes displayname publisher preview gallerybanner badges`
    .toLowerCase()
    .split(/\s+/),
);

/** What of a package.json acts by itself, and what may: a tool's own settings under a key that is not known. */
export function packageTexts(text: string): { acts: string; mayAct: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { acts: "", mayAct: text };
  }
  if (typeof parsed !== "object" || parsed === null) return { acts: "", mayAct: "" };
  const acts: unknown[] = [];
  const mayAct: unknown[] = [];
  for (const [key, value] of Object.entries(parsed)) {
    if (key === "scripts")
      acts.push(...Object.entries(value ?? {}).flatMap(([name, run]) => (runsByItself.test(name) ? [run] : [])));
    // The names there choose files, which the commands are given.
    else if (staged.test(key)) acts.push(typeof value === "object" ? Object.values(value ?? {}) : value);
    else if (hooks.test(key)) acts.push(value);
    else if (!describesPackage.has(key.toLowerCase())) mayAct.push(value);
  }
  const shown = (values: unknown[]) => values.map((value) => JSON.stringify(value, null, 1)).join("\n");
  return { acts: shown(acts), mayAct: shown(mayAct) };
}
