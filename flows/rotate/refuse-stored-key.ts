import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { clocksMilliseconds } from "../../src/plane/rotate/cut-store.ts";
import { findLastStored } from "../../src/plane/rotate/last-stored.ts";
import { storedStep } from "../../src/plane/setup/journal-steps.ts";
import { keyDateOf } from "../../src/plane/repository/stored-records.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { KnownSteps, RotateDeps } from "./rotate-deps.ts";

export type KnownKeyDeps = ControlLocation & Pick<RotateDeps, "readRecords" | "readKnownSteps">;

interface KnownApp {
  readonly role: AppRole;
  readonly clientId: string;
  /** The fingerprint of the stored key, if a run has just used it. */
  readonly seen?: string | undefined;
}

/**
 * Returns a function that rejects a key that is already stored. If this key were stored again, it
 * would appear to be rotated, and gatehouse would ask the operator to revoke the only key.
 */
export async function knowStoredKey(
  context: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  app: KnownApp,
): Promise<(fingerprint: string) => string | undefined> {
  const date = await readKeyDate(context, deps, app.role);
  const stored = app.seen === undefined ? await readStoredKeys(context, deps, app) : [app.seen];
  const since = date === undefined ? "" : `, stored on ${date.slice(0, 10)}`;
  return (fingerprint) =>
    stored.includes(fingerprint)
      ? `This is the key that is already stored (${fingerprint}${since}). Generate a new one on the App's page.`
      : undefined;
}

/**
 * Returns the possible fingerprints of an App's stored key, according to this machine's journals.
 */
export async function readStoredKeys(
  context: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  { role, clientId }: Omit<KnownApp, "seen">,
): Promise<string[]> {
  const steps = await context.read("known steps", () => deps.readKnownSteps());
  const date = await readKeyDate(context, deps, role);
  return listStoredKeys(steps, { ...deps, role, clientId, date });
}

async function readKeyDate(
  { read }: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  role: AppRole,
): Promise<string | undefined> {
  return keyDateOf(await read("records", () => deps.readRecords()), role);
}

/**
 * Returns whether a rotation was interrupted while it stored an App's key. It is then unknown which
 * key is stored.
 */
export async function isStoredKeyUnknown(
  { read }: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  role: AppRole,
): Promise<boolean> {
  const { rotation } = await read("known steps", () => deps.readKnownSteps());
  return findLastStored(rotation, deps, `${role}-app`) === "not known";
}

interface StoredNow extends ControlLocation {
  readonly role: AppRole;
  readonly clientId: string;
  /**
   * Time at which the key was stored, according to GitHub; undefined if GitHub does not return it.
   */
  readonly date: string | undefined;
}

/**
 * Returns the possible fingerprints of the stored key, according to this machine's journals: the
 * key that a rotation stored last, and the key that a setup stored, unless the rotation replaced
 * it.
 *
 * A setup's journal does not contain times. If the key on GitHub is newer than the rotation's key,
 * it may be the setup's key. A difference between clocks must never cause the rejection of a key
 * that may be needed again. The result is empty if a rotation stopped while storing a key, because
 * the stored key is then unknown.
 */
export function listStoredKeys({ setUp, rotation }: KnownSteps, now: StoredNow): string[] {
  const { role, clientId, date } = now;
  const rotated = findLastStored(rotation, now, `${role}-app`);
  if (rotated === "not known") return [];
  const prefix = storedStep({ ...now, role }, clientId, "").id;
  const bySetUp = [...setUp.keys()].findLast((id) => id.startsWith(prefix))?.slice(prefix.length);
  const isNewer =
    rotated && date !== undefined && Date.parse(date) > Date.parse(rotated.at) + clocksMilliseconds;
  const isReplaced = rotated && !isNewer;
  return [rotated?.fingerprint, isReplaced ? undefined : bySetUp].filter(
    (fingerprint) => fingerprint !== undefined,
  );
}
