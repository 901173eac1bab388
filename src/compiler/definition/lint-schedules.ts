import { quote } from "../../yaml/quote.ts";
import type { Site } from "../../yaml/shape.ts";
import { fieldOf, type YamlMap } from "../../yaml/yaml-node.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { usualBranches } from "./read-triggers.ts";

/**
 * Warns about schedules that never run, because they name no branch and the repository's default
 * branch is not `main`. The compiler does not use the default branch itself: most checkouts of a CI
 * service do not record it, so `compile --check` would expect a different pipeline there.
 * @param root the front matter
 */
export function lintSchedules(
  root: YamlMap,
  { on }: AgentDefinition,
  { site, defaultBranch }: { readonly site: Site; readonly defaultBranch: string },
): void {
  const [usual = ""] = usualBranches.include;
  const triggers = fieldOf(root, "on")?.value;
  const schedule = triggers?.kind === "map" ? fieldOf(triggers, "schedule") : undefined;
  const isUsual = on.schedules.some(({ branches }) => branches === usualBranches);
  if (!schedule || !isUsual || defaultBranch === usual) return;
  site.findings.warn(schedule.value, "on.schedule", {
    message: `runs only for the branch ${usual}, but this clone records the default branch ${quote(defaultBranch)}`,
    hint: 'Add the branch of the schedule: {cron: "…", branches: [BRANCH]}',
  });
}
