import { hasChangeVerb } from "./change-verbs.ts";
import type { Parameter, Runbook } from "./compile.ts";
import { findParameter } from "./parameters.ts";
import type { ParameterType } from "./runbook.ts";
import { correctTypo, isFiller, knownWords, meaningfulWords } from "./words.ts";

export interface Candidate {
  runbook: Runbook;
  /** 0 to 1: how much of the request and of the runbook's phrase is the same. */
  score: number;
  values: Map<string, string>;
  missing: Parameter[];
}

export type Match =
  | { outcome: "matched"; candidate: Candidate }
  /** It reads like a runbook's subject, but asks for a change; runbooks only look. */
  | { outcome: "wants-change"; closest: Runbook[] }
  | { outcome: "unmatched"; closest: Runbook[] };

export type Matcher = (request: string) => Match;

const matchFrom = 0.71;
const closestFrom = 0.25;
/** Requests longer than this are stories or pasted text, which a phrase cannot be compared with. */
const longestRequest = 600;

interface Prepared {
  runbook: Runbook;
  phrases: string[][];
  words: Set<string>;
}

/** Prepares the runbooks once; each request is then answered in well under a millisecond. */
export function createMatcher(runbooks: Runbook[]): Matcher {
  const prepared = runbooks.map(prepare);
  const weights = weighWords(prepared);
  const unknownWeight = Math.log(1 + prepared.length);
  const weight = (word: string) => weights.get(word) ?? unknownWeight;
  const vocabulary = new Set([...weights.keys(), ...knownWords].filter((word) => !word.startsWith("#")));

  return (request) => {
    const text = request.trim().slice(0, longestRequest);
    const typos = new Map<string, string | null>();
    const correct = (word: string) => {
      if (vocabulary.has(word)) return null;
      const known = typos.get(word);
      if (known !== undefined) return known;
      const intended = correctTypo(word, vocabulary);
      typos.set(word, intended);
      return intended;
    };
    const candidates = prepared
      .map((one) => scoreRunbook(one, text, weight, correct))
      .sort((a, b) => b.score - a.score);
    const closest = candidates.filter((candidate) => candidate.score >= closestFrom).slice(0, 3);
    const closestRunbooks = closest.map((candidate) => candidate.runbook);
    const [best] = candidates;
    if (best === undefined || best.score < matchFrom || request.trim().length > longestRequest) {
      return hasChangeVerb(text) && closest.length > 0
        ? { outcome: "wants-change", closest: closestRunbooks }
        : { outcome: "unmatched", closest: closestRunbooks };
    }
    if (hasChangeVerb(text)) return { outcome: "wants-change", closest: closestRunbooks };
    return { outcome: "matched", candidate: best };
  };
}

function prepare(runbook: Runbook): Prepared {
  const types = new Map(runbook.parameters.map((parameter) => [parameter.name, parameter.type]));
  const phrases = [...runbook.phrases, ...runbook.examples.map((example) => blank(example, runbook).text)].map(
    (phrase) =>
      wordsWithPlaces(
        phrase.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => placeFor(types.get(name) ?? "name")),
      ),
  );
  const useful = phrases.filter((words) => words.length > 0);
  return { runbook, phrases: useful, words: new Set(useful.flat()) };
}

/** A word of many runbooks says little about which one is meant. */
function weighWords(prepared: Prepared[]): Map<string, number> {
  const runbooksWith = new Map<string, number>();
  for (const { words } of prepared) {
    for (const word of words) runbooksWith.set(word, (runbooksWith.get(word) ?? 0) + 1);
  }
  return new Map([...runbooksWith].map(([word, count]) => [word, Math.log(1 + prepared.length / count)]));
}

function scoreRunbook(
  { runbook, phrases, words }: Prepared,
  request: string,
  weight: (word: string) => number,
  correct: (word: string) => string | null,
): Candidate {
  const { text, values } = blank(request, runbook);
  const corrected = [...new Set(wordsWithPlaces(text))].map((word) => {
    const intended = word.startsWith("#") ? null : correct(word);
    // Four letters are easily another word ("sing" for "sign"), so they cannot carry a match alone.
    return intended === null ? { word, certainty: 1 } : { word: intended, certainty: word.length < 5 ? 0.6 : 0.9 };
  });
  const asked = corrected.filter(({ word }) => !isFiller(word));
  const total = sum(asked.map(({ word }) => (word.startsWith("#") ? 0 : weight(word))));
  // What is asked beyond the runbook's own words counts against it: "write a poem about disks" is no disk question.
  const covered = sum(
    asked.map(({ word, certainty }) => (!word.startsWith("#") && words.has(word) ? weight(word) * certainty : 0)),
  );
  const precision = total === 0 ? 1 : covered / total;
  const recall = Math.max(0, ...phrases.map((phrase) => coverage(phrase, asked, weight)));
  // A bare "example.com" asks nothing.
  const asksNothing = total === 0;
  const score = asksNothing || precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  const missing: Parameter[] = [];
  for (const parameter of runbook.parameters) {
    if (values.has(parameter.name)) continue;
    if (parameter.default !== null) values.set(parameter.name, parameter.default);
    else if (!parameter.optional) missing.push(parameter);
  }
  return { runbook, score, values, missing };
}

function coverage(
  phrase: string[],
  asked: { word: string; certainty: number }[],
  weight: (word: string) => number,
): number {
  const found = phrase.map((word) => asked.find((one) => one.word === word)?.certainty ?? 0);
  const total = sum(phrase.map(weight));
  return total === 0 ? 0 : sum(phrase.map((word, index) => weight(word) * (found[index] ?? 0))) / total;
}

/** Takes the parameters out of a request and leaves a place of their type in the text. */
function blank(request: string, runbook: Runbook): { text: string; values: Map<string, string> } {
  const values = new Map<string, string>();
  let text = request;
  for (const parameter of runbook.parameters) {
    const found = findParameter(parameter, text);
    if (found === null) continue;
    values.set(parameter.name, found.value);
    text = `${text.slice(0, found.start)} ${placeFor(parameter.type)} ${text.slice(found.end)}`;
  }
  return { text, values };
}

function placeFor(type: ParameterType): string {
  return ` \u{f8ff}${type}\u{f8ff} `;
}

function wordsWithPlaces(text: string): string[] {
  return text
    .split(/(\u{f8ff}\w+\u{f8ff})/u)
    .flatMap((part) => (part.startsWith("\u{f8ff}") ? [`#${part.replaceAll("\u{f8ff}", "")}`] : meaningfulWords(part)));
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
