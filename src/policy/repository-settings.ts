/** One setting of a repository's own configuration, as git prints it. */
export interface RepositorySetting {
  key: string;
  value: string;
}

/**
 * Settings through which a look at a repository starts a program, as an extended regular expression over git's own
 * spelling of keys. Editors, hooks of commits and logins of remotes are not among them: a look does not use them.
 */
export const programKeys = [
  "core[.](fsmonitor|pager|virtualfilesystem)",
  "pager[.].*",
  "diff[.](external|.*[.](command|textconv))",
  "filter[.].*[.](clean|smudge|process)",
  "merge[.].*[.]driver",
  "gpg[.](.*[.])?program",
  "lfs[.](extension|customtransfer)[.].*",
  "delta[.]pager",
  "hook[.].*[.]command",
  "alias[.](whatchanged|pack-redundant)",
  "man[.].*",
  "(help|web)[.]browser",
  "browser[.].*",
];

/** Where objects are missing a look fetches them, from whatever machine and through whatever program is named there. */
const partialKeys = ["remote[.].*[.](promisor|partialclonefilter)", "extensions[.]partialclone"];

/** What to ask git for: every key that may matter. */
export const repositoryKeys = `^(${[...programKeys, ...partialKeys].join("|")})$`;

const isSwitch = /^(?:true|false|yes|no|on|off|0|1|)$/i;
const isLargeFiles = /^git-lfs (?:clean|smudge|filter-process)(?: --skip)?(?: -- %f)?$/;
const runs = new RegExp(`^(?:${programKeys.join("|")})$`);
const isPartial = new RegExp(`^(?:${partialKeys.join("|")})$`);

/** Whether a setting says that objects may be missing. */
export const isPartialClone = ({ key }: RepositorySetting): boolean => isPartial.test(key);

/** The key of a setting that makes a look start a program; null where there is none. */
export function programSetting(settings: readonly RepositorySetting[]): string | null {
  const named = settings.find(
    ({ key, value }) =>
      runs.test(key) && !isSwitch.test(value) && !(key.startsWith("filter.lfs.") && isLargeFiles.test(value)),
  );
  return named?.key ?? null;
}
