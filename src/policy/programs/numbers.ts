import { type Program, reads } from "./program.ts";

/** Numbers, dates, pauses and the screen. */
export const numberPrograms: readonly Program[] = [
  reads("seq", {
    habits: { opensNothing: true },
    options: "-# -w -f= -s= -t= --equal-width --format= --separator=* --terminator=",
    operands: ["text"],
    loose: true,
    match: ["seq 1 10", "seq -w 1 2 9", "for i in $(seq 3); do echo $i; done"],
    notMatch: ["seq 1 10 > x"],
  }),
  reads("factor", {
    options: "-h --exponents",
    operands: ["text"],
    loose: true,
    match: ["factor 360"],
    notMatch: ["factor 360 > x"],
  }),
  reads("numfmt", {
    options: `-z -d= --debug --delimiter=* --field= --format= --from= --from-unit= --grouping --header[=] --invalid= --padding=
      --round= --suffix= --to= --to-unit= --unit-separator= --zero-terminated`,
    operands: ["text"],
    loose: true,
    match: ["numfmt --to=iec 123456", "cat sizes | numfmt --field=5 --to=si"],
    notMatch: ["numfmt --to=iec 1 > x"],
  }),
  reads("expr", {
    options: "-#",
    operands: ["text"],
    loose: true,
    match: ["expr 1 + 2", "expr length abc", "expr 5 - 3"],
    notMatch: ["expr 1 + 2 > x"],
  }),
  reads("bc", {
    options: "-lqsw -e= --mathlib --quiet --standard --warn --expression=",
    match: ["bc <<< '1+2'", "echo 'scale=2; 1/3' | bc -l"],
    notMatch: ["bc ~/.netrc", "bc -f x"],
  }),
  reads("cal ncal", {
    options: `-# -bchjJmMNnowyYs -A= -B= -d= -H= --one --three --sunday --monday --julian --year --twelve --week[=] --color[=]
      --months= --span --columns=`,
    operands: ["text"],
    match: ["cal", "cal 2025", "cal -3", "ncal -w 12 2025"],
    notMatch: ["cal > x", "cal --no-such"],
  }),
  reads("sleep usleep", {
    habits: { opensNothing: true, loop: "pauses" },
    operands: ["text"],
    loose: true,
    match: ["sleep 1", "sleep 0.5"],
    notMatch: ["sleep 1 > x"],
  }),
  reads("yes", {
    operands: ["text"],
    loose: true,
    match: ["yes | head -3"],
    notMatch: ["yes > x"],
  }),
  reads("clear", { options: "-x", match: ["clear", "clear -x"], notMatch: ["clear -T x", "clear x"] }),
  // init and reset run a program that the description of the terminal names.
  reads("tput", {
    options: "-T=",
    values: { "-T": /^[\w+-]+$/ },
    operands: ["text"],
    operandIs:
      /^(?:cols|lines|colors|longname|it|bold|dim|smul|rmul|rev|smso|rmso|blink|invis|sgr0|op|setaf|setab|setf|setb|el|el1|ed|cr|cup|sc|rc|civis|cnorm|cvvis|clear|bel|home|cuu1?|cud1?|cuf1?|cub1?|hpa|vpa|smcup|rmcup|\d+)$/,
    match: ["tput cols", "tput colors", "tput setaf 1"],
    notMatch: ["tput init", "tput reset", "tput -S", "tput -T ../x cols"],
  }),
];
