import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { clocksMilliseconds } from "../../src/plane/rotate/cut-store.ts";
import { findLastStored } from "../../src/plane/rotate/last-stored.ts";
import { storedStep } from "../../src/plane/setup/journal-steps.ts";
import { keyDateOf } from "../../src/plane/repository/stored-records.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { KnownSteps, RotateDeps } from "./rotate-deps.ts";

export type KnownKeyDeps = ControlPlace & Pick<RotateDeps, "readRecords" | "readKnownSteps">;

interface KnownApp {
  readonly role: AppRole;
  readonly clientId: string;
  /** The fingerprint of the stored key, where a run just used it. */
  readonly seen?: string | undefined;
}

/**
 * Answers what says of a key that it is the stored one already: stored again, it would look rotated, and the only key
 * there is would be asked to be revoked.
 */
export async function knowStoredKey(
  context: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  app: KnownApp,
): Promise<(fingerprint: string) => string | undefined> {
  const date = await readKeyDate(context, deps, app.role);
  const stored = app.seen === undefined ? await readStoredKeys(context, deps, app) : [app.seen];
  const since = date === undefined ? "" : `, of ${date.slice(0, 10)}`;
  return (fingerprint) =>
    stored.includes(fingerprint)
      ? `This is the key that is stored now (${fingerprint})${since}. Generate another one on the App's page.`
      : undefined;
}

/** The fingerprints that the stored key of an App can have, as far as this machine knows. */
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

/** Whether a rotation was ended while it stored a key of an App, so that nobody knows which one is stored. */
export async function isStoredKeyUnknown(
  { read }: Pick<FlowContext, "read">,
  deps: KnownKeyDeps,
  role: AppRole,
): Promise<boolean> {
  const { rotation } = await read("known steps", () => deps.readKnownSteps());
  return findLastStored(rotation, deps, `${role}-app`) === "not known";
}

interface StoredNow extends ControlPlace {
  readonly role: AppRole;
  readonly clientId: string;
  /** When the forge says that the key was stored; undefined where it does not say. */
  readonly date: string | undefined;
}

/**
 * The fingerprints that the stored key can have, as far as this machine knows: what a rotation stored last, and what a
 * setup did, unless that was before. A setup's journal has no times: where the forge has a newer key than the rotation's,
 * it may be the setup's; the clocks may be apart, and a key that may come back is never refused for it. None where a
 * rotation was ended while it stored one: nobody knows then.
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
