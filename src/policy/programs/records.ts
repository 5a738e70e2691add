import { type Program, reads } from "./program.ts";

const csvOptions = `-bHlStv -d=* -e= -K= -p=* -q=* -u= -z= --tabs --delimiter=* --quotechar=* --quoting= --no-doublequote --escapechar=*
  --maxfieldsize= --encoding= --skipinitialspace --no-header-row --skip-lines= --verbose --linenumbers --zero`;

/** Tables, JSON, XML and HTML, and counting lines of code. */
export const recordPrograms: readonly Program[] = [
  reads("csvcut", {
    options: `${csvOptions} -nx -c= -C= --names --columns= --not-columns= --delete-empty-rows`,
    operands: ["read", "none"],
    match: ["csvcut -n data.csv", "csvcut -c 1,3 data.csv"],
    notMatch: ["csvcut -n ~/.netrc", "csvcut --no-such data.csv"],
  }),
  reads("csvlook", {
    options: `${csvOptions} -I -y= -L= --blanks --date-format= --datetime-format= --locale= --max-rows= --max-columns=
      --max-column-width= --max-precision= --no-number-ellipsis --snifflimit= --no-inference`,
    operands: ["read", "none"],
    match: ["csvlook data.csv", "csvlook --max-rows 5 data.csv"],
    notMatch: ["csvlook ~/.netrc"],
  }),
  reads("csvstat", {
    options: `${csvOptions} -nI -c= -y= -L= --csv --json --names --columns= --type --nulls --non-nulls --unique --min --max --sum --mean
      --median --stdev --len --max-precision --freq --freq-count= --count --snifflimit= --no-inference --locale= --blanks`,
    operands: ["read", "none"],
    match: ["csvstat data.csv", "csvstat --mean -c 2 data.csv"],
    notMatch: ["csvstat ~/.netrc"],
  }),
  reads("gron", {
    options: "-uvcmsj --ungron --values --colorize --monochrome --stream --json --no-sort",
    operands: ["read", "none"],
    match: ["gron package.json", "gron package.json | grep version | gron -u"],
    notMatch: ["gron https://h.example/x", "gron -k a.json", "gron ~/.docker/config.json"],
  }),
  reads("xmllint", {
    options: `--format --noout --xpath=* --nonet --html --recover --huge --nowarning --noblanks ?--c14n --nocdata --nsclean
      --dropdtd --pretty= --encode= ?--schema=< ?--relaxng=< ?--dtdvalid=< ?--output=> ?-o=> ?--valid ?--noent ?--xinclude
      ?--loaddtd ?--shell`,
    operands: ["read"],
    // It reads addresses, and names with letters written as %77.
    operandIs: /^[^%:]+$/,
    match: ["xmllint --format x.xml", "xmllint --noout pom.xml", "xmllint --xpath '//a' x.xml"],
    notMatch: [
      "xmllint --valid --noout x.xml",
      "xmllint --schema http://127.0.0.1:8000/x a.xml",
      "xmllint --schema ~/.netrc a.xml",
      "xmllint --format https://h.example/x.xml",
      "xmllint --output y x.xml",
      "xmllint -format -output y x.xml",
      "xmllint *",
      "xmllint --html file:///etc/shadow",
      "xmllint --html /etc/shado%77",
      "xmllint --html %2Fetc%2Fshadow",
      "xmllint --html file:/etc/shadow",
    ],
  }),
  reads("htmlq", {
    options: `-tpwB -a=* -b= -r=* -f=< --text --pretty --ignore-whitespace --detect-base --attribute=* --base=* --remove-nodes=*
      --filename=< ?-o=> ?--output=>`,
    operands: ["text"],
    match: ["htmlq -f index.html -t h1", "htmlq --attribute href a < index.html"],
    notMatch: ["htmlq -o x a", "htmlq -f ~/.netrc a", "htmlq *"],
  }),
  reads("pup", {
    options: "-cnp -f=< -i= -l= --color --file=< --indent= --number --limit= --plain --pre --charset=",
    operands: ["text"],
    match: ["pup -f index.html 'h1 text{}'"],
    notMatch: ["pup -f ~/.netrc a"],
  }),
  reads("tokei", {
    options: `-CfV -c= -e=* -n= -o= -s= -r= -t= --compact --columns= --exclude=* --files --hidden --languages --no-ignore
      --no-ignore-parent --no-ignore-dot --no-ignore-vcs --num-format= --output= --sort= --rsort= --type= --types= --verbose`,
    operands: ["open"],
    match: ["tokei", "tokei -f src", "tokei -o json src"],
    notMatch: ["tokei --input=x", "tokei -i x"],
  }),
  reads("scc", {
    options: `-acdlmwyz -f= -i= -M= -n= -s= -x= ?-o=> ?--output=> --by-file --ci --complexity --no-complexity --no-cocomo
      --no-duplicates --no-gen --no-min --wide --exclude-dir=* --exclude-ext= --exclude-file= --format= --include-ext= --sort=
      --languages --size-unit= --uloc --dryness --percent`,
    values: { "-f": /^(?:tabular|wide|json2?|csv|csv-stream|cloc-yaml|openmetrics|html|html-table|sql|sql-insert)$/ },
    operands: ["open"],
    match: ["scc", "scc --by-file src", "scc -f json src"],
    notMatch: ["scc -o x", "scc --format-multi json:x", "scc *"],
  }),
];
