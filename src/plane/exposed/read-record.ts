import type { StepKey } from "../../shared/step-key.ts";
import { nameStep } from "./exposure.ts";
import { storedCredentials } from "../../credentials/credential.ts";
import type { ExposureEntry, ExposurePlace, ExposureRecord, ExposureStep } from "./exposure.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import { attemptStep, incidentStep, isReadable } from "./journal-steps.ts";

type Restore = <T>(key: StepKey<T>) => T | undefined;

/** Puts the record together from what the journal holds; nothing when no incident was opened. */
export function readRecord(place: ExposurePlace, restore: Restore): ExposureRecord | undefined {
  const incident = restore(incidentStep(place));
  if (!incident) return undefined;
  const entries = stepsOf(storedCredentials).flatMap((step) => listAttempts(place, step, restore));
  const credentials = storedCredentials.filter(
    (each) =>
      incident.credentials.includes(each) || entries.some(({ step }) => step.endsWith(` ${each}`)),
  );
  const remaining = findRemaining(credentials, entries);
  return {
    version: 1,
    ...place,
    incident,
    state: remaining.length === 0 && isReadable(incident) ? "closed" : "open",
    credentials,
    entries: entries.toSorted((a, b) => a.at.localeCompare(b.at)),
    remaining,
    open: [
      ...(isReadable(incident) ? [] : ["Incident: what the journal kept of it cannot be read."]),
      ...remaining.map((step) => {
        const last = entries.findLast((entry) => entry.step === step);
        return `${nameStep(step)}: ${last?.said ?? "not done yet."}`;
      }),
    ],
  };
}

/** What is left to do: what the specification asks for, and what was tried besides and failed. */
function findRemaining(
  credentials: readonly StoredCredential[],
  entries: readonly ExposureEntry[],
): ExposureStep[] {
  return stepsOf(credentials).filter((step) => {
    const last = entries.findLast((entry) => entry.step === step);
    // That no run is active any more is what cancelling is for, and a key was only tried for what follows.
    if (step === "cancel-runs" || step.startsWith("alive ")) return false;
    return last ? !isSettled(last) : isRequired(step);
  });
}

function isRequired(step: ExposureStep): boolean {
  return !/^(alive|uninstalled|token-ended) /.test(step);
}

/** Whether nothing is left to do. A search goes as far as the forge lets it: what it could not read is named. */
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

/** All attempts at a step, oldest first. */
export function listAttempts(
  place: ExposurePlace,
  step: ExposureStep,
  restore: Restore,
): ExposureEntry[] {
  const found: ExposureEntry[] = [];
  for (;;) {
    const entry = restore(attemptStep(place, step, found.length + 1));
    if (!entry) return found;
    found.push(entry);
  }
}
