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
import type { ControlPlace } from "../shared/control-place.ts";
import type { UnsavedKeys } from "./track-unsaved-keys.ts";

interface Ending {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly unsaved: UnsavedKeys<ControlPlace>;
}

/**
 * What a setup that ends early has to say: which keys are lost, and to somebody who stopped it what is done.
 * @returns the error to end with
 */
export async function endEarly(
  { prompter, journal, unsaved }: Ending,
  error: unknown,
): Promise<unknown> {
  const lost = await unsaved.offerToHold(prompter, journal);
  if (!(error instanceof Cancelled)) return lost[0] ?? error;
  if (!(error instanceof Stopped) && lost.length === 0) return error;
  const by = error instanceof Stopped ? error.by : "SIGINT";
  const said =
    error instanceof Stopped
      ? ["Stopped.", ...describeApps(journal, unsaved.deps)]
      : [error.message];
  const message = [...said, ...lost.map((one) => one.message)].join(" ");
  const hints = lost.flatMap((one) => one.hints);
  return new Stopped(by, message, hints, error instanceof Stopped ? error.underWay : undefined);
}

/** Has a run that is ended at once, with nobody asked, say which keys go with it; the first try only has them asked about. */
export function guardKeys(
  stops: Pick<Stops, "spare" | "beforeEnd">,
  { journal, unsaved }: Pick<Ending, "journal" | "unsaved">,
  say: (lost: Error) => void,
): void {
  stops.spare(() => unsaved.lostNow(journal).length > 0);
  stops.beforeEnd(() => unsaved.lostNow(journal).forEach(say));
}

/** How far each App is, as far as this journal knows. */
function describeApps(journal: Journal, place: ControlPlace): string[] {
  const said = appRoles.flatMap((role) => {
    const state = describeApp(journal, place, role);
    return state === undefined ? [] : [`${titleOf(role)}: ${state}.`];
  });
  return said.length > 0 ? said : ["What was done is kept."];
}

function describeApp(
  journal: Journal,
  { profile, repository }: ControlPlace,
  role: AppRole,
): string | undefined {
  const restore = restoreFrom(journal);
  const place = { profile, repository, role };
  const made = restore(madeStep(place));
  const isDropped = made !== undefined && restore(droppedStep(place, made.clientId)) !== undefined;
  if (made && !isDropped && wasStored(journal.steps().keys(), place, made.clientId)) {
    return "made, its key and its ID are stored";
  }
  if (restore(keychainStep(place))) return "made, its key is held in the keychain";
  if (isDropped) return "made, its record was deleted";
  // A key that is lost with this is said by itself.
  return undefined;
}
