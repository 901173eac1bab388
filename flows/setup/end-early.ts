import type { Journal } from "../../src/prompts/journal.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { restoreFrom } from "../../src/prompts/restore-from.ts";
import type { Stops } from "../../src/prompts/stops.ts";
import {
  droppedStep,
  keychainStep,
  madeStep,
  wasStored,
} from "../../src/plane/setup/journal-steps.ts";
import { appRoles, titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { Cancelled, Stopped } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { UnsavedKeys } from "./track-unsaved-keys.ts";

interface Ending {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly unsaved: UnsavedKeys<ControlLocation>;
}

/**
 * Reports which keys are lost when setup ends early and, if the operator stopped it, what was done.
 * @returns the error to exit with
 */
export async function endEarly(
  { prompter, journal, unsaved }: Ending,
  error: unknown,
): Promise<unknown> {
  const lost = await unsaved.offerKeychain(prompter, journal);
  if (!(error instanceof Cancelled)) return lost[0] ?? error;
  if (!(error instanceof Stopped) && lost.length === 0) return error;
  const by = error instanceof Stopped ? error.by : "SIGINT";
  const text =
    error instanceof Stopped
      ? ["Stopped.", ...describeApps(journal, unsaved.deps)]
      : [error.message];
  const message = [...text, ...lost.map((one) => one.message)].join(" ");
  const hints = lost.flatMap((one) => one.hints);
  return new Stopped(by, message, hints, error instanceof Stopped ? error.underWay : undefined);
}

/**
 * Reports lost keys without a question if a run is stopped immediately. On the first stop signal,
 * setup asks about the keys instead.
 */
export function guardKeys(
  stops: Pick<Stops, "spare" | "beforeEnd">,
  { journal, unsaved }: Pick<Ending, "journal" | "unsaved">,
  report: (lost: Error) => void,
): void {
  stops.spare(() => unsaved.lostNow(journal).length > 0);
  stops.beforeEnd(() => unsaved.lostNow(journal).forEach(report));
}

/** Describes the state of each App according to this journal. */
function describeApps(journal: Journal, location: ControlLocation): string[] {
  const text = appRoles.flatMap((role) => {
    const state = describeApp(journal, location, role);
    return state === undefined ? [] : [`${titleOf(role)}: ${state}.`];
  });
  return text.length > 0 ? text : ["Completed steps are kept."];
}

function describeApp(
  journal: Journal,
  { profile, repository }: ControlLocation,
  role: AppRole,
): string | undefined {
  const restore = restoreFrom(journal);
  const location = { profile, repository, role };
  const made = restore(madeStep(location));
  const isDropped =
    made !== undefined && restore(droppedStep(location, made.clientId)) !== undefined;
  if (made && !isDropped && wasStored(journal.steps().keys(), location, made.clientId)) {
    return "created, key and client ID stored";
  }
  if (restore(keychainStep(location))) return "created, key kept in the keychain";
  if (isDropped) return "created, record deleted";
  // The loss of a key is reported separately.
  return undefined;
}
