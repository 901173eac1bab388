import type { YamlMap } from "../../yaml/yaml-node.ts";
import { fieldAt, textOf } from "./yaml-tree.ts";

/** The maps that enclose a value, outermost first: workflow, jobs, job, step. */
export type Scopes = readonly YamlMap[];

/** Fields that contain the steps of a job, in execution order. */
const stepLists = ["pre-steps", "steps", "post-steps"];

export function usesOf(map: YamlMap): string | undefined {
  return textOf(fieldAt(map, ["uses"])?.value)?.trim();
}

/** Returns the scopes of the job that contains a value, and the job's steps. */
export function jobStepsOf(scopes: Scopes): readonly [Scopes, readonly YamlMap[]] {
  for (const [index, map] of [...scopes.entries()].toReversed()) {
    const lists = stepLists.flatMap((list) => map.fields.filter(({ key }) => key.text === list));
    const listed = lists.flatMap(({ value }) => (value.kind === "list" ? value.items : []));
    const maps = listed.filter((each) => each.kind === "map");
    if (maps.length > 0) return [scopes.slice(0, index + 1), maps];
  }
  return [scopes, []];
}

/**
 * Returns the scopes of the job that contains a value, and the steps before the step that contains
 * the value. Returns all steps if the value belongs to the job itself.
 */
export function stepsBefore(scopes: Scopes): readonly [Scopes, readonly YamlMap[]] {
  const [jobScopes, steps] = jobStepsOf(scopes);
  if (scopes.length === jobScopes.length) return [jobScopes, steps];
  const own = Math.max(...scopes.map((each) => steps.indexOf(each)));
  return [jobScopes, steps.slice(0, Math.max(0, own))];
}

export function stepOf(scopes: Scopes, id: string): YamlMap | undefined {
  const [, steps] = jobStepsOf(scopes);
  return steps.find(
    (step) => textOf(fieldAt(step, ["id"])?.value)?.toLowerCase() === id.toLowerCase(),
  );
}
