import { anyOf, paths } from "./path-words.ts";
import { namesIn, namingGroups } from "./unattended-files.ts";

/** How the text of a file that acts by itself names the files that it takes up. */
export type Naming =
  /** By `@path`: the rest is only spoken of. */
  | { by: "import" }
  /** As a command, a path or a pattern in a setting. `mayBeBare`: the name alone is enough, without its folder. */
  | { by: "mention"; mayBeBare: boolean };

const naming = namingGroups.map(({ files }) => anyOf(namesIn(files)));

/**
 * They act, and what they name they only speak of: what is left out or shown, what a person starts, what was done
 * before, and code or pictures that a tool put there.
 */
const onlySpeaks = paths(`HEAD .git/** .gitattributes .gitmodules .vscode/launch.json .vscode/extensions.json
  .vscode/c_cpp_properties.json .idea/workspace.xml .idea/shelf/** .idea/vcs.xml .idea/*.iml .idea/modules.xml
  .idea/misc.xml .idea/encodings.xml .idea/compiler.xml .idea/gradle.xml .idea/jsLibraryMappings.xml *.sublime-workspace .vs/** rust-project.json
  .rust-project.json *history* *.jsonl *.log .yarn/** .pnp.cjs .pnp.loader.mjs gradle/wrapper/** .venv/** venv/** .direnv/**
  bin/activate bin/activate.* bin/activate_this.py pyvenv.cfg tools/bazel *.png *.jpg *.jpeg *.gif *.svg *.webp *.ico *.pdf
  *.ttf *.otf *.woff *.woff2 *.zip *.gz *.tgz *.mp3 *.mp4 *.docx *.pptx *.xlsx *.jar`);
/** Texts for agents, with or without an ending. */
const prose = /\.(?:md|mdc|mdx|markdown|txt|rst|adoc)$|(?:rules|hints|guidelines|instructions)$/i;
/** Long lists in which a word is mostly no file. */
const longList = /(?:^|\/)(?:\.vscode\/settings\.json|\.idea\/[^/]+|.*\.code-workspace|.*\.sublime-project)$/i;

/** Null for a file that does not act by itself, or that names none which it would take up. */
export function namingOf(path: string): Naming | null {
  if (onlySpeaks.test(path) || !naming.some((pattern) => pattern.test(path))) return null;
  return prose.test(path) ? { by: "import" } : { by: "mention", mayBeBare: !longList.test(path) };
}

/** Patterns of find for the names of such files that are not hidden; those of hidden ones begin with a dot. */
export const namingNames: readonly string[] = [
  ...new Set(
    namingGroups.flatMap(({ files }) =>
      namesIn(files).flatMap((name) => {
        const isHidden = /(?:^|\/)\./.test(name);
        const last = name.replace(/\/\*\*$/, "/*");
        return isHidden || /^[/~]/.test(name)
          ? []
          : [last.endsWith("/*") ? last : last.slice(last.lastIndexOf("/") + 1)];
      }),
    ),
  ),
];
