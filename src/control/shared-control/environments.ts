import { fieldAt } from "./yaml-tree.ts";
import type { YamlMap, YamlTree } from "./yaml-tree.ts";

/** The variables of each map that has an `env`: read once, as each step below looks into them. */
export type Environments = ReadonlyMap<YamlMap, ReadonlyMap<string, YamlTree>>;

export function readEnvironments(maps: readonly YamlMap[]): Environments {
  const found = new Map<YamlMap, ReadonlyMap<string, YamlTree>>();
  for (const map of maps) {
    const env = fieldAt(map, ["env"])?.value;
    if (env?.kind !== "map") continue;
    const { fields } = env;
    found.set(map, new Map(fields.toReversed().map(({ name, value }) => [name, value])));
  }
  return found;
}

/** A place of a script that takes in a variable: `$NAME`, `${NAME}`. */
export interface VariableUse {
  readonly name: string;
  readonly value: YamlTree;
  /** What stands right before it. */
  readonly before: string;
  /** Whether it is piped into a login. */
  readonly signsIn: boolean;
}

const login = /\blogin\b/;
const fromPipe = /--(?:with-token|password-stdin)\b/;

/** @param scopes the maps that a step stands in, the outermost first, and itself */
export function findVariableUses(
  script: string,
  scopes: readonly YamlMap[],
  environments: Environments,
): VariableUse[] {
  const known = scopes.flatMap((map) => environments.get(map) ?? []).toReversed();
  let start = 0;
  return script.split(/(?<=[\n;&])/).flatMap((command) => {
    const from = start;
    start += command.length;
    const signsIn = login.test(command) && fromPipe.test(command);
    return [...command.matchAll(/\$\{?(\w+)/g)].flatMap(({ 1: name = "", index }) => {
      const value = known.find((each) => each.has(name))?.get(name);
      const before = script.slice(Math.max(0, from + index - 200), from + index);
      return value ? [{ name, value, before, signsIn }] : [];
    });
  });
}
