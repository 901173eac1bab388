import type { Admission } from "./admission.ts";
import { formatReset, timeToReset } from "./time-to-reset.ts";

/** The output of `admit --json`. */
export interface AdmissionDocument {
  readonly admitted: boolean;
  readonly reason: Admission["reason"];
  readonly remaining: number | null;
  readonly required: number;
  /** Reset time in ISO 8601, UTC; null if unknown. */
  readonly reset: string | null;
  readonly minutesToReset: number | null;
  readonly hoursToReset: number | null;
  readonly record: Admission["record"];
  readonly credential: string | null;
  readonly requests: number;
}

export function toAdmissionDocument(admission: Admission): AdmissionDocument {
  const { admitted, reason, remaining, required, record, credential, requests } = admission;
  const { at, minutes, hours } = describeReset(admission);
  return {
    admitted,
    reason,
    remaining: remaining ?? null,
    required,
    reset: at ?? null,
    minutesToReset: minutes ?? null,
    hoursToReset: hours ?? null,
    record,
    credential: credential ?? null,
    requests,
  };
}

/** Returns the step's outputs; unknown values are empty. */
export function toOutputs(admission: Admission): Record<string, string> {
  const { at, minutes } = describeReset(admission);
  return {
    admitted: String(admission.admitted),
    reason: admission.reason,
    remaining: String(admission.remaining ?? ""),
    required: String(admission.required),
    reset: at ?? "",
    "minutes-to-reset": String(minutes ?? ""),
  };
}

const titles: Readonly<Record<Admission["reason"], string>> = {
  capacity: "Admitted",
  unlimited: "Admitted: this server does not limit requests",
  "gate-active": "Stopped by an earlier run's record, without sending a request",
  denied: "Denied: not enough requests left",
  "unreadable-capacity": "Denied: the capacity could not be read",
  "credential-refused": "Denied: the credential was rejected",
};

/** Returns the result as one line of text. */
export function titleOfAdmission({ reason }: Pick<Admission, "reason">): string {
  return titles[reason];
}

/** Returns the four summary fields. @see spec/credentials.md, "Admission summary fields" */
export function admissionFields(admission: Admission): readonly (readonly [string, string])[] {
  const { remaining, required } = admission;
  const { at, minutes, hours } = describeReset(admission);
  const time =
    minutes === undefined || hours === undefined
      ? "unknown"
      : `about ${minutes} minutes (${hours.toFixed(2)} hours)`;
  return [
    ["remaining", remaining === undefined ? "unknown" : String(remaining)],
    ["required", String(required)],
    ["reset", at ?? "unknown"],
    ["time to reset", time],
  ];
}

/**
 * Returns Markdown for the run's summary. The Markdown does not contain any text from the forge.
 */
export function writeSummary(admission: Admission): string {
  const rows = admissionFields(admission).map(([name, value]) => `| ${name} | ${value} |`);
  return [
    `### API capacity admission gate`,
    "",
    `**${titleOfAdmission(admission)}.**`,
    "",
    "| field | value |",
    "| --- | --- |",
    ...rows,
    "",
    ...adviceOf(admission).map((line) => `${line}\n`),
    ...[...admission.notes, ...admission.forSummary].map((note) => `- ${note}`),
  ].join("\n");
}

/**
 * Returns the consequences of a denial: the work is incomplete, and a retry must wait for the reset.
 * @see spec/credentials.md, "Errors"
 */
export function adviceOf(admission: Admission): string[] {
  if (admission.admitted) return [];
  const { at } = describeReset(admission);
  return [
    "The work of this run is incomplete: no target was read, and no agent was started.",
    ...(at === undefined ? [] : [`Do not retry before ${at}.`]),
  ];
}

interface SpokenReset {
  readonly at?: string;
  readonly minutes?: number;
  readonly hours?: number;
}

function describeReset({ reset, now }: Pick<Admission, "reset" | "now">): SpokenReset {
  const at = reset === undefined ? undefined : formatReset(reset);
  return reset === undefined || at === undefined ? {} : { at, ...timeToReset(reset, now) };
}
