import type { YamlMap, YamlNode } from "../../yaml/yaml-node.ts";
import { namesCredential } from "./credential-name.ts";
import type { Files } from "./credential-tracker.ts";
import { findVariableUses, readEnvironments } from "./environments.ts";
import { findExpressionPaths } from "./expressions.ts";
import type { ExpressionPath } from "./expressions.ts";
import { findPassedOn } from "./find-passed-on.ts";
import type { PassedOn } from "./find-passed-on.ts";
import type { Finding } from "./finding.ts";
import { isForSignIn, isLogin } from "./sign-in-text.ts";
import type { WorkflowDocument } from "./workflow-document.ts";
import { fieldAt, fieldLike, listMaps, listTexts, textOf } from "./yaml-tree.ts";

const acceptsInputs = ["workflow_dispatch", "workflow_call"];
/** Fields that are only shown to users or used as conditions. */
const words = /^(?:name|run-name|description|title|if)$/;

interface NamedLocation {
  readonly name: string;
  readonly start: number;
}

/**
 * Finds dispatch inputs that can contain a credential, based on their names, their uses, and the
 * values passed to them.
 */
export function findInputCredentials(
  { path: file, tree, placeOf }: WorkflowDocument,
  files: Files,
): { readonly findings: Finding[]; readonly unread: string[] } {
  const find = (start: number, message: string): Finding => ({
    file,
    ...placeOf(start),
    check: "dispatch-credential",
    message,
  });
  const named = acceptsInputs
    .flatMap((trigger) => inputsOf(tree, trigger))
    .filter(({ name }) => namesCredential(name));
  const passedOn = findPassedOn(tree, files);
  const findings = [
    ...[...named, ...findPayloads(tree)].map(({ name, start }) =>
      find(
        start,
        `the input "${name}" is named like a credential, but a dispatch must not contain credentials`,
      ),
    ),
    ...[...findUses(tree), ...findScriptUses(tree)].map(({ name, start }) =>
      find(
        start,
        `the input "${name}" is used as a credential, but a dispatch must not contain credentials`,
      ),
    ),
    ...asFindings(passedOn, file, placeOf),
  ];
  const unread = passedOn
    .filter(({ holding }) => holding === "unknown")
    .map(
      ({ start }) =>
        `${file}:${placeOf(start).line} passes a value to another run that could not be traced`,
    );
  return { findings: onePerLocation(findings), unread: [...new Set(unread)] };
}

/** Finds the places in a workflow that definitely pass a credential to another run. */
export function findPassedCredentials(
  { path: file, tree, placeOf }: WorkflowDocument,
  files: Files,
): Finding[] {
  return onePerLocation(asFindings(findPassedOn(tree, files), file, placeOf));
}

function asFindings(
  passedOn: readonly PassedOn[],
  file: string,
  placeOf: WorkflowDocument["placeOf"],
): Finding[] {
  const message = "a credential is passed to another workflow run; each run must resolve its own";
  return passedOn
    .filter(({ holding }) => holding === "credential")
    .map(({ start }) => ({ file, ...placeOf(start), check: "dispatch-credential", message }));
}

function onePerLocation(findings: readonly Finding[]): Finding[] {
  const byLocation = findings.map(
    (each) => [`${each.line}:${each.column} ${each.message}`, each] as const,
  );
  return [...new Map(byLocation).values()];
}

function inputsOf(tree: YamlNode, trigger: string): readonly NamedLocation[] {
  const inputs = fieldAt(tree, ["on", trigger, "inputs"])?.value;
  const fields = inputs?.kind === "map" ? inputs.fields : [];
  return fields.map(({ key }) => ({ name: key.text, start: key.start }));
}

/**
 * Finds credentials in the payload of a `repository_dispatch` event. The event does not declare
 * inputs, so the names are taken from the uses of the payload.
 */
function findPayloads(tree: YamlNode): NamedLocation[] {
  return listTexts(tree).flatMap(({ text, start }) =>
    findExpressionPaths(text)
      .filter(({ names }) => names.at(-2)?.toLowerCase() === "client_payload")
      .map(({ names }) => ({ name: names.at(-1) ?? "", start }))
      .filter(({ name }) => namesCredential(name)),
  );
}

/** Finds dispatch inputs that are named like a credential or used to sign in. */
function findUses(tree: YamlNode): NamedLocation[] {
  return listTexts(tree).flatMap(({ name: field, text, start }) => {
    if (words.test(field)) return [];
    return findExpressionPaths(text).flatMap((path) => {
      const name = inputIn(path);
      const isUsed = namesCredential(field) || isForSignIn(path.before) || isLogin(path.line);
      return name !== undefined && isUsed ? [{ name, start }] : [];
    });
  });
}

/** Finds inputs that a script receives in an environment variable and uses as a credential. */
function findScriptUses(tree: YamlNode): NamedLocation[] {
  const maps = listMaps(tree);
  const environments = readEnvironments(maps.map(({ map }) => map));
  return maps.flatMap(({ map, above }) => {
    const run = fieldAt(map, ["run"])?.value;
    const script = textOf(run);
    if (!run || script === undefined) return findClientInputs(map);
    return findVariableUses(script, [...above, map], environments)
      .filter(({ before, signsIn }) => signsIn || isForSignIn(before))
      .flatMap(({ value }) => findExpressionPaths(textOf(value) ?? ""))
      .flatMap((path) => inputIn(path) ?? [])
      .map((name) => ({ name, start: run.start }));
  });
}

/**
 * Finds action inputs that a JavaScript step reads and passes to an API client as its token.
 */
function findClientInputs(step: YamlMap): NamedLocation[] {
  const given = fieldAt(step, ["with"])?.value;
  const script = textOf(fieldAt(given, ["script"])?.value) ?? "";
  const read = [...script.matchAll(/getOctokit\(\s*core\.getInput\(\s*["'`]([\w-]+)/g)];
  return read.flatMap(({ 1: input = "" }) => {
    const field = fieldLike(given, input);
    const paths = findExpressionPaths(textOf(field?.value) ?? "");
    return paths.flatMap((path) => {
      const name = inputIn(path);
      return field && name !== undefined ? [{ name, start: field.value.start }] : [];
    });
  });
}

/**
 * Returns the name of an input that is written as `inputs.name`, `github.event.inputs['name']` or
 * `github.event.client_payload.name`.
 */
function inputIn({ root, names }: ExpressionPath): string | undefined {
  const small = names.map((name) => name.toLowerCase());
  const isEvent = small[1] === "event" && ["inputs", "client_payload"].includes(small[2] ?? "");
  if (root === "inputs") return names[1] ?? root;
  return isEvent ? (names[3] ?? small[2]) : undefined;
}
