import { readRecord } from "../../src/plane/exposed/read-record.ts";
import { describeSwitches } from "./contain.ts";
import { placeOf } from "./exposed-deps.ts";
import { attempts, isDue, noteStep, recordStep } from "./record-step.ts";
import type { IncidentResponse, Outcome, Restoring, Recording, Using } from "./record-step.ts";

type Returning = Recording &
  Using<"ask", "options" | "returnToReview"> &
  Pick<IncidentResponse, "situation">;
type Switching = Recording &
  Using<"ask", "setSwitches"> &
  Pick<IncidentResponse, "incident" | "situation">;

/**
 * Returns the control plane to review mode. Then, after explicit confirmation, lets the packages
 * run again.
 */
export async function resumeWork(response: Returning & Switching): Promise<void> {
  if (isBlocked(response, ["review-mode", "switches-on"])) return;
  await returnToReview(response);
  if (isBlocked(response, ["switches-on"])) return;
  await switchOn(response);
}

/** Returns whether any step other than the given ones remains to be done. */
function isBlocked(response: Restoring, ours: readonly string[]): boolean {
  const { deps, context } = response;
  const record = readRecord(placeOf(deps), context.restore);
  return (record?.remaining ?? []).some((step) => !ours.includes(step));
}

async function returnToReview(response: Returning): Promise<void> {
  if (!(await isDue(response, "review-mode"))) return;
  const { context, deps, situation } = response;
  const isLive = situation.settings?.mode === "live";
  const isWanted = !isLive || deps.options.isYes || (await confirmReview(response));
  if (!isWanted) {
    const statement = "The settings remain in live mode.";
    await noteStep(response, "review-mode", { result: "failed", statement, evidence: [] });
    return;
  }
  await recordStep(response, { step: "review-mode" }, async (): Promise<Outcome> => {
    const was = await context.ask.progress(
      { id: "review-mode", title: "Returning the settings to review mode", mustEnd: true },
      () => deps.returnToReview(),
    );
    return {
      live: {
        result: "done",
        statement: "The settings are back in review mode.",
        evidence: ["committed to the control repository"],
      },
      review: { result: "done", statement: "The settings are in review mode.", evidence: [] },
      absent: { result: "skipped", statement: "No settings are committed.", evidence: [] },
    }[was] as Outcome;
  });
}

function confirmReview({ context, deps }: Using<"ask", "repository">): Promise<boolean> {
  return context.ask.confirm({
    id: "review-mode",
    title: "Return the settings to review mode?",
    facts: [
      { name: "Changes", text: `"mode" to "review", in a commit to ${deps.repository.full}` },
      { name: "Keeps", text: "everything else in the settings" },
    ],
    yes: "Commit it",
    no: "Stay in live mode",
    initial: true,
  });
}

/** Turns on only the kill switches that this incident turned off, and always asks first. */
async function switchOn(response: Switching): Promise<void> {
  if (!(await isDue(response, "switches-on"))) return;
  const { context, deps } = response;
  const variables = switchedOff(response);
  const isWanted = variables.length > 0 && (await confirmSwitches(response, variables));
  if (!isWanted) {
    const outcome =
      variables.length === 0
        ? ({ result: "skipped", statement: "No kill switch was set." } as const)
        : ({ result: "failed", statement: `${variables.join(", ")} remain false.` } as const);
    await noteStep(response, "switches-on", { ...outcome, evidence: [] });
    return;
  }
  await recordStep(response, { step: "switches-on" }, async (): Promise<Outcome> => {
    const changes = await context.ask.progress(
      { id: "switches-on", title: "Allowing new runs (kill switch = true)", mustEnd: true },
      () => deps.setSwitches(variables, "true"),
    );
    return describeSwitches(changes, "true");
  });
}

/**
 * Returns the switches that this incident set. Excludes switches that were already false, because
 * another user had set them.
 */
function switchedOff(response: Restoring & Pick<Switching, "incident" | "situation">): string[] {
  const { incident, situation } = response;
  const changes = attempts(response, "switches-off").flatMap(({ switches = [] }) => switches);
  // Uses the value that was recorded first. If that attempt crashed, a later attempt recorded the
  // "false" that the first attempt had set.
  const before = new Map<string, string | null | undefined>([
    ...changes.toReversed().map((change) => [change.variable, change.before] as const),
    ...Object.entries(incident.switches),
  ]);
  const recorded = changes.filter(({ after }) => after === "false");
  // Includes unrecorded changes, because a run may have crashed before it recorded a change. If the
  // variables cannot be read, any of them may have been changed.
  const now = situation.variables;
  const unrecorded = Object.keys(incident.switches).filter(
    (variable) => now === undefined || now.get(variable) === "false",
  );
  const ours = new Set([...recorded.map(({ variable }) => variable), ...unrecorded]);
  return [...ours].filter((variable) => before.get(variable) !== "false");
}

function confirmSwitches(
  { context }: Using<"ask">,
  variables: readonly string[],
): Promise<boolean> {
  return context.ask.confirm({
    id: "switches-on",
    title: "Let the review packages run again?",
    weight: "read first",
    facts: [
      { name: "Kill switches", text: `${variables.join(", ")} set to true` },
      { name: "Review packages", text: "run in review mode" },
    ],
    body: ["Review the search results first."],
    yes: "Let them run",
    no: "Not yet",
  });
}
