export interface Interpreter {
  language: string;
  /** Options whose value is code. */
  code: string[];
  /** Options with a value that is not code. */
  valued: string[];
  /** Letters of code options, for clusters: `perl -lane CODE`. */
  letters: string;
  /** Options that load something else first. */
  loads?: string[];
}

/** Languages that take code on the command line. */
export const interpreters: Record<string, Interpreter> = {
  python: { language: "python", code: ["-c"], valued: ["-W", "-X", "-Q", "--check-hash-based-pycs"], letters: "c" },
  perl: {
    language: "perl",
    code: ["-e", "-E"],
    valued: ["-I", "-F", "-x", "-C", "-0", "-l"],
    letters: "eE",
    loads: ["-M", "-m"],
  },
  ruby: { language: "ruby", code: ["-e"], valued: ["-I", "-C", "-E", "-F", "-K"], letters: "e", loads: ["-r"] },
  node: {
    language: "node",
    code: ["-e", "--eval", "-p", "--print", "-pe"],
    valued: ["--conditions", "-C", "--env-file", "--title"],
    letters: "ep",
    loads: ["-r", "--require", "--import", "--loader", "--experimental-loader"],
  },
  php: { language: "php", code: ["-r", "-B", "-R", "-E"], valued: ["-d", "-c", "-z", "-t"], letters: "rRBE" },
  lua: { language: "lua", code: ["-e"], valued: [], letters: "e", loads: ["-l"] },
  Rscript: { language: "R", code: ["-e"], valued: [], letters: "e" },
  osascript: { language: "AppleScript", code: ["-e"], valued: ["-l", "-s"], letters: "e" },
  groovy: { language: "groovy", code: ["-e"], valued: ["-cp", "-D"], letters: "e" },
  scala: { language: "scala", code: ["-e"], valued: ["-cp"], letters: "e" },
  julia: {
    language: "julia",
    code: ["-e", "--eval", "-E", "--print"],
    valued: ["-t", "-p"],
    letters: "eE",
    loads: ["-L", "--load"],
  },
  elixir: { language: "elixir", code: ["-e", "--eval", "--rpc-eval"], valued: [], letters: "e", loads: ["-r"] },
  tclsh: { language: "tcl", code: [], valued: [], letters: "" },
  expect: { language: "expect", code: ["-c"], valued: [], letters: "c" },
  guile: { language: "guile", code: ["-c"], valued: [], letters: "c", loads: ["-l"] },
  emacs: {
    language: "emacs lisp",
    code: ["--eval", "-eval", "--execute"],
    valued: [],
    letters: "",
    loads: ["-l", "--load"],
  },
  octave: { language: "octave", code: ["--eval"], valued: [], letters: "" },
  erl: { language: "erlang", code: ["-eval"], valued: ["-sname", "-name", "-pa"], letters: "", loads: ["-s", "-run"] },
  sbcl: { language: "lisp", code: ["--eval"], valued: ["--core"], letters: "", loads: ["--load", "--script"] },
  clisp: { language: "lisp", code: ["-x"], valued: ["-M"], letters: "x", loads: ["-i"] },
  racket: { language: "racket", code: ["-e", "--eval"], valued: [], letters: "e", loads: ["-f", "-l", "-t"] },
  swipl: { language: "prolog", code: ["-g", "-t"], valued: [], letters: "gt", loads: ["-s", "-f"] },
  jrunscript: { language: "java script", code: ["-e"], valued: ["-cp", "-l"], letters: "e", loads: ["-f"] },
  ocaml: { language: "ocaml", code: ["-e"], valued: ["-I"], letters: "e" },
  raku: { language: "raku", code: ["-e"], valued: ["-I"], letters: "e", loads: ["-M"] },
  crystal: { language: "crystal", code: [], valued: [], letters: "" },
  gnuplot: { language: "gnuplot", code: ["-e"], valued: [], letters: "e" },
  ghc: { language: "haskell", code: ["-e"], valued: [], letters: "e" },
};

export const interpreterAliases: Record<string, string> = {
  python2: "python",
  python3: "python",
  pypy: "python",
  pypy3: "python",
  ipython: "python",
  nodejs: "node",
  luajit: "lua",
  "lua5.4": "lua",
  "lua5.3": "lua",
  bun: "node",
  deno: "node",
  jruby: "ruby",
  wish: "tclsh",
  runghc: "ghc",
  ghci: "ghc",
  R: "Rscript",
  iex: "elixir",
  tsx: "node",
  "ts-node": "node",
};
