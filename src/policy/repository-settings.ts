/** One setting of a repository's own configuration, as git prints it. */
export interface RepositorySetting {
  /** Section and name in small letters. */
  key: string;
  value: string;
}

/**
 * Sections that a look at a repository takes from git's own list: none of their settings makes it start a program, read a
 * file elsewhere, or fetch. Editors, hooks of commits and logins of remotes are among them: a look does not use them.
 */
const sections =
  "advice am apply author branch checkout clean clone color column commit commitgraph committer credential difftool fastimport feature fetch format gc gerrit git-p4 git-town gitbutler gitflow gk grep gui http i18n index init interactive maintenance mergetool notes oh-my-zsh pack pretty protocol pull push rebase receive remotes repack rerere revert review safe sendemail sequence showbranch sparse splitindex ssh stash status submodule svn svn-remote tag transfer uploadpack url user versionsort worktree";

/** Of the other sections, these settings. */
const single = [
  "core[.](abbrev|askpass|autocrlf|bare|bigfilethreshold|checkstat|commentchar|commitgraph|compression|deltabasecachelimit|editor|eol|filemode|fscache|fsync|fsyncmethod|fsyncobjectfiles|hidedotfiles|hookspath|ignorecase|ignorestat|logallrefupdates|longpaths|loosecompression|multipackindex|notesref|packedgitlimit|packedgitwindowsize|precomposeunicode|preferrefs|preloadindex|protecthfs|protectntfs|quotepath|repositoryformatversion|safecrlf|sharedrepository|sparsecheckout|sparsecheckoutcone|splitindex|sshcommand|symlinks|trustctime|untrackedcache|usereplacerefs|warnambiguousrefs|whitespace|worktree)",
  "blame[.](blankboundary|coloring|date|markignoredlines|markunblamablelines|showemail|showroot)",
  "diff[.](algorithm|autorefreshindex|colormoved|colormovedws|context|dirstat|guitool|ignoresubmodules|indentheuristic|interhunkcontext|mnemonicprefix|noprefix|relative|renamelimit|renames|statgraphwidth|submodule|suppressblankempty|tool|wordregex|wserrorhighlight)",
  "diff[.].*[.](algorithm|binary|funcname|wordregex|xfuncname)",
  "extensions[.](objectformat|refstorage|relativeworktrees|worktreeconfig|noop)",
  "filter[.].*[.]required",
  "gpg[.]format",
  "log[.](abbrevcommit|date|decorate|excludedecoration|follow|graphcolors|initialdecorationset|mailmap|showroot)",
  "lfs[.](repositoryformatversion|url|fetchinclude|fetchexclude|.*[.](access|locksverify))",
  "merge[.](autostash|branchdesc|conflictstyle|defaulttoupstream|directoryrenames|ff|guitool|log|renamelimit|renames|renormalize|stat|suppressdest|tool|verbosity|verifysignatures|.*[.](name|recursive))",
  "remote[.](pushdefault|.*[.](url|pushurl|fetch|push|mirror|prune|prunetags|tagopt|skipdefaultupdate|skipfetchall|proxy|gh-resolved|followremotehead))",
  // What an included file sets is listed as well. Conditions on addresses count those of the user's own settings.
  "include[.]path|includeif[.](gitdir(/i)?|onbranch):.*[.]path",
  // Names of git's own are not replaced, except these when they are no longer git's own.
  "alias[.](?!(whatchanged|pack-redundant)$).*",
];

const isHarmless = new RegExp(`^(?:(?:${sections.replaceAll(" ", "|")})[.].*|${single.join("|")})$`, "s");

/** They name a program, unless they only switch one of git's own on or off. */
const isProgram = /^(?:core\.(?:fsmonitor|pager)|pager\..*|merge\..*\.driver)$/s;
const isSwitch = /^(?:true|false|yes|no|on|off|0|1|cat|)$/i;

/** They name a file whose lines a complaint may show. */
const isFile =
  /^(?:core\.(?:excludesfile|attributesfile)|blame\.ignorerevsfile|diff\.orderfile|fsck\.skiplist|mailmap\.file)$/;
const isOwnFile = /^(?![/~])(?!.*(?:^|\/)\.\.(?:\/|$)).*$|^~\/(?:\.git[\w.-]*|\.config\/git\/[\w.-]+|\.mailmap)$/s;

const isLargeFiles = /^git-lfs (?:clean|smudge|filter-process)(?: --skip)?(?: -- %f)?$/;

/** To check a signature git starts gpg. */
const checksSignature = /%G|signature/;

/** Where objects are missing a look fetches them, from whatever machine and through whatever program is named there. */
const isPartial = /^(?:remote\..*\.(?:promisor|partialclonefilter)|extensions\.partialclone)$/s;

/** Whether a setting says that objects may be missing. */
export const isPartialClone = ({ key }: RepositorySetting): boolean => isPartial.test(key);

/** Whether a look at a repository only looks with this setting. One that is not known is taken for one that runs something. */
export function isHarmlessSetting({ key, value }: RepositorySetting): boolean {
  if (isProgram.test(key)) return isSwitch.test(value);
  if (isFile.test(key)) return isOwnFile.test(value);
  if (key === "log.showsignature") return /^(?:false|no|off|0|)$/i.test(value);
  if (/^filter\.lfs\.(?:clean|smudge|process)$/.test(key)) return isLargeFiles.test(value);
  return isHarmless.test(key) && !(/^(?:format|pretty|branch|tag)\./.test(key) && checksSignature.test(value));
}
