import type { FlowContext } from "../../src/asking/flow-context.ts";
import { findLastStored } from "../../src/control/rotation/last-stored.ts";
import { storedStep } from "../../src/control/setup/journal-steps.ts";
import { keyDateOf } from "../../src/control/stored-records.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { KnownSteps, RotateDeps } from "./rotate-deps.ts";

export type KnownKeyDeps = ControlPlace & Pick<RotateDeps, "readRecords" | "readKnownSteps">;

/**
 * Answers what says of a key that it is the stored one already: stored again, it would look rotated, and the only key
 * there is would be asked to be revoked.
 */
export async function knowStoredKey(
  { read }: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  { role, clientId }: { readonly role: AppRole; readonly clientId: string },
): Promise<(fingerprint: string) => string | undefined> {
  const records = await read("records", () => deps.readRecords());
  const steps = await read("known steps", () => deps.readKnownSteps());
  const date = keyDateOf(records, role);
  const stored = listStoredKeys(steps, { ...deps, role, clientId, date });
  const since = date === undefined ? "" : `, of ${date.slice(0, 10)}`;
  return (fingerprint) =>
    stored.includes(fingerprint)
      ? `This is the key that is stored now (${fingerprint})${since}. Generate another one on the App's page.`
      : undefined;
}

interface StoredNow extends ControlPlace {
  readonly role: AppRole;
  readonly clientId: string;
  /** When the forge says that the key was stored; undefined where it does not say. */
  readonly date: string | undefined;
}

/** So far may the clocks of this machine and the forge be apart: a key that may come back is never refused for it. */
const clocksMinutes = 10;

/**
 * The fingerprints that the stored key can have, as far as this machine knows: what a rotation stored last, and what a
 * setup did, unless that was before. A setup's journal has no times: where the forge has a newer key than the rotation's,
 * it may be the setup's.
 */
export function listStoredKeys({ setUp, rotation }: KnownSteps, now: StoredNow): string[] {
  const { role, clientId, date } = now;
  const rotated = findLastStored(rotation, now, `${role}-app`);
  const prefix = storedStep({ ...now, role }, clientId, "").id;
  const bySetUp = [...setUp.keys()].findLast((id) => id.startsWith(prefix))?.slice(prefix.length);
  const isNewer =
    rotated &&
    date !== undefined &&
    Date.parse(date) > Date.parse(rotated.at) + clocksMinutes * 60_000;
  const isReplaced = rotated && !isNewer;
  return [rotated?.fingerprint, isReplaced ? undefined : bySetUp].filter(
    (fingerprint) => fingerprint !== undefined,
  );
}
