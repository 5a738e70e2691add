import type { Finding, Risk, Verdict, WaitingKind } from "../protocol/index.ts";
import type { PathWord, Span } from "../shell/index.ts";
import type { OpenWord, UndecidedWord } from "./open-word.ts";

/** Where a command would run and who asks for it. Everything the verdict may depend on, and nothing else. */
export interface PolicyContext {
  /** `local`, or `ssh:<host>`. */
  target: string;
  shell: "bash" | "sh" | "zsh" | "fish" | "pwsh" | "cmd" | "unknown";
  cwd?: string;
  /** The home directory on the target, when it is known; `~` is understood without it. */
  home?: string;
  /** The same with every link followed. */
  realHome?: string;
  user?: string;
  /** The root of the project the session works on, when there is one. */
  project?: string;
  /** The same by another name, where a link leads to it. */
  projectName?: string;
  agent?: string;
  /** Variables that earlier commands have set in the shell, and that programs may obey. */
  leftVariables?: readonly string[];
  /** What earlier commands have left in the shell that it may run by itself: `a trap`, `an alias`. */
  leftState?: readonly string[];
  /** Nothing of what the shell's owner has set is put aside for the line: aliases, options, abbreviations. */
  hasOwnSettings?: boolean;
  /** For `assessKeys`: the program that would receive the keys; not set at a prompt of the shell. */
  foreground?: string;
  /** For `assessKeys` at a prompt of the shell: it is known that nothing stands on its line. */
  isLineEmpty?: boolean;
  /** What that program does with the keyboard. One that is `working` does not read: the shell gets what is typed. */
  waiting?: WaitingKind;
  /** Rules of people, already parsed (`parseRules`). */
  rules?: readonly Rule[];
  /** Patterns on the raw text, already compiled (`compileDangerousPatterns`). */
  dangerousPatterns?: readonly DangerousPattern[];
  /** Conditions (by `conditionKey`) that the target does not meet, with the reason. */
  unmet?: ReadonlyMap<string, string>;
}

/**
 * What an allow rests on beside the text of the command. The engine looks it up on the target right before the command
 * runs, and asks for the verdict again (`unmet`) where it does not hold.
 */
export type Condition =
  /** No setting or hook of the repository that git finds from this folder makes git start a program. */
  | { about: "repository"; folder: PathWord }
  /** The same, in a folder that the line leaves its shell in: prompts ask git about it, and other programs for a version. */
  | { about: "landing"; folder: PathWord }
  /** No name below this folder has a blank, a quote or a backslash in it, or begins with a dash: xargs would cut it. */
  | { about: "names"; folder: PathWord }
  /** The folder is the top of its repository, so that the names which git prints are names here. */
  | { about: "top"; folder: PathWord }
  /** No name in this folder begins with a dash: a pattern would make an option of it. */
  | { about: "dashes"; folder: PathWord }
  /** What compose loads from this folder or above it makes it fetch no other file and ask no other engine. */
  | { about: "compose"; folder: PathWord; program: string; files: readonly string[] }
  /** No file in this folder or above it names anything but a version for a manager of versions. */
  | { about: "versions"; folder: PathWord; program: string }
  /** This folder, and what these words name from there, is really in the project, and in no other one within it. */
  | { about: "project"; folder: PathWord; project: string; words: readonly string[] }
  /**
   * This folder really is one of those that a rule means, and these words, and all links in these folders, lead to
   * something below it or in another one of the rule. A rule without folders means every folder.
   */
  | {
      about: "place";
      folder: PathWord;
      within: readonly string[];
      words: readonly string[];
      listed: readonly string[];
    }
  /** None of these files is in this folder or above it, below the home. */
  | { about: "folder"; folder: PathWord; program: string; without: readonly string[] };

export type ParseOutcome = "ok" | "failed" | "unknown-shell" | "too-large";

/**
 * Every folder that a part of the line may run in, the likeliest first; null stands for one that only the run decides.
 * Whoever looks at a file on the target looks at it in all of them.
 */
export type Folders = readonly [PathWord | null, ...(PathWord | null)[]];

export interface AssessedCommand {
  /** Resolved words; null where only the run decides the value. */
  argv: (string | null)[];
  span: Span;
  via: string[];
  /** Each word of argv as a path. */
  words: (PathWord | null)[];
  folders: Folders;
  /** It may run elsewhere: a move before it may have failed, or only the run decides where it led. */
  isAdrift?: true;
  /** Words of argv that names on the target turn into others: patterns, lists, numbers. */
  open?: readonly OpenWord[];
  /** Words of argv of which only the run decides what they are, with what is known of them. */
  undecided?: readonly UndecidedWord[];
  /** Words of argv that do not stand in the line: values, output and names on the target went into them. */
  filledIn?: readonly number[];
  /** It is no command but a file that a tool reads or writes: `read PATH`, `write PATH`. */
  isTool?: true;
  /** Of a tool: it searches everything below the path. */
  isSearch?: true;
  /** It reads something else than the terminal: a file, a text, what another command prints. */
  isFed?: true;
  /** The file that it is given as its input (`sh < run.sh`). */
  input?: PathWord | null;
}

/** A value that the line gives a variable. */
export interface GivenValue {
  name: string;
  /** As far as it is known, with `~` and `.` for the home and the folder. */
  text: string;
}

/** `[[ a == b ]]`, `case a in b)` with a side that only the run decides. */
export interface Comparison {
  /** The side that stands in the line; null where neither does. */
  written: string | null;
}

/** A file that a redirect writes. */
export interface AssessedRedirect {
  file: PathWord | null;
  appends: boolean;
  via: string[];
  folders: Folders;
}

/** A file that a line reads or writes, as the judge of its command understood it. */
export interface AssessedFile {
  /** `near`: a program finds files of its own choice in this folder and above it. */
  access: "read" | "write" | "near";
  /** Null: only the run decides. */
  file: PathWord | null;
  /** For a copy: the name it gets where `file` is a folder. */
  as?: string;
  /** The command that does it. */
  by: string;
  folders: Folders;
}

export interface MatchedRule {
  ruleId: string;
  scope: RuleScope;
  effect: Verdict;
}

export interface Assessment {
  verdict: Verdict;
  risks: Risk[];
  /** Worst first. */
  findings: Finding[];
  /** What must hold on the target for an allow to be one. */
  conditions: Condition[];
  commands: AssessedCommand[];
  redirects: AssessedRedirect[];
  files: AssessedFile[];
  values: GivenValue[];
  comparisons: Comparison[];
  parse: ParseOutcome;
  matched: MatchedRule[];
  /** Sources of the dangerous patterns which the raw text matches: seed 3's `dangerous_command_detected`. */
  patterns: string[];
  /** The command with control characters and invisible characters made visible; what a person must be shown. */
  visible: string;
  /** What a person types to confirm a danger, `delete on db-1`; null below danger. */
  phrase: string | null;
  /** One sentence for the verdict: the worst finding's, or why nothing was found. */
  reason: string;
  engine: string;
}

export const ruleScopes = ["admin", "user", "project", "session"] as const;
export type RuleScope = (typeof ruleScopes)[number];

/** An option, or one together with the word behind it; "" where no word is behind it. */
export type RuleOption = string | readonly [option: string, value: string];

/** The project that a file of rules belongs to. */
export interface RuleProject {
  folder: string;
  name: string;
}

/** A rule of a person, on parsed facts and never on raw text. Every field that is given must hold. */
export interface Rule {
  id: string;
  scope: RuleScope;
  effect: Verdict;
  why: string;
  when: {
    /** One list per position of argv; a position holds the words that may stand there. */
    cmd?: readonly (readonly string[])[];
    /** `known`: every option is on the command's own allow-list. Or: options of which at least one must be there. */
    flags?: "known" | readonly string[];
    /** For an allow: the options there are, all of them and no other; a pair is one with exactly this next word, or with none. */
    options?: readonly RuleOption[];
    /** For an allow: nothing follows the words of `cmd`. */
    ends?: boolean;
    /** For an allow: the folders it may run in. What a command runs is often what lies there. */
    folder?: readonly string[];
    /** For an allow: what follows are names below that folder, and nothing that leads elsewhere. */
    operands?: "inside";
    risk?: readonly Risk[];
    /** Globs on paths that the command names (`*` within a folder, `**` across folders). For an allow: on all of them, proved. */
    path?: readonly string[];
    /** Globs on the target: `local`, `ssh:prod-*`. */
    target?: readonly string[];
    agent?: readonly string[];
  };
  /** For a rule of a project: its folder as it really is, and as it was called. An allow holds nowhere else. */
  project?: RuleProject;
  /** It stands for rules that cannot be read: what they would have refused is asked about in every mode. */
  isUnread?: true;
  /** Where it was written, for `policy` lists and error messages. */
  source: { file: string; line: number };
}

export interface DangerousPattern {
  source: string;
  regex: RegExp;
  /** The seeds' five defaults only mark a command; a pattern that a person wrote makes it danger. */
  origin: "default" | "configured";
}
