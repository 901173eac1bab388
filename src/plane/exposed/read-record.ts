import type { StepKey } from "../../shared/step-key.ts";
import { nameStep } from "./exposure.ts";
import { storedCredentials } from "../../credentials/credential.ts";
import type { ExposureEntry, ExposureLocation, ExposureRecord, ExposureStep } from "./exposure.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import { attemptStep, incidentStep, isReadable } from "./journal-steps.ts";

type Restore = <T>(key: StepKey<T>) => T | undefined;

/** Assembles the record from the journal; undefined if there is no incident. */
export function readRecord(
  location: ExposureLocation,
  restore: Restore,
): ExposureRecord | undefined {
  const incident = restore(incidentStep(location));
  if (!incident) return undefined;
  const entries = stepsOf(storedCredentials).flatMap((step) =>
    listAttempts(location, step, restore),
  );
  const credentials = storedCredentials.filter(
    (each) =>
      incident.credentials.includes(each) || entries.some(({ step }) => step.endsWith(` ${each}`)),
  );
  const remaining = findRemaining(credentials, entries);
  return {
    version: 1,
    ...location,
    incident,
    state: remaining.length === 0 && isReadable(incident) ? "closed" : "open",
    credentials,
    entries: entries.toSorted((a, b) => a.at.localeCompare(b.at)),
    remaining,
    open: [
      ...(isReadable(incident) ? [] : ["Incident: its journal entry is unreadable."]),
      ...remaining.map((step) => {
        const last = entries.findLast((entry) => entry.step === step);
        return `${nameStep(step)}: ${last?.statement ?? "not done yet."}`;
      }),
    ],
  };
}

/**
 * Returns the remaining steps: those that the specification requires, and optional steps that
 * failed.
 */
function findRemaining(
  credentials: readonly StoredCredential[],
  entries: readonly ExposureEntry[],
): ExposureStep[] {
  return stepsOf(credentials).filter((step) => {
    const last = entries.findLast((entry) => entry.step === step);
    // These steps never count as remaining, because they only prepare other steps.
    if (step === "cancel-runs" || step.startsWith("alive ")) return false;
    return last ? !isSettled(last) : isRequired(step);
  });
}

function isRequired(step: ExposureStep): boolean {
  return !/^(alive|uninstalled|token-ended) /.test(step);
}

/**
 * Returns whether an attempt completed its step. A partial search also completes its step, because
 * the record lists everything that could not be read.
 */
export function isSettled({ result, step }: ExposureEntry): boolean {
  if (result === "partial") return step === "search";
  return result !== "failed" && result !== "unknown";
}

function stepsOf(credentials: readonly StoredCredential[]): ExposureStep[] {
  const each = <Name extends string>(name: Name) =>
    credentials.map((credential) => `${name} ${credential}` as const);
  return [
    "switches-off",
    "cancel-runs",
    "runs-ended",
    ...each("alive"),
    ...each("uninstalled"),
    ...each("token-ended"),
    ...each("ended"),
    "search",
    ...each("rotated"),
    "review-mode",
    "switches-on",
  ];
}

/** Lists all attempts at a step, oldest first. */
export function listAttempts(
  location: ExposureLocation,
  step: ExposureStep,
  restore: Restore,
): ExposureEntry[] {
  const found: ExposureEntry[] = [];
  for (;;) {
    const entry = restore(attemptStep(location, step, found.length + 1));
    if (!entry) return found;
    found.push(entry);
  }
}
