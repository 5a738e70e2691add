import { wildcards } from "../base/index.ts";
import { type Arg, likelyFolder } from "../shell/index.ts";
import type { Job } from "./job.ts";
import { classifyPath, type JudgedPath, type PathKind } from "./paths.ts";
import { isGlob } from "./places/path-globs.ts";

/**
 * Notes a link that the line makes, so that what it later does there counts where the link leads. It may have failed, so
 * both places count, and so does every place that a link of that name was given.
 */
export function notesLink(job: Job, made: Arg, target: Arg, { isHard }: { isHard: boolean }): undefined {
  const { links } = job.run;
  const { path } = classified(made.text, job);
  const isAnchored = isHard || /^[/\ufdd0-\ufdef]/u.test(target.text);
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  // What a symbolic link says is read from its own folder.
  const leadsTo = isAnchored ? classified(target.text, job).path : folder + target.text;
  links.set(path, (links.get(path) ?? new Set()).add(leadsTo));
}

/**
 * Where a path leads by links that this line made, if that is worse than where it is. `itself`: a link at its end is
 * meant, and not what it leads to, as by whoever deletes or replaces it.
 */
export function behindLinks(job: Job, judged: JudgedPath, { itself }: { itself: boolean }): JudgedPath {
  const { links, context, walk } = job.run;
  if (links.size === 0) return judged;
  const seen = new Set([judged.path]);
  let worst = judged;
  // What is found is added to the set, and so looked at in its turn.
  for (const path of seen)
    for (const [link, rest] of linksOn(job, path)) {
      if (rest === "" && itself && path === judged.path) continue;
      for (const target of links.get(link) ?? []) {
        // A line that makes links of links in great number is more than can be judged.
        walk.budget.spend(0.1 + rest.length / 100);
        const place = classifyPath(`${target}${rest}`, { cwd: "", context });
        if (alarm(place.kind) > alarm(worst.kind)) worst = place;
        seen.add(place.path);
      }
    }
  return worst;
}

/** The links that a path goes through, each with what follows its name. */
function linksOn({ run }: Job, path: string): [link: string, rest: string][] {
  const parts = path.split("/");
  const restFrom = (at: number) => parts.slice(at).reduce((rest, part) => `${rest}/${part}`, "");
  const named = parts.map((_, at): [string, string] => [parts.slice(0, at + 1).join("/"), restFrom(at + 1)]);
  const written = named.filter(([link]) => run.links.has(link));
  if (!isGlob(path)) return written;
  run.walk.budget.spend(run.links.size / 20);
  const patterns = parts.map((part) => (isGlob(part) ? wildcards(part) : { test: (name: string) => name === part }));
  const matched = [...run.links.keys()].flatMap((link): [string, string][] => {
    const names = link.split("/");
    const fits = names.every((name, at) => patterns[at]?.test(name) === true);
    return fits ? [[link, restFrom(names.length)]] : [];
  });
  return [...written, ...matched];
}

const classified = (text: string, { shell, run }: Job): JudgedPath =>
  classifyPath(text, { cwd: likelyFolder(shell), context: run.context });

/** How much worse it is to change or delete something there than a file of the project. */
function alarm(kind: PathKind): number {
  switch (kind) {
    case "project":
    case "tmp":
    case "null":
    case "machine":
    case "network":
      return 0;
    case "outside":
      return 1;
    case "home-entry":
    case "system":
      return 2;
    case "here":
    case "dynamic":
    case "collapses":
      return 3;
    default:
      return 4;
  }
}
