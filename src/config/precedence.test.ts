import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { stringify } from "smol-toml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { arbitraryOf } from "../../test/support/zod-arbitrary.ts";
import { type ConfigKey, configKeys, loadConfig, namedSections } from "./index.ts";
import { describeOrigin } from "./origin.ts";

const layers = ["user", "project", "usual", "environment", "flag"] as const;
type LayerName = (typeof layers)[number];

/** A key in one place: fixed keys once, keys below free names once for every name. */
interface Place {
  key: ConfigKey;
  path: string;
  environment: string;
  /** The section and the name, for keys below free names. */
  entry: { section: string; name: string } | null;
}

type Values = Partial<Record<LayerName, unknown>>;
type World = Map<Place, Values>;

const names = ["alpha", "beta2"];
const places: Place[] = [
  ...configKeys.map((key) => ({ key, path: key.path, environment: key.environment, entry: null })),
  ...[...namedSections.values()].flatMap((section) =>
    [...section.fields.values()].flatMap((key) =>
      names.map((name) => ({
        key,
        path: key.path.replace("NAME", name),
        environment: key.environment.replace("NAME", name.toUpperCase()),
        entry: { section: section.path, name },
      })),
    ),
  ),
];

const worlds: fc.Arbitrary<World> = fc
  .tuple(...places.map(valuesFor))
  .map((values) => new Map(places.map((place, i) => [place, values[i] ?? {}])));

function valuesFor(place: Place): fc.Arbitrary<Values> {
  const value = valueFor(place.key);
  const usual = place.key.key.variables.some((variable) => variable.convert === undefined) ? { usual: value } : {};
  return fc.record({ user: value, project: value, ...usual, environment: value, flag: value }, { requiredKeys: [] });
}

function valueFor(key: ConfigKey): fc.Arbitrary<unknown> {
  if (key.key.kind.sift !== undefined)
    return fc.array(fc.constantFrom("a+", "rm\\s", "x{1,2}", "[a-z]"), { maxLength: 3 });
  return arbitraryOf(key.key.kind.type);
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cotty-config-"));
  await mkdir(join(folder, "project", ".cotty"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

/** **Feature: cotty, Property 22: for every setting, flag > environment > project file > user file > default.** */
describe("Property 22", () => {
  it("takes every value from the strongest layer that has it, and says which one that was [S1.33, S2.49, S3.55, S3.65]", async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async (world) => {
        const files = { user: join(folder, "user.toml"), project: join(folder, "project", ".cotty", "config.toml") };
        await writeFile(files.user, stringify(tableOf(world, "user")));
        await writeFile(files.project, stringify(tableOf(world, "project")));
        const env = Object.fromEntries([...textsOf(world, "usual"), ...textsOf(world, "environment")]);
        const flags = Object.fromEntries([...world].map(([place, values]) => [place.path, values.flag]));

        const loaded = await loadConfig({ flags, env, cwd: folder, home: folder, files });

        const expected = expectedValues(world);
        const found = [...loaded.origins].map(([path, origin]) => [path, describeOrigin(origin).split(" ")[0]]);
        expect(Object.fromEntries(found)).toEqual(mapValues(expected, ({ layer }) => layer));
        for (const [path, { place, value }] of expected) {
          expect([path, valueAt(loaded.config, place)]).toEqual([path, value]);
        }
      }),
      { numRuns: 150 },
    );
  });
});

interface Expected {
  place: Place;
  value: unknown;
  layer: string;
}

function expectedValues(world: World): Map<string, Expected> {
  const results = [...world.keys()]
    .filter((place) => isThere(world, place))
    .map((place) => expectedValue(world, place));
  // An entry that lacks what it requires is not used at all.
  const broken = results.filter(({ value }) => value === undefined).map(({ place }) => place.entry);
  const usable = results.filter(({ place }) => !broken.some((entry) => entry && sameEntry(entry, place.entry)));
  return new Map(usable.map((result) => [result.place.path, result]));
}

function expectedValue(world: World, place: Place): Expected {
  const given = world.get(place) ?? {};
  let result: Expected = { place, value: place.key.key.fallback, layer: "default" };
  for (const layer of layers) {
    if (!Object.hasOwn(given, layer)) continue;
    const value = place.key.key.kind.type.parse(given[layer]);
    if (layer === "project" && !projectMay(world, place)) continue;
    if (layer === "project" && place.key.key.project.refusal(value, result.value) !== null) continue;
    result = { place, value, layer: layer === "usual" ? "environment" : layer };
  }
  return result;
}

function projectMay(world: World, { entry }: Place): boolean {
  if (entry === null) return true;
  return namedSections.get(entry.section)?.projectMayAdd === true && !mentions(world, entry, "user");
}

function isThere(world: World, { entry }: Place): boolean {
  if (entry === null) return true;
  const may = namedSections.get(entry.section)?.projectMayAdd === true;
  return layers.some((layer) => (layer !== "project" || may) && mentions(world, entry, layer));
}

function mentions(world: World, entry: { section: string; name: string }, layer: LayerName): boolean {
  return [...world].some(([place, values]) => sameEntry(entry, place.entry) && Object.hasOwn(values, layer));
}

function sameEntry(a: { section: string; name: string }, b: Place["entry"]): boolean {
  return b !== null && a.section === b.section && a.name === b.name;
}

function textsOf(world: World, layer: "usual" | "environment"): [string, string][] {
  return [...world].flatMap(([place, values]) => {
    if (!Object.hasOwn(values, layer)) return [];
    const variable = layer === "usual" ? usualName(place.key) : place.environment;
    return [[variable, textOf(values[layer])]];
  });
}

function usualName(key: ConfigKey): string {
  return key.key.variables.find((variable) => variable.convert === undefined)?.name ?? "";
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function tableOf(world: World, layer: "user" | "project"): Record<string, unknown> {
  const table: Record<string, unknown> = {};
  for (const [place, values] of world) {
    if (!Object.hasOwn(values, layer)) continue;
    const path = place.path.split(".");
    const last = path.pop() ?? "";
    let inner = table;
    for (const part of path) {
      inner[part] ??= {};
      inner = inner[part] as Record<string, unknown>;
    }
    inner[last] = values[layer];
  }
  return table;
}

function valueAt(config: unknown, place: Place): unknown {
  const property = place.key.property.map((part) => (part === "NAME" ? (place.entry?.name ?? "") : part));
  return property.reduce((value, part) => (value as Record<string, unknown>)[part], config);
}

function mapValues<V, W>(map: Map<string, V>, change: (value: V) => W): Record<string, W> {
  return Object.fromEntries([...map].map(([name, value]) => [name, change(value)]));
}
