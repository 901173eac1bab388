import type { FlowContext } from "../../../src/prompts/flow-context.ts";
import type { Journal } from "../../../src/prompts/journal.ts";
import { restoreFrom } from "../../../src/prompts/restore-from.ts";
import type { ExposedDeps } from "../../../flows/exposed/exposed-deps.ts";
import type { IncidentResponse } from "../../../flows/exposed/record-step.ts";
import type { ExposureEntry, ExposureStep, Incident } from "../../../src/plane/exposed/exposure.ts";
import { attemptStep, incidentStep } from "../../../src/plane/exposed/journal-steps.ts";
import { readRecord } from "../../../src/plane/exposed/read-record.ts";
import type { Situation } from "../../../src/plane/exposed/situation.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { quickPause } from "../shared/quick-pause.ts";
import { runStep, startJournal, type StepOptions } from "../shared/run-step.ts";

/*
 * A single step of a response. Its effects on the outside world are passed in, and its records are
 * returned.
 */

export const at = "2026-11-21T09:00:00.000Z";
const location = { host: "github.com", repository: "acme/control" };

const incident: Incident = {
  openedAt: at,
  openedBy: "mona",
  credentials: ["write-app", "pat"],
  packages: ["review"],
  switches: { CP_REVIEW_ENABLED: "true" },
  storedAt: {},
};

export interface Given extends StepOptions {
  readonly deps?: Partial<ExposedDeps>;
  readonly situation?: Partial<Situation>;
  readonly incident?: Partial<Incident>;
  readonly scope?: Partial<IncidentResponse["scope"]>;
}

/** Runs a step in an incident; without a journal, in a newly opened incident. */
export async function respondWith<T>(
  step: (response: IncidentResponse) => Promise<T>,
  given: Given = {},
) {
  const journal = given.journal ?? (await openIncident(given.incident));
  // The clock continues if Back restarts the step.
  const now = startClock();
  const run = await runStep((context) => step(createResponse(context, given, now)), {
    ...given,
    journal,
  });
  const record = readRecord(location, restoreFrom(journal));
  return { ...run, record, entries: record?.entries ?? [], last: record?.entries.at(-1) };
}

/**
 * Creates a journal with an incident and attempts at its steps, each later than the previous one.
 */
export async function openIncident(
  change: Partial<Incident> = {},
  ...attempts: readonly (Partial<ExposureEntry> & { step: ExposureStep })[]
): Promise<Journal> {
  const journal = startJournal();
  await journal.finishStep(incidentStep(location).id, { ...incident, ...change });
  for (const [index, attempt] of attempts.entries()) {
    const earlier = attempts.slice(0, index).filter(({ step }) => step === attempt.step).length;
    const time = new Date(Date.parse(at) + index * 1000).toISOString();
    const rest = {
      at: time,
      by: "mona",
      result: "done",
      statement: "It is so.",
      evidence: [],
    } as const;
    const { id } = attemptStep(location, attempt.step, earlier + 1);
    await journal.finishStep(id, { ...rest, ...attempt });
  }
  return journal;
}

/** Creates a clock that advances one second per reading. */
function startClock(): () => Date {
  const minute = 60_000;
  let time = Date.parse(at) + minute;
  return () => new Date((time += 1000));
}

function createResponse(
  context: FlowContext,
  given: Given,
  now: ExposedDeps["now"],
): IncidentResponse {
  const deps: Partial<ExposedDeps> = {
    profile: resolveHost(location.host),
    repository: requireRepositoryName(location.repository, "--repo"),
    options: { credentials: [], packages: [], switches: [], isYes: false },
    now,
    pause: quickPause,
    pollMilliseconds: 2000,
    openLink: () => Promise.resolve(true),
    ...given.deps,
  };
  const situation: Situation = {
    who: "mona",
    ownerKind: "organization",
    settings: undefined,
    variables: new Map(),
    storedAt: {},
    ...given.situation,
  };
  const scope = {
    credentials: ["write-app", "pat"] as const,
    packages: ["review"],
    switches: ["CP_REVIEW_ENABLED"],
    ...given.scope,
  };
  // A step must not use dependencies that are not passed in.
  const handed = deps as ExposedDeps;
  return { context, deps: handed, situation, incident: { ...incident, ...given.incident }, scope };
}
