import { isDispatching } from "./dispatching-step.ts";
import { findVariableUses, readEnvironments } from "./environments.ts";
import type { Environments } from "./environments.ts";
import { findExpressionPaths } from "./expressions.ts";
import { bringsCredential, mentionsCredential } from "./mentions-credential.ts";
import { isOwnUse } from "./sign-in-text.ts";
import { fieldAt, listMaps, listTexts, textOf } from "./yaml-tree.ts";
import type { Place, YamlMap, YamlTree } from "./yaml-tree.ts";

/** What a step that starts a run signs in by, as its environment and as its action call it. */
const ownVariable = /^(?:GH|GITHUB|FORGE)(?:_CLI|_ENTERPRISE)?_TOKEN$/;
const ownInput = /^(?:(?:github|gh|forge|repo|access|personal|workflow)[-_]?){0,3}(?:token|pat)$/i;
/** The CLI prints what it is signed in by. */
const printed = /\$\(\s*(?:gh|forge)\s+auth\s+token\b/g;
const takesInputs = /^(?:inputs|client[-_]payload)$/i;
/** A field of a request, whatever it is that it asks for. */
const requestField = /(?:\s-[fF]\s{0,3}|--(?:raw-)?field[\s=]\s{0,3})["']?[\w[\].-]+=["']?$/;

/**
 * Where a credential is put into another run: whatever is handed over by name, and in a step that starts a run everything but
 * what it signs in by itself.
 */
export function findHandedOn(tree: YamlTree): Place[] {
  const imports = fieldAt(tree, ["imports"])?.value;
  const imported = imports ? placesIn(imports) : [];
  const maps = listMaps(tree);
  const environments = readEnvironments(maps.map(({ map }) => map));
  return [...imported, ...maps.flatMap((each) => findInMap(each, environments))];
}

type MapBelow = ReturnType<typeof listMaps>[number];

function findInMap({ map, above }: MapBelow, environments: Environments): Place[] {
  const byName = map.fields
    .filter(({ name }) => takesInputs.test(name))
    .flatMap(({ value }) => placesIn(value));
  const uses = textOf(fieldAt(map, ["uses"])?.value);
  const run = fieldAt(map, ["run"])?.value;
  if (uses === undefined && textOf(run) === undefined) return byName;
  const given = fieldAt(map, ["with"])?.value;
  if (uses !== undefined && /\.ya?ml(?:@|$)/i.test(uses)) {
    return given ? [...byName, ...placesIn(given)] : byName;
  }
  if (isDispatching(map)) {
    return [...byName, ...findInStep(map), ...findVariables({ map, above }, environments)];
  }
  return run ? [...byName, ...placesOf(run, (before) => requestField.test(before))] : byName;
}

function findInStep(step: YamlMap): Place[] {
  return step.fields.flatMap(({ name, value }) => {
    if (name === "env" || name === "if") return [];
    if (name !== "with" || value.kind !== "map") return placesOf(value, isPut);
    const put = value.fields.filter((field) => !ownInput.test(field.name));
    return put.flatMap((field) => placesOf(field.value, isPut));
  });
}

/** Variables with a credential that the script puts somewhere, or of which nobody can see what becomes of them. */
function findVariables({ map, above }: MapBelow, environments: Environments): Place[] {
  const script = textOf(fieldAt(map, ["run"])?.value) ?? "";
  const uses = findVariableUses(script, [...above, map], environments);
  const put = uses.filter(
    ({ value, before, signsIn }) => isPut(before) && !signsIn && mentions(value),
  );
  const told = [...script.matchAll(printed)].some(({ index }) =>
    isPut(script.slice(Math.max(0, index - 200), index)),
  );
  const seen = new Set(uses.map(({ name }) => name));
  const unseen = [...(environments.get(map) ?? [])]
    .filter(([name, value]) => !seen.has(name) && !ownVariable.test(name) && mentions(value))
    .map(([, value]) => value.place);
  return [...put.map(({ value }) => value.place), ...unseen, ...(told ? [map.place] : [])];
}

function isPut(before: string): boolean {
  return !isOwnUse(before);
}

function mentions(value: YamlTree): boolean {
  return listTexts(value).some(({ text }) => mentionsCredential(text));
}

function placesIn(value: YamlTree): Place[] {
  return placesOf(value, () => true);
}

/** Where texts below a value take in a credential; by what stands right before it. */
function placesOf(value: YamlTree, counts: (before: string) => boolean): Place[] {
  return listTexts(value)
    .filter(({ text }) =>
      findExpressionPaths(text).some((path) => bringsCredential(path) && counts(path.before)),
    )
    .map(({ place }) => place);
}
