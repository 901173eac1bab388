import type { FlowContext } from "../../src/asking/flow-context.ts";
import { settingsPath } from "../../src/control/scope/control-files.ts";
import { explainSettings } from "../../src/control/scope/explain-settings.ts";
import { renderSettings } from "../../src/control/scope/settings.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { askSettings } from "./ask-settings.ts";
import type { ScopePart, TargetDeps } from "./ask-settings.ts";
import { commitSettings } from "./read-settings.ts";
import type { CommitDeps } from "./read-settings.ts";

export type DescribeDeps = CommitDeps & TargetDeps;

/**
 * Has the operator describe the scope, or these parts of it, and commits it. What only the file can say is kept from
 * the one before.
 */
export async function describeSettings(
  context: FlowContext,
  deps: DescribeDeps,
  subject: { before: Settings | undefined; wanted: readonly ScopePart[] },
): Promise<Settings> {
  const { ask } = context;
  const path = settingsPath(deps.profile.brand);
  const settings = await askSettings(context, deps, subject);
  const isWanted = await ask.confirm({
    id: "settings-commit",
    title: `Commit this as ${path} of ${deps.repository.full}?`,
    body: renderSettings(settings).trimEnd().split("\n"),
    yes: "Yes, commit it",
    no: "No, stop here",
  });
  if (!isWanted) {
    await context.unanswer("settings-commit");
    throw new Cancelled("The scope was not committed. Nothing was changed.");
  }
  await commitSettings(context, deps, { settings, path });
  return settings;
}

/** The settings as rows for a screen. */
export function tabulateSettings(settings: Settings): string[] {
  const rows = explainSettings(settings);
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows.map(({ name, value }) => `${name.padEnd(width)}  ${value}`);
}
