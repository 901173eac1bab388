import * as v from "valibot";
import { storedCredentials } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import { doneKey, stepKey } from "../../shared/step-key.ts";
import type { StepKey } from "../../shared/step-key.ts";
import type { ExposureEntry, ExposureLocation, ExposureStep, Incident } from "./exposure.ts";
import type { ExposureSearch } from "./search.ts";
import type { SwitchChange } from "./switches.ts";

/*
 * The step keys for an incident and its attempts in the journal. Anyone can change the journal
 * file, so an unreadable entry still counts as an entry. Otherwise, a damaged entry could close an
 * incident, or let a new incident inherit completed steps.
 */

const text = v.string();
/** A time (ISO 8601). */
const time = v.pipe(text, v.isoTimestamp());
const unknown = "unknown";
const day = v.exactOptional(v.nullable(text));

const incidentShape = v.object({
  openedAt: time,
  openedBy: text,
  credentials: v.array(v.picklist(storedCredentials)),
  packages: v.array(text),
  switches: v.record(text, v.nullable(text)),
  storedAt: v.object({ "read-app": day, "write-app": day, pat: day }),
});

export function incidentStep(location: ExposureLocation): StepKey<Incident> {
  const key = stepKey<Incident>(`${prefix(location)} incident`, incidentShape);
  return orUnreadable(key, () => unreadableIncident);
}

const unreadableIncident: Incident = {
  openedAt: unknown,
  openedBy: unknown,
  credentials: [],
  packages: [],
  switches: {},
  storedAt: {},
};

/** Returns whether the start of the incident could be read from the journal. */
export function isReadable({ openedAt }: Incident): boolean {
  return openedAt !== unknown;
}

const switchShape: v.GenericSchema<unknown, SwitchChange> = v.pipe(
  v.object({
    variable: text,
    before: v.optional(v.nullable(text)),
    after: v.optional(v.picklist(["true", "false"])),
    problem: v.exactOptional(text),
  }),
  // JSON omits undefined values, so this adds both fields if they are missing.
  v.transform(({ before, after, ...rest }) => ({ ...rest, before, after })),
);

const searchShape: v.GenericSchema<unknown, ExposureSearch> = v.object({
  since: time,
  until: time,
  by: v.picklist(["value", "shape"]),
  searched: v.object({ logs: v.number(), outputs: v.number() }),
  findings: v.array(
    v.object({
      where: text,
      link: text,
      what: v.picklist(["the credential", "a private key", "a token", "a key or token in base64"]),
    }),
  ),
  notSearched: v.array(v.object({ where: text, reason: text })),
});

const entry = {
  at: time,
  by: text,
  result: v.picklist(["done", "reported", "partial", "failed", "skipped"]),
  statement: text,
  evidence: v.array(text),
  switches: v.exactOptional(v.array(switchShape)),
  search: v.exactOptional(searchShape),
};

/** An attempt at a step; attempts are numbered from 1. */
export function attemptStep(
  location: ExposureLocation,
  step: ExposureStep,
  attempt: number,
): StepKey<ExposureEntry> {
  const id = `${prefix(location)} ${step} #${attempt}`;
  const key = stepKey<ExposureEntry>(id, v.object({ step: v.literal(step), ...entry }));
  return orUnreadable(key, (found) => unreadableAttempt(step, found));
}

const inventory = v.fallback(
  v.object({ at: v.fallback(time, unknown), by: v.fallback(text, unknown) }),
  { at: unknown, by: unknown },
);

/**
 * Returns the attempt for a journal entry that is unreadable. It does not complete a step or prove
 * consent. It is still recorded, so that the next attempt gets a different number.
 */
function unreadableAttempt(step: ExposureStep, found: unknown): ExposureEntry {
  return {
    step,
    ...v.parse(inventory, found),
    result: "unknown",
    statement: "The journal entry of this attempt is unreadable.",
    evidence: [],
  };
}

/**
 * Returns a step key that replaces an invalid entry with an "unreadable" value. Only an entry that
 * was never stored counts as missing.
 */
function orUnreadable<T>({ id, read }: StepKey<T>, unreadable: (found: unknown) => T): StepKey<T> {
  return {
    id,
    read: (found) => (found === undefined ? undefined : (read(found) ?? unreadable(found))),
  };
}

/**
 * Returns the step key for discarding setup's proofs of a credential, which happens once per
 * incident and credential.
 */
export function forgottenStep(
  location: ExposureLocation,
  { openedAt, credential }: { readonly openedAt: string; readonly credential: StoredCredential },
): StepKey<true> {
  return doneKey(`${prefix(location)} proofs forgotten ${openedAt} ${credential}`);
}

function prefix({ host, repository }: ExposureLocation): string {
  return `${host} ${repository.toLowerCase()}`;
}
