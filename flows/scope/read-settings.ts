import * as v from "valibot";
import { journalPlace } from "../../src/plane/repository/journal-place.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { stepKey } from "../../src/shared/step-key.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ScopeDeps } from "./scope-deps.ts";

/**
 * Looks for the checked-in settings. Where they are no longer what the recorded answers rest on, because somebody
 * changed or removed them, those answers are forgotten: they were given for another scope, and so was every consent.
 */
export async function readSettings(
  context: Pick<FlowContext, "ask" | "read" | "restore" | "recordValue" | "discardAnswer">,
  deps: ControlPlace & Pick<ScopeDeps, "readSettings">,
): Promise<Settings | undefined> {
  const found = await context.read("settings", () =>
    retryWithOperator(context, { id: "settings-look" }, () =>
      context.ask.progress({ id: "settings-look", title: "Looking for the checked-in scope" }, () =>
        deps.readSettings(),
      ),
    ),
  );
  const text = found ? renderSettings(found) : "none";
  const before = context.restore(restsOn(deps));
  if (before !== undefined && before !== text) await context.discardAnswer();
  await context.recordValue(restsOn(deps), text);
  return found;
}

export type CommitDeps = ControlPlace & Pick<ScopeDeps, "writeSettings">;

/**
 * Commits settings, unless these are checked in already. From here on the answers rest on them.
 * @returns whether there was anything to commit
 */
export async function commitSettings(
  context: Pick<FlowContext, "ask" | "restore" | "remember" | "reset">,
  deps: CommitDeps,
  { settings, path }: { settings: Settings; path: string },
): Promise<boolean> {
  const text = renderSettings(settings);
  if (context.restore(restsOn(deps)) === text) return false;
  await retryWithOperator(context, { id: "settings-write" }, () =>
    context.ask.progress({ id: "settings-write", title: `Committing ${path}`, mustEnd: true }, () =>
      deps.writeSettings(settings),
    ),
  );
  // What was looked up is no longer so.
  await context.reset("settings");
  await context.remember(restsOn(deps), text);
  return true;
}

/** The settings which the recorded answers rest on, as they are checked in. */
function restsOn(place: ControlPlace): StepKey<string> {
  return stepKey(`${journalPlace(place)} settings`, v.string());
}
