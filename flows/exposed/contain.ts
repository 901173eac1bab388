import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { ReportProgress } from "../../src/prompts/prompter.ts";
import type { ExposureEntry, ExposureStep } from "../../src/plane/exposed/exposure.ts";
import { listAttempts } from "../../src/plane/exposed/read-record.ts";
import type { ActiveRun, CancelledRun } from "../../src/plane/exposed/active-runs.ts";
import type { Situation } from "../../src/plane/exposed/situation.ts";
import type { SwitchChange } from "../../src/plane/exposed/switches.ts";
import { placeOf } from "./exposed-deps.ts";
import type { ExposedDeps } from "./exposed-deps.ts";
import type { IncidentScope } from "./open-incident.ts";
import { count } from "../../src/shared/count.ts";
import { attempts, noteStep, recordStep } from "./record-step.ts";
import type { IncidentResponse, Outcome, Recording, Using } from "./record-step.ts";

interface Plan {
  readonly situation: Situation;
  readonly scope: IncidentScope;
}

/**
 * Shows the effects of the first two steps and asks for confirmation. A confirmation that was
 * already given for this incident stays valid.
 */
export async function confirmContainment(
  { ask, read, restore }: Pick<FlowContext, "ask" | "read" | "restore">,
  deps: Pick<ExposedDeps, "profile" | "repository" | "options">,
  { situation, scope }: Plan,
): Promise<boolean> {
  const facts = [
    { name: "Kill switches", text: formatSwitches(situation, scope) },
    {
      name: "Active runs",
      text: `every active run in ${deps.repository.full} is cancelled, by force if necessary`,
    },
    { name: "To undo", text: "set the switches back and start the runs again" },
  ];
  // Reads the earlier attempts once per run. Otherwise, after Back, a step of this run would count
  // as the confirmation.
  const isGiven = await read("containment given", () =>
    Promise.resolve(
      listAttempts(placeOf(deps), "runs-ended", restore).some(
        ({ result }) => result !== "skipped" && result !== "unknown",
      ),
    ),
  );
  if (isGiven || deps.options.isYes) {
    const body = facts.map(({ name, text }) => `${name}: ${text}.`);
    await ask.note({ id: "containing", title: "Containing the exposure", body });
    return true;
  }
  return ask.confirm({
    id: "contain",
    name: "Containment",
    title: "Contain the exposure now?",
    weight: "read first",
    facts,
    body: ["Nothing is revoked yet."],
    why: "A kill switch only prevents new runs, so active runs are also cancelled. Both steps take seconds.",
    yes: "Yes, contain it",
    no: "No, do not contain it",
    initial: true,
  });
}

function formatSwitches({ settingsProblem }: Situation, { switches }: IncidentScope): string {
  if (switches.length > 0) return `${switches.join(", ")} set to false`;
  return `none known: ${settingsProblem ?? "the settings do not name any affected review package"}`;
}

type Switching = Using<never, "setSwitches"> & Pick<IncidentResponse, "situation" | "scope">;

/**
 * Sets the kill switches, then cancels active runs. Does not ask for confirmation, and cancels runs
 * even if a switch cannot be set.
 */
export async function contain(
  response: Recording & Switching & Using<"ask", "cancelActiveRuns" | "waitForRuns">,
  { isWanted, way }: { isWanted: boolean; way: string },
): Promise<ExposureEntry[]> {
  const { context, deps } = response;
  // Once the switches are on again, this command must not turn them off.
  if (attempts(response, "switches-on").some(({ result }) => result === "done")) return [];
  const orSkip = (step: ExposureStep, work: () => Promise<Outcome>) =>
    isWanted ? recordStep(response, { step, way }, work) : noteStep(response, step, notWanted);
  return [
    await orSkip("switches-off", () =>
      context.ask.progress(
        { id: "switches-off", title: "Blocking new runs (kill switch = false)", mustEnd: true },
        () => switchOff(response),
      ),
    ),
    await orSkip("cancel-runs", () =>
      context.ask.progress(
        { id: "cancel-runs", title: "Cancelling active runs", mustEnd: true },
        async () => describeCancelled(await deps.cancelActiveRuns()),
      ),
    ),
    await orSkip("runs-ended", () => waitForRuns(response)),
  ];
}

const notWanted: Outcome = { result: "skipped", statement: "The operator declined.", evidence: [] };

async function switchOff({ deps, situation, scope }: Switching): Promise<Outcome> {
  const { switches } = scope;
  if (switches.length === 0) {
    const problem = situation.settingsProblem;
    const statement = "No kill switch is known. Pass one with --kill-switch NAME.";
    return problem === undefined
      ? { result: "skipped", statement, evidence: [] }
      : { result: "failed", statement, evidence: [problem] };
  }
  return describeSwitches(await deps.setSwitches(switches, "false"), "false");
}

export function describeSwitches(
  switches: readonly SwitchChange[],
  value: "true" | "false",
): Outcome {
  const bad = switches.filter(({ after }) => after !== value);
  const names = (list: readonly SwitchChange[]) => list.map(({ variable }) => variable).join(", ");
  return {
    result: bad.length === 0 ? "done" : "failed",
    statement:
      bad.length === 0
        ? `${names(switches)} set to ${value}.`
        : `${names(bad)} not set to ${value}.`,
    evidence: switches.map(({ variable, before, after, problem }) => {
      const was = before === null ? "not set" : (before ?? "unknown");
      return `${variable}: was ${was}, now ${after ?? `unknown (${problem ?? "no reason reported"})`}`;
    }),
    switches,
  };
}

function describeCancelled(runs: readonly CancelledRun[]): Outcome {
  const refused = runs.filter(({ how }) => how === "refused");
  const forced = runs.filter(({ how }) => how === "forced");
  const statement =
    runs.length === 0
      ? "No run was active."
      : `${count(runs.length, "active run")}: ${runs.length - refused.length} cancelled, ${forced.length} of them by force, ${refused.length} refused.`;
  return {
    result: refused.length === 0 ? "done" : "failed",
    statement,
    evidence: runs.map(
      ({ id, status, how, problem, link }) =>
        `run ${id}, ${status}: ${how}${problem === undefined ? "" : ` (${problem})`} ${link}`,
    ),
  };
}

function waitForRuns({ context, deps }: Using<"ask", "waitForRuns">): Promise<Outcome> {
  let isOver = false;
  const continueWith = () => {
    isOver = true;
    return undefined;
  };
  return context.ask.progress(
    {
      id: "runs-ended",
      title: "Waiting until no run is active",
      actions: [{ id: "continue", key: "g", label: "continue without waiting", run: continueWith }],
    },
    async (report, signal) => {
      const left = await deps.waitForRuns({
        signal,
        isOver: () => isOver,
        report: reportRuns(report),
      });
      if (left.length === 0) {
        return {
          result: "done",
          statement: "No run is active.",
          evidence: ["no active run is listed"],
        };
      }
      const evidence = left.map(({ id, status, link }) => `run ${id} is ${status}: ${link}`);
      return { result: "failed", statement: `Still active: ${nameRuns(left)}.`, evidence };
    },
  );
}

/** Reports the runs that are still active, and each run that has stopped. */
function reportRuns(report: ReportProgress): (active: readonly ActiveRun[]) => void {
  let before: readonly ActiveRun[] = [];
  return (active) => {
    const ended = before.filter(({ id }) => !active.some((one) => one.id === id));
    for (const { id } of ended) report({ seen: `run ${id} stopped` });
    before = active;
    report({ line: `Still active: ${nameRuns(active)}` });
  };
}

function nameRuns(runs: readonly ActiveRun[]): string {
  return runs.map(({ id }) => `run ${id}`).join(", ");
}
