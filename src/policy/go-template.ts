/**
 * Formats of go, docker, podman, nerdctl, buildah and gh are templates of Go: a language with functions, which each
 * program extends (`module` of go asks other machines). What is known to only show fields is a closed grammar: fields,
 * variables and constants, the words that choose and repeat, and these functions.
 */
const functions = new Set(
  `and or not eq ne lt le gt ge len index slice print printf println html js urlquery
  json split join title lower upper pad truncate
  autocolor color hyperlink pluck tablerow tablerender timeago timefmt contains hasPrefix hasSuffix`.split(/\s+/),
);

/** Fields that take a word: everything else behind a field would be the argument of a method. */
const keyed = /^\.Label$/;

const text = String.raw`"(?:[^"\\\n]|\\[\\"nt])*"|${"`[^`]*`"}`;
const shapes: Readonly<Record<Exclude<Kind, "end">, RegExp>> = {
  blank: /[ \t\n]+/y,
  constant: new RegExp(String.raw`(?:${text}|-?\d+(?:\.\d+)?|(?:true|false|nil)\b)`, "y"),
  field: /(?:\$\w*(?:\.[A-Za-z_]\w*)*|(?:\.[A-Za-z_]\w*)+|\.)/y,
  word: /[A-Za-z]\w*/y,
  sign: /:=|[|(),=]/y,
};

type Kind = "blank" | "constant" | "field" | "word" | "sign" | "end";
interface Token {
  kind: Kind;
  text: string;
}

/** A limit for the value of an option in a row: text around actions, each of which only shows what it is given. */
export const goTemplate = { test: showsFields };

const action = /\{\{(?:- )?((?:"(?:[^"\\\n]|\\.)*"|`[^`]*`|[^{}"`])*?)(?: -)?\}\}/y;

function showsFields(template: string): boolean {
  for (let at = template.indexOf("{{"); at !== -1; at = template.indexOf("{{", at)) {
    action.lastIndex = at;
    const found = action.exec(template);
    const tokens = tokensOf(found?.[1] ?? "'");
    if (found === null || tokens === null || !isAction(tokens)) return false;
    at += found[0].length;
  }
  return true;
}

function tokensOf(code: string): Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < code.length; ) {
    const found = Object.entries(shapes).find(([, shape]) => {
      shape.lastIndex = at;
      return shape.test(code);
    }) as [Kind, RegExp] | undefined;
    if (found === undefined) return null;
    const [kind, shape] = found;
    tokens.push({ kind, text: code.slice(at, shape.lastIndex) });
    at = shape.lastIndex;
  }
  return tokens;
}

/** `end`, `else`, `if PIPE`, `range $k, $v := PIPE`, `$v := PIPE` or a pipe alone. */
function isAction(all: readonly Token[]): boolean {
  const code = all
    .map((token) => token.text)
    .join("")
    .trim();
  if (/^(?:end|else|break|continue)?$/.test(code)) return code !== "";
  const opened = /^(?:else )?(?:if|range|with)\b|^/.exec(code)?.[0] ?? "";
  const named = /^\s*\$\w+(?:\s*,\s*\$\w+)?\s*:?=/.exec(code.slice(opened.length))?.[0] ?? "";
  const tokens = tokensOf(code.slice(opened.length + named.length));
  return tokens !== null && isPipe(tokens);
}

/** Commands with `|` between them: the first one shows something, the others are functions. */
function isPipe(tokens: readonly Token[]): boolean {
  const commands: Token[][] = [[]];
  const inner = withoutBrackets(tokens);
  if (inner === null) return false;
  for (const token of inner)
    if (token.text === "|" && token.kind === "sign") commands.push([]);
    else commands.at(-1)?.push(token);
  return commands.every((command, index) => isCommand(command, index > 0));
}

/** Puts one value in the place of each part in brackets that is a pipe itself. */
function withoutBrackets(tokens: readonly Token[]): Token[] | null {
  const levels: Token[][] = [[]];
  for (const [index, token] of tokens.entries()) {
    const isOfBracket = token.kind === "field" && token.text.startsWith(".") && tokens[index - 1]?.text === ")";
    // `(index .Ports 0).PublicPort`
    if (isOfBracket) continue;
    if (token.kind === "sign" && token.text === "(") levels.push([]);
    else if (token.kind === "sign" && token.text === ")") {
      const part = levels.pop() ?? [];
      if (levels.length === 0 || !isPipe(part)) return null;
      levels.at(-1)?.push({ kind: "constant", text: "()" });
    } else levels.at(-1)?.push(token);
  }
  return levels.length === 1 ? (levels[0] ?? null) : null;
}

/** A value alone, a function with values, or a field that takes a key. */
function isCommand(tokens: readonly Token[], isFed: boolean): boolean {
  const [first, ...rest] = tokens.filter(({ kind }) => kind !== "blank");
  if (first === undefined || !rest.every(({ kind }) => kind === "constant" || kind === "field")) return false;
  if (first.kind === "word") return functions.has(first.text);
  if (isFed || (first.kind !== "constant" && first.kind !== "field")) return false;
  return rest.length === 0 || (first.kind === "field" && keyed.test(first.text) && rest.length === 1);
}

const field = String.raw`\.(?:Id|ID|Name|State|RestartCount|Created|Image|Platform|Driver|LogPath|NetworkSettings|HostConfig\.(?:RestartPolicy|Memory|NanoCpus|PortBindings|NetworkMode)|Mounts|Config\.(?:Image|Hostname|Labels|ExposedPorts|WorkingDir|User)|RepoTags|RepoDigests|Size|Architecture|Os)(?:\.\w+)*`;
const eachNetwork = String.raw`\{\{\s*range\s+\.NetworkSettings\.Networks\s*\}\}(?:[^{}]|\{\{\s*\.(?:IPAddress|Gateway|MacAddress|NetworkID|GlobalIPv6Address)\s*\}\})*\{\{\s*end\s*\}\}`;

/**
 * For what holds variables and commands: text around fields that are named in full, and none of which is everything. At
 * least one: `json` alone, or nothing at all, is everything.
 */
export const namedFields = new RegExp(
  `^(?=[^{]*\\{\\{)(?:[^{}]|\\{\\{\\s*(?:json\\s+|len\\s+|println\\s+)?${field}\\s*\\}\\}|${eachNetwork})*$`,
);
