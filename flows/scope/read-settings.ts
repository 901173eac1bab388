import * as v from "valibot";
import { journalLocation } from "../../src/plane/repository/journal-location.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { stepKey } from "../../src/shared/step-key.ts";
import type { StepKey } from "../../src/shared/step-key.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ScopeDeps } from "./scope-deps.ts";

/**
 * Reads the committed settings. If the recorded answers are based on other settings, discards the
 * answers and every consent, because they were given for another scope.
 */
export async function readSettings(
  context: Pick<FlowContext, "ask" | "read" | "restore" | "recordValue" | "discardAnswer">,
  deps: ControlLocation & Pick<ScopeDeps, "readSettings">,
): Promise<Settings | undefined> {
  const found = await context.read("settings", () =>
    retryWithOperator(context, { id: "settings-read" }, () =>
      context.ask.progress({ id: "settings-read", title: "Reading the committed scope" }, () =>
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

export type CommitDeps = ControlLocation & Pick<ScopeDeps, "writeSettings">;

/**
 * Commits settings unless they are already committed. Later answers depend on the committed
 * settings.
 * @returns whether anything was committed
 */
export async function commitSettings(
  context: Pick<FlowContext, "ask" | "restore" | "record" | "reset">,
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
  // The cached settings are out of date.
  await context.reset("settings");
  await context.record(restsOn(deps), text);
  return true;
}

/** The committed settings that the recorded answers are based on. */
function restsOn(location: ControlLocation): StepKey<string> {
  return stepKey(`${journalLocation(location)} settings`, v.string());
}
