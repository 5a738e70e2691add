/** One setting of a repository's own configuration, as git prints it. */
export interface RepositorySetting {
  key: string;
  value: string;
}

/**
 * Settings that make no look at a repository start a program, read elsewhere or fetch, as extended regular expressions
 * over git's own spelling of keys. Every other setting counts as one that may: what git and its helpers obey grows.
 * Editors, logins and hooks of commits are harmless here, since a look does not use them.
 */
const harmlessSettings = [
  "core[.](repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|safecrlf|eol|quotepath|sharedrepository|compression|loosecompression|abbrev|untrackedcache|preloadindex|fscache|longpaths|protectntfs|protecthfs|hidedotfiles|trustctime|checkstat|whitespace|commentchar|commentstring|editor|sshcommand|askpass|hookspath|deltabasecachelimit|bigfilethreshold|multipackindex|commitgraph|notesref|ignorestat|splitindex|sparsecheckout|sparsecheckoutcone|fsync|fsyncmethod|fsyncobjectfiles|packedgitwindowsize|packedgitlimit|filesreflocktimeout|packedrefstimeout|maxtreedepth|createobject|checkroundtripencoding|disambiguate|warnambiguousrefs|prefersymlinkrefs|usereplacerefs)",
  "(user|author|committer|color|column|advice|init|commit|push|pull|fetch|url|credential|https?|i18n|pack|gc|index|feature|rebase|rerere|sequence|receive|transfer|gui|gitflow|git-town|gitbutler|gerrit|gk|oh-my-zsh|svn|svn-remote|github|gitlab|versionsort|am|apply|sendemail|safe|checkout|stash|worktree|maintenance|notes|reftable|revert|showbranch|clean|bitmap|repack|vscode|forgit)[.].*",
  "branch[.](autosetupmerge|autosetuprebase|.*[.].*)",
  "tag[.](gpgsign|forcesignannotated)",
  "remote[.].*[.](url|pushurl|fetch|push|tagopt|mirror|prune|prunetags|skipdefaultupdate|skipfetchall|gh-resolved|glab-resolved|followremotehead|proxy|proxyauthmethod|uploadpack|receivepack)",
  "remote[.]pushdefault",
  "submodule[.].*[.](url|active|branch|update|ignore|fetchrecursesubmodules|shallow)",
  "submodule[.](active|fetchjobs|propagatebranches)",
  "lfs[.](repositoryformatversion|url|pushurl|locksverify|concurrenttransfers|activitytimeout|dialtimeout|batch|fetchinclude|fetchexclude|fetchrecent.*|allowincompletepush|skipdownloaderrors)",
  "lfs[.].*[.](access|locksverify)",
  "diff[.](algorithm|renames|renamelimit|colormoved|colormovedws|mnemonicprefix|noprefix|srcprefix|dstprefix|context|interhunkcontext|wserrorhighlight|indentheuristic|relative|statgraphwidth|statnamewidth|suppressblankempty|tool|guitool|ignoresubmodules|dirstat|wordregex|autorefreshindex|nopatch)",
  "diff[.].*[.](xfuncname|funcname|wordregex|binary|algorithm)",
  "(difftool|mergetool)[.].*",
  "merge[.](ff|conflictstyle|tool|guitool|renames|renamelimit|log|stat|autostash|branchdesc|directoryrenames|renormalize|suppressdest|verbosity|defaulttoupstream|verifysignatures)",
  "status[.](short|branch|showuntrackedfiles|relativepaths|showstash|aheadbehind|displaycommentprefix|renames|renamelimit)",
  "log[.](date|decorate|abbrevcommit|follow|mailmap|showroot|excludedecoration|initialdecorationset|graphcolors)",
  "blame[.](date|coloring|showemail|showroot|blankboundary|markunblamablelines|markignoredlines)",
  "grep[.](linenumber|column|patterntype|extendedregexp|threads|fullname)",
  "extensions[.](objectformat|compatobjectformat|worktreeconfig|refstorage|relativeworktrees|preciousobjects|noop)",
  "gpg[.](format|mintrustlevel)",
];

const isHarmlessKey = new RegExp(`^(?:${harmlessSettings.join("|")})$`, "s");

/** For a script on the target: keys that are harmless whatever their value. */
export const harmlessKeys = `(${harmlessSettings.join("|")})`;

const isSwitch = /^(?:true|false|yes|no|on|off|0|1|cat|)$/i;
const isLargeFiles = /^git-lfs (?:clean|smudge|filter-process)(?: --skip)?(?: -- %f)?$/;
const isPartial = /^(?:remote[.].*[.](?:promisor|partialclonefilter)|extensions[.]partialclone)$/;

/** Whether a setting says that objects may be missing: then a look fetches them. */
export const isPartialClone = ({ key }: RepositorySetting): boolean => isPartial.test(key);

/** The key of a setting that may make a look start a program or look elsewhere; null where every one is harmless. */
export function programSetting(settings: readonly RepositorySetting[]): string | null {
  return settings.find((setting) => !isHarmlessSetting(setting))?.key ?? null;
}

/** To check a signature git starts gpg. */
const checksSignature = /%[^%A-Za-z]*G|signature/;

/** They name a file whose lines a complaint shows. */
const isFile =
  /^(?:core\.(?:excludesfile|attributesfile)|blame\.ignorerevsfile|diff\.orderfile|fsck\.skiplist|mailmap\.file)$/;

/** Names that only such files have, in the repository or in the home. Any other may be a file that is kept secret. */
const ownNames = [
  String.raw`\.?(?:git[-_]?)?(?:blame[-_]?)?ignore[-_]?revs(?:[-_]?file)?(?:\.txt)?`,
  String.raw`\.?(?:global[-_]?)?git[-_]?(?:ignore|attributes|excludes?)(?:[-_.](?:global|local|user|core|shared))*`,
  String.raw`\.?mailmap`,
  String.raw`\.?(?:git[-_]?)?order(?:[-_]?file)?`,
  String.raw`info\/(?:exclude|attributes)`,
  String.raw`\.config\/git\/(?:ignore|attributes|excludes?)`,
].join("|");
const isOwnFile = new RegExp(String.raw`^(?:(?:~\/)?(?:\.?[\w-][\w.-]*\/)*(?:${ownNames}))?$`);

/** Whether a setting names a file that git reads, and may print lines of. */
export const namesShownFile = ({ key }: RepositorySetting): boolean => isFile.test(key);

/** More settings, which git prints with the others. The script on the target looks whether that file is what it seems. */
const isIncludedFile = /^[\w.-][\w./-]*$/;

/** Whether a look only looks with this setting: of a repository, or of one command (`git -c`). */
export function isHarmlessSetting({ key, value }: RepositorySetting): boolean {
  if (isHarmlessKey.test(key)) return true;
  if (/^(?:format|pretty)\.|^(?:branch|tag)\.sort$/.test(key)) return !checksSignature.test(value);
  if (isFile.test(key)) return isOwnFile.test(value);
  if (key === "include.path") return isIncludedFile.test(value);
  // Where the files are: the script compares it with where git's own folder was found.
  if (key === "core.worktree") return true;
  // git's own commands come first, but for these two.
  if (key.startsWith("alias.")) return !/^alias\.(?:whatchanged|pack-redundant)(?:\.|$)/.test(key);
  if (
    /^(?:core\.(?:fsmonitor|pager)|pager\..*|log\.showsignature|status\.submodulesummary|submodule\.recurse)$/.test(key)
  )
    return key.includes("signature") || key.includes("submodule")
      ? /^(?:false|no|off|0)$/i.test(value)
      : isSwitch.test(value);
  if (/^merge\..*\.driver$/.test(key)) return value === "true";
  // With `log` git opens what only the history calls a submodule.
  if (key === "diff.submodule") return value === "short";
  if (key === "filter.lfs.required") return isSwitch.test(value);
  return /^filter\.lfs\.(?:clean|smudge|process)$/.test(key) && isLargeFiles.test(value);
}
