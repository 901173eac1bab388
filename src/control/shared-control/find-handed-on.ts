import { isDispatching } from "./dispatching-step.ts";
import { findExpressionPaths } from "./expressions.ts";
import { bringsCredential, mentionsCredential } from "./mentions-credential.ts";
import { isOwnUse, textsBefore } from "./sign-in-text.ts";
import { fieldAt, listMaps, listTexts, textOf } from "./yaml-tree.ts";
import type { Place, YamlField, YamlMap, YamlTree } from "./yaml-tree.ts";

/** What a step that starts a run signs in by, as its environment and as its action call it. */
const ownVariable = /^(?:GH|GITHUB|FORGE)(?:_CLI|_ENTERPRISE)?_TOKEN$/;
const ownInput = /^(?:(?:github|gh|forge|repo|access|personal|workflow)[-_]?){0,3}(?:token|pat)$/i;
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
  return [...imported, ...listMaps(tree).flatMap(findInMap)];
}

function findInMap({ map, above }: ReturnType<typeof listMaps>[number]): Place[] {
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
  const outer = above.flatMap((each) => variablesOf(each));
  if (isDispatching(map)) return [...byName, ...findInStep(map, outer)];
  return run ? [...byName, ...placesOf(run, (before) => requestField.test(before))] : byName;
}

function findInStep(step: YamlMap, outer: readonly YamlField[]): Place[] {
  const variables = variablesOf(step);
  const run = fieldAt(step, ["run"])?.value;
  const script = textOf(run) ?? "";
  const isLeft = ({ name, value }: YamlField): boolean => {
    if (!mentions(value)) return false;
    const before = /^\w+$/.test(name) ? textsBefore(script, name) : [];
    if (before.some((text) => !isOwnUse(text))) return true;
    return (
      before.length === 0 && !ownVariable.test(name) && variables.some((own) => own.name === name)
    );
  };
  const others = step.fields.flatMap(({ name, value }) => {
    if (name === "env" || name === "if") return [];
    if (name !== "with" || value.kind !== "map") return placesOf(value, isPut);
    const put = value.fields.filter((field) => !ownInput.test(field.name));
    return put.flatMap((field) => placesOf(field.value, isPut));
  });
  const left = [...variables, ...outer].filter(isLeft).map(({ value }) => value.place);
  return [...others, ...left];
}

function isPut(before: string): boolean {
  return !isOwnUse(before);
}

function variablesOf(map: YamlMap): readonly YamlField[] {
  const env = fieldAt(map, ["env"])?.value;
  return env?.kind === "map" ? env.fields : [];
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
