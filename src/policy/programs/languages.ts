import { also, answersOnly, type Program, subs } from "./program.ts";

/** A program that only says which version it is, or how it is used. The first name is its example. */
const says = (names: string, words: string): Program =>
  subs(names, "", [answersOnly(words, [`${names.split(" ")[0]} ${words.split("|")[0]}`])]);

/** What a Java machine leaves for those who watch it, and what it writes when it breaks down. */
const javaOpens = /^\d+$|\/hs_err_pid\d+\.log$|\/tmp\/hsperfdata_|\/proc\/self\/coredump_filter/;

const cotty: Program = {
  ...subs("cotty", "", [
    {
      sub: "show|search",
      options: "-n= --limit= --json",
      operands: ["text"],
      match: ["cotty show last --json", "cotty search nginx"],
      notMatch: ["cotty export abc", "cotty run x"],
    },
    {
      sub: "sessions|hosts|agents|usage",
      options: "-n= --limit= --all --json --by= --days=",
      match: ["cotty sessions --all", "cotty hosts", "cotty usage --by model"],
      notMatch: ["cotty sessions delete abc", "cotty hosts accept x", "cotty hosts check x"],
    },
    {
      sub: "policy check",
      options: "--jsonl --target=/ --cwd= --shell=",
      operands: ["text"],
      match: ["cotty policy check 'rm -rf /'"],
      notMatch: ["cotty policy trust"],
    },
    { sub: "policy rules", match: ["cotty policy rules"], notMatch: ["cotty policy trust", "cotty daemon stop"] },
    {
      // Without words behind it: `config set` changes what holds for every agent.
      sub: "config|pending|keys",
      options: "--json",
      match: ["cotty config", "cotty pending --json", "cotty keys"],
      notMatch: [
        "cotty config set mode bypassPermissions",
        "cotty config --json unset hosts.db.policy",
        "cotty keys add openai",
        "cotty keys remove openai",
        "cotty stop --all",
        "cotty approve abc 1",
        "cotty tokens new x",
      ],
    },
    {
      sub: "verify",
      options: "--against=",
      operands: ["text"],
      match: ["cotty verify", "cotty verify last"],
      // It enters heads into the ledger. And doctor makes the state folder and starts the login shell.
      notMatch: ["cotty verify --head", "cotty doctor"],
    },
  ]),
  starts: ["node"],
};

/** Compilers, interpreters and build tools: what they say about themselves. */
export const languagePrograms: readonly Program[] = [
  cotty,
  says("python python2 python3 pypy pypy3", "-V|-VV|-h"),
  says("node nodejs", "-v|-h"),
  says("perl", "-v|-V|-h"),
  says("ruby", "-v|-h"),
  // -i shows the environment.
  says("php", "-v|-m|-h|--ini"),
  { ...says("java", "-version|-fullversion|-h|-help"), opens: javaOpens },
  { ...says("javac", "-version|-help"), opens: javaOpens },
  says("gcc g++ cc c++ clang clang++", "-v|-dumpversion|-dumpmachine|-dumpfullversion"),
  says("pnpm", "-v"),
  says("make gmake", "-v"),
  // Its Python keeps what it compiles, where it may write there.
  also({ starts: ["iconv"], opens: /\/gdb\/.*__pycache__/ }, says("gdb", "-v")),
  says("lua luajit", "-v"),
  says("rustc", "-V|-vV|-Vv"),
  says("deno", "-V"),
  says("tsc", "-v"),
  says("gradle", "-v"),
  also(
    {
      starts: ["sh", "uname", "ls", "expr", "dirname", "basename", "which", "java", "sed", "tr", "cat"],
      opens: javaOpens,
    },
    says("mvn", "-v|-version"),
  ),
  says("kotlin kotlinc scala scalac swift swiftc", "-version"),
  subs("ollama", "", [
    { sub: "list|ls|ps", match: ["ollama list"], notMatch: ["ollama run x", "ollama rm x"] },
    {
      sub: "show",
      options: "-v --verbose --license --modelfile --parameters --system --template",
      operands: ["text"],
      operandIs: /^[\w.:/-]+$/,
      match: ["ollama show llama3"],
      notMatch: ["ollama show $x"],
    },
  ]),
];
