export interface Interpreter {
  language: string;
  /** Options whose value is code. */
  code: string[];
  /** Options with a value that is not code. */
  valued: string[];
  /** Letters of code options, for clusters: `perl -lane CODE`. */
  letters: string;
  /** Options that load something else first. */
  loads: string[];
}

/** Languages that take code on the command line: the program, its other names, the language, and options by what follows. */
const rows = `
python,python2,python3,pypy,pypy3,ipython | python | code: -c | value: -W -X -Q --check-hash-based-pycs
perl | perl | code: -e -E | value: -I -F -x -C -0 -l | loads: -M -m
ruby,jruby | ruby | code: -e | value: -I -C -E -F -K | loads: -r
node,nodejs,bun,deno,tsx,ts-node | node | code: -e --eval -p --print -pe | value: --conditions -C --env-file --title
  | loads: -r --require --import --loader --experimental-loader
php | php | code: -r -B -R -E | value: -d -c -z -t
lua,luajit,lua5.4,lua5.3 | lua | code: -e | loads: -l
Rscript,R | R | code: -e
osascript | AppleScript | code: -e | value: -l -s
groovy | groovy | code: -e | value: -cp -D
scala | scala | code: -e | value: -cp
julia | julia | code: -e --eval -E --print | value: -t -p | loads: -L --load
elixir,iex | elixir | code: -e --eval --rpc-eval | loads: -r
tclsh,wish | tcl
expect | expect | code: -c
guile | guile | code: -c | loads: -l
emacs | emacs lisp | code: --eval -eval --execute | loads: -l --load
octave | octave | code: --eval
erl | erlang | code: -eval | value: -sname -name -pa | loads: -s -run
sbcl | lisp | code: --eval | value: --core | loads: --load --script
clisp | lisp | code: -x | value: -M | loads: -i
racket | racket | code: -e --eval | loads: -f -l -t
swipl | prolog | code: -g -t | loads: -s -f
jrunscript | java script | code: -e | value: -cp -l | loads: -f
ocaml | ocaml | code: -e | value: -I
raku | raku | code: -e | value: -I | loads: -M
crystal | crystal
gnuplot | gnuplot | code: -e
ghc,runghc,ghci | haskell | code: -e
`;

const entries = rows
  .trim()
  .replaceAll(/\n +/g, " ")
  .split("\n")
  .map((row) => {
    const [names = "", language = "", ...fields] = row.split(" | ");
    const field = (name: string) =>
      fields.flatMap((each) => (each.startsWith(`${name}: `) ? each.slice(name.length + 2).split(" ") : []));
    const code = field("code");
    const letters = code.flatMap((option) => (option.length === 2 ? [option.slice(1)] : [])).join("");
    const interpreter: Interpreter = { language, code, valued: field("value"), letters, loads: field("loads") };
    return { names: names.split(","), interpreter };
  });

export const interpreters: Readonly<Record<string, Interpreter>> = Object.fromEntries(
  entries.flatMap(({ names, interpreter }) => names.map((name) => [name, interpreter])),
);
