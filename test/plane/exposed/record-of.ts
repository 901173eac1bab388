import type { CommandFormatter } from "../../../src/plane/repository/command-line.ts";
import type { ExposureEntry, ExposureStep, Incident } from "../../../src/plane/exposed/exposure.ts";
import { attemptStep, incidentStep } from "../../../src/plane/exposed/journal-steps.ts";
import { readRecord } from "../../../src/plane/exposed/read-record.ts";
import type { ExposureSearch } from "../../../src/plane/exposed/search.ts";

export const location = { host: "github.com", repository: "acme/control" };
export const command: CommandFormatter = (verb, more = []) =>
  ["gatehouse", verb, ...more].join(" ");
export const incident: Incident = {
  openedAt: "2026-11-21T09:00:00.000Z",
  openedBy: "mona",
  credentials: ["read-app"],
  packages: ["review"],
  switches: { CP_REVIEW_ENABLED: "true" },
  storedAt: {},
};

const required: readonly ExposureStep[] = [
  "switches-off",
  "cancel-runs",
  "runs-ended",
  "ended read-app",
  "search",
  "rotated read-app",
  "review-mode",
  "switches-on",
];

/** @param search findings of the search, if any */
export function recordOf(
  changes: Partial<Record<ExposureStep, ExposureEntry["result"] | undefined>>,
  search?: ExposureSearch,
) {
  const results = { ...Object.fromEntries(required.map((step) => [step, "done"])), ...changes };
  const steps = new Map<string, unknown>([[incidentStep(location).id, incident]]);
  for (const [index, [step, result]] of Object.entries(results).entries()) {
    if (result === undefined) continue;
    const at = `2026-11-21T09:00:${String(index).padStart(2, "0")}.000Z`;
    const entry = { step, at, by: "mona", result, statement: "It is so.", evidence: ["seen"] };
    const found = step === "search" && search ? { search } : {};
    steps.set(attemptStep(location, step as ExposureStep, 1).id, { ...entry, ...found });
  }
  return readRecord(location, ({ id, read }) => read(steps.get(id)));
}
