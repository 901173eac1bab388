import type { YamlMap, YamlNode } from "../../yaml/yaml-node.ts";
import { isAssignedBefore } from "./assigned-before.ts";
import { CredentialTracker } from "./credential-tracker.ts";
import type { Files, Holding } from "./credential-tracker.ts";
import { isDispatching } from "./dispatching-step.ts";
import { findVariableUses, readEnvironments } from "./environments.ts";
import type { Environments } from "./environments.ts";
import { findExpressionPaths } from "./expressions.ts";
import { findReadInputs } from "./find-read-inputs.ts";
import type { Scopes } from "./job-steps.ts";
import { findShellNames } from "./script-values.ts";
import { isOwnUse, signsInByInput, signsInByVariable } from "./sign-in-text.ts";
import { fieldAt, listMaps, listTexts, textOf } from "./yaml-tree.ts";

/** A value that is passed to another run, and what it contains. */
export interface PassedOn {
  /** Offset of the value in the file. */
  readonly start: number;
  readonly holding: Holding;
}

/** Commands that print the CLI's token. */
const printed = /\$\(\s*(?:gh|forge)\s+auth\s+token\b/g;
const acceptsInputs = /^(?:inputs|client[-_]payload)$/i;
/** Matches an option that sets a field of an API request, such as `-f name=`, for any endpoint. */
const requestField = /(?:\s-[fF]\s{0,3}|--(?:raw-)?field[\s=]\s{0,3})["']?[\w[\].-]+=["']?$/;

/**
 * Finds credentials that are passed to another run. Values in `imports`, `inputs` and
 * `client-payload` always count. In a step that starts a run, everything counts except the
 * credential that the step itself uses. A called workflow must not receive any secrets.
 */
export function findPassedOn(tree: YamlNode, files: Files): PassedOn[] {
  const maps = listMaps(tree);
  const environments = readEnvironments(maps.map(({ map }) => map));
  const finder = new HandedOnFinder(new CredentialTracker(tree, files), environments);
  const imports = fieldAt(tree, ["imports"])?.value;
  const found = [
    ...(imports ? finder.within(imports, []) : []),
    ...maps.flatMap(({ map, above }) => finder.inMap(map, [...above, map])),
  ];
  return found.filter(({ holding }) => holding !== "none");
}

class HandedOnFinder {
  readonly #tracker: CredentialTracker;
  readonly #environments: Environments;

  constructor(tracker: CredentialTracker, environments: Environments) {
    this.#tracker = tracker;
    this.#environments = environments;
  }

  /** @param scopes the maps that enclose the map, followed by the map itself */
  inMap(map: YamlMap, scopes: Scopes): PassedOn[] {
    const byName = map.fields
      .filter(({ key }) => acceptsInputs.test(key.text))
      .flatMap(({ value }) => this.within(value, scopes));
    const uses = textOf(fieldAt(map, ["uses"])?.value);
    const run = fieldAt(map, ["run"])?.value;
    if (uses === undefined && textOf(run) === undefined) return byName;
    if (uses !== undefined && /\.ya?ml(?:@|$)/i.test(uses)) {
      return [...byName, ...this.#inCall(map, scopes)];
    }
    if (isDispatching(map)) {
      return [...byName, ...this.#inStep(map, scopes), ...this.#variables(map, scopes)];
    }
    if (!run) return byName;
    return [...byName, ...this.#texts(run, scopes, (before) => requestField.test(before))];
  }

  within(value: YamlNode, scopes: Scopes): PassedOn[] {
    return this.#texts(value, scopes, () => true);
  }

  #inCall(job: YamlMap, scopes: Scopes): PassedOn[] {
    const given = fieldAt(job, ["with"])?.value;
    const secrets = fieldAt(job, ["secrets"])?.value;
    const inherited: PassedOn[] =
      secrets && textOf(secrets)?.trim().toLowerCase() === "inherit"
        ? [{ start: secrets.start, holding: "credential" }]
        : [];
    return [
      ...(given ? this.within(given, scopes) : []),
      ...(secrets ? this.within(secrets, scopes) : []),
      ...inherited,
    ];
  }

  #inStep(step: YamlMap, scopes: Scopes): PassedOn[] {
    return step.fields.flatMap(({ key, value }) => {
      const name = key.text;
      if (name === "env" || name === "if") return [];
      if (name !== "with" || value.kind !== "map") return this.#texts(value, scopes, isPut);
      const script = textOf(fieldAt(value, ["script"])?.value) ?? "";
      const isRead = findReadInputs(script);
      const put = value.fields.filter(
        ({ key: input }) => !signsInByInput(input.text) || isRead(input.text),
      );
      return put.flatMap((field) => this.#texts(field.value, scopes, isPut));
    });
  }

  /**
   * Finds credential variables that a script inserts into text. Also finds credential variables
   * whose use cannot be determined from the script.
   */
  #variables(step: YamlMap, scopes: Scopes): PassedOn[] {
    const run = fieldAt(step, ["run"])?.value;
    const script = textOf(run) ?? "";
    const uses = findVariableUses(script, scopes, this.#environments);
    const put = uses
      .filter(({ before, signsIn }) => isPut(before) && !signsIn)
      .map(({ value, scopes: at }) => this.#complete(value, at));
    const isPrinted = [...script.matchAll(printed)].some(({ index }) =>
      isPut(script.slice(Math.max(0, index - 200), index)),
    );
    const seen = new Set(uses.map(({ name }) => name));
    const code = textOf(fieldAt(step, ["with", "script"])?.value) ?? "";
    const unseen = [...(this.#environments.get(step) ?? [])]
      .filter(([name]) => !seen.has(name) && (!signsInByVariable(name) || code.includes(name)))
      .map(([, value]) => this.#complete(value, scopes));
    // Earlier steps of the job could have written the variable to the environment.
    const written = findShellNames(script)
      .filter((name) => !seen.has(name) && (!signsInByVariable(name) || isPutBy(script, name)))
      .filter((name) => !isAssignedBefore(script, name))
      .map((name) => this.#tracker.variable(name, scopes));
    const { start } = run ?? step;
    return [
      ...put,
      ...unseen,
      ...written.map((holding) => ({ start, holding })),
      ...(isPrinted ? [{ start: step.start, holding: "credential" as const }] : []),
    ];
  }

  #complete(value: YamlNode, scopes: Scopes): PassedOn {
    return { start: value.start, holding: this.#tracker.value(value, scopes) };
  }

  /**
   * Returns the values that expressions insert into the strings of a node, filtered by the text
   * directly before each value.
   */
  #texts(value: YamlNode, scopes: Scopes, counts: (before: string) => boolean): PassedOn[] {
    return listTexts(value).flatMap(({ text, start }) =>
      findExpressionPaths(text)
        .filter(({ before }) => counts(before))
        .map((path) => ({ start, holding: this.#tracker.path(path, scopes) })),
    );
  }
}

/** Returns whether a script uses a variable for anything except signing in. */
function isPutBy(script: string, name: string): boolean {
  const uses = script.matchAll(new RegExp(String.raw`\$\{?${name}\b`, "g"));
  return [...uses].some(({ index }) => isPut(script.slice(Math.max(0, index - 200), index)));
}

function isPut(before: string): boolean {
  return !isOwnUse(before);
}
