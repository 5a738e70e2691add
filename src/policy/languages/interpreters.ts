export interface Interpreter {
  language: string;
  /** Options whose value is code. */
  code: readonly string[];
  /** Options with a value that is not code. */
  takes: readonly string[];
  /** Options that load something else first. */
  loads: readonly string[];
}

/** Languages that take code on the command line, and the programs of each. */
const rows = `
python: python python2 python2.7 python3 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14 pypy pypy3 ipython
  code: -c  takes: -W -X -Q --check-hash-based-pycs
perl: perl perl5  code: -e -E  takes: -I -F -x  loads: -M -m
ruby: ruby ruby3 jruby  code: -e  takes: -I -C -E -F -K  loads: -r
node: node nodejs bun deno tsx ts-node  code: -e --eval -p --print -pe  takes: --conditions -C --env-file --title
  loads: -r --require --import --loader --experimental-loader
php: php php7 php8  code: -r -B -R -E  takes: -d -c -z -t
lua: lua luajit lua5.3 lua5.4  code: -e  loads: -l
R: Rscript R  code: -e
AppleScript: osascript  code: -e  takes: -l -s
groovy: groovy  code: -e  takes: -cp -D
scala: scala  code: -e  takes: -cp
julia: julia  code: -e --eval -E --print  takes: -t -p  loads: -L --load
elixir: elixir iex  code: -e --eval --rpc-eval  loads: -r
tcl: tclsh wish
expect: expect  code: -c
guile: guile  code: -c  loads: -l
emacs lisp: emacs  code: --eval -eval --execute  loads: -l --load
octave: octave  code: --eval
erlang: erl  code: -eval  takes: -sname -name -pa  loads: -s -run
lisp: sbcl  code: --eval  takes: --core  loads: --load --script
lisp: clisp  code: -x  takes: -M  loads: -i
racket: racket  code: -e --eval  loads: -f -l -t
prolog: swipl  code: -g -t  loads: -s -f
java script: jrunscript  code: -e  takes: -cp -l  loads: -f
ocaml: ocaml  code: -e  takes: -I
raku: raku  code: -e  takes: -I  loads: -M
crystal: crystal
gnuplot: gnuplot  code: -e
haskell: ghc runghc ghci  code: -e
`;

export const interpreters: ReadonlyMap<string, Interpreter> = new Map(
  rows
    .trim()
    .split(/\n(?=\S)/)
    .flatMap((row) => {
      const [, language = "", names = ""] = /^([\w ]+): (.*?)(?=\s+(?:code|takes|loads):|$)/s.exec(row) ?? [];
      const list = (field: string) =>
        new RegExp(`${field}: ((?:-\\S+\\s*)+)`).exec(row)?.[1]?.trim().split(/\s+/) ?? [];
      const interpreter = { language, code: list("code"), takes: list("takes"), loads: list("loads") };
      return names.split(" ").map((name) => [name, interpreter] as const);
    }),
);
