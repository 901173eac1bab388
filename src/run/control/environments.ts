import type { YamlMap, YamlNode } from "../../yaml/yaml-node.ts";
import { isLogin } from "./sign-in-text.ts";
import { fieldAt } from "./yaml-tree.ts";

/**
 * Variables that each map declares in `env`. They are read only once, because every nested step
 * needs them.
 */
export type Environments = ReadonlyMap<YamlMap, ReadonlyMap<string, YamlNode>>;

export function readEnvironments(maps: readonly YamlMap[]): Environments {
  const found = new Map<YamlMap, ReadonlyMap<string, YamlNode>>();
  for (const map of maps) {
    const env = fieldAt(map, ["env"])?.value;
    if (env?.kind !== "map") continue;
    const { fields } = env;
    found.set(map, new Map(fields.toReversed().map(({ key, value }) => [key.text, value])));
  }
  return found;
}

/** A use of a variable in a script: `$NAME`, `${NAME}`. */
export interface VariableUse {
  readonly name: string;
  readonly value: YamlNode;
  /** The maps that enclose the declaration, outermost first. */
  readonly scopes: readonly YamlMap[];
  /** The text directly before the use. */
  readonly before: string;
  /** Whether the value is piped into a login command. */
  readonly signsIn: boolean;
}

/** @param scopes the maps that enclose the step, outermost first, followed by the step itself */
export function findVariableUses(
  script: string,
  scopes: readonly YamlMap[],
  environments: Environments,
): VariableUse[] {
  const known = scopes
    .map((map, index) => ({ env: environments.get(map), at: scopes.slice(0, index + 1) }))
    .toReversed();
  let start = 0;
  return script.split(/(?<=[\n;&])/).flatMap((command) => {
    const from = start;
    start += command.length;
    const signsIn = isLogin(command);
    return [...command.matchAll(/\$\{?(\w+)/g)].flatMap(({ 1: name = "", index }) => {
      const declared = known.find(({ env }) => env?.has(name));
      const value = declared?.env?.get(name);
      const before = script.slice(Math.max(0, from + index - 200), from + index);
      return declared && value ? [{ name, value, scopes: declared.at, before, signsIn }] : [];
    });
  });
}
