import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Say } from "../../src/prompts/prompter.ts";
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

/** Shows what the first two steps do, and asks for the yes; the one that was given for this incident lasts. */
export async function confirmContainment(
  { ask, read, restore }: Pick<FlowContext, "ask" | "read" | "restore">,
  deps: Pick<ExposedDeps, "profile" | "repository" | "options">,
  { situation, scope }: Plan,
): Promise<boolean> {
  const facts = [
    { name: "Kill switches", text: formatSwitches(situation, scope) },
    {
      name: "Active runs",
      text: `every one of ${deps.repository.full} is cancelled, by force where the forge refuses`,
    },
    { name: "Undone by", text: "the switches set back, and the runs started again" },
  ];
  // By an earlier run; what this one does is no answer of Back's.
  const isGiven = await read("containment given", () =>
    Promise.resolve(
      listAttempts(placeOf(deps), "runs-ended", restore).some(
        ({ result }) => result !== "skipped" && result !== "unknown",
      ),
    ),
  );
  if (isGiven || deps.options.isYes) {
    const body = facts.map(({ name, text }) => `${name}: ${text}.`);
    await ask.note({ id: "containing", title: "Containing it now", body });
    return true;
  }
  return ask.confirm({
    id: "contain",
    name: "Containment",
    title: "Contain it now?",
    weight: "read first",
    facts,
    body: ["Nothing is revoked yet."],
    why: "A kill switch stops new runs only, so active ones are cancelled besides. Both take seconds.",
    yes: "Contain it now",
    no: "Leave both as they are",
    initial: true,
  });
}

function formatSwitches({ settingsProblem }: Situation, { switches }: IncidentScope): string {
  if (switches.length > 0) return `${switches.join(", ")} set to false`;
  return `none is known: ${settingsProblem ?? "the settings name no affected package"}`;
}

type Switching = Using<never, "setSwitches"> & Pick<IncidentResponse, "situation" | "scope">;

/** Kill switches, then active runs: without a question, and without waiting for one another's success. */
export async function contain(
  response: Recording & Switching & Using<"ask", "cancelActiveRuns" | "waitForRuns">,
  { isWanted, way }: { isWanted: boolean; way: string },
): Promise<ExposureEntry[]> {
  const { context, deps } = response;
  // Once the switches are back on, they are not for this command to set again.
  if (attempts(response, "switches-on").some(({ result }) => result === "done")) return [];
  const orSkip = (step: ExposureStep, work: () => Promise<Outcome>) =>
    isWanted ? recordStep(response, { step, way }, work) : noteStep(response, step, notWanted);
  return [
    await orSkip("switches-off", () =>
      context.ask.progress(
        { id: "switches-off", title: "Setting kill switches to false", mustEnd: true },
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

const notWanted: Outcome = { result: "skipped", said: "The operator said no.", evidence: [] };

async function switchOff({ deps, situation, scope }: Switching): Promise<Outcome> {
  const { switches } = scope;
  if (switches.length === 0) {
    const problem = situation.settingsProblem;
    const said = "No kill switch is known; name one with --kill-switch NAME.";
    return problem === undefined
      ? { result: "skipped", said, evidence: [] }
      : { result: "failed", said, evidence: [problem] };
  }
  return describeSwitches(await deps.setSwitches(switches, "false"), "false");
}

/** What the forge said of each switch. */
export function describeSwitches(
  switches: readonly SwitchChange[],
  value: "true" | "false",
): Outcome {
  const bad = switches.filter(({ after }) => after !== value);
  const names = (list: readonly SwitchChange[]) => list.map(({ variable }) => variable).join(", ");
  return {
    result: bad.length === 0 ? "done" : "failed",
    said:
      bad.length === 0
        ? `${names(switches)} set to ${value}.`
        : `${names(bad)} not set to ${value}.`,
    evidence: switches.map(({ variable, before, after, problem }) => {
      const was = before === null ? "not there" : (before ?? "not known");
      return `${variable}: was ${was}, reads ${after ?? `otherwise: ${problem ?? "not known"}`}`;
    }),
    switches,
  };
}

function describeCancelled(runs: readonly CancelledRun[]): Outcome {
  const refused = runs.filter(({ how }) => how === "refused");
  const forced = runs.filter(({ how }) => how === "forced");
  const said =
    runs.length === 0
      ? "No run was active."
      : `${count(runs.length, "active run")}: ${runs.length - refused.length} cancelled, ${forced.length} of them by force, ${refused.length} refused.`;
  return {
    result: refused.length === 0 ? "done" : "failed",
    said,
    evidence: runs.map(
      ({ id, status, how, problem, link }) =>
        `run ${id}, ${status}: ${how}${problem === undefined ? "" : ` (${problem})`} ${link}`,
    ),
  };
}

function waitForRuns({ context, deps }: Using<"ask", "waitForRuns">): Promise<Outcome> {
  let isOver = false;
  const goOn = () => {
    isOver = true;
    return undefined;
  };
  return context.ask.progress(
    {
      id: "runs-ended",
      title: "Waiting until no run is active",
      actions: [{ id: "go-on", key: "g", label: "go on without waiting", run: goOn }],
    },
    async (say, signal) => {
      const left = await deps.waitForRuns({
        signal,
        isOver: () => isOver,
        say: reportRuns(say),
      });
      if (left.length === 0) {
        return { result: "done", said: "No run is active.", evidence: ["the forge lists none"] };
      }
      const evidence = left.map(({ id, status, link }) => `run ${id} is ${status}: ${link}`);
      return { result: "failed", said: `Still active: ${nameRuns(left)}.`, evidence };
    },
  );
}

/** Tells which runs are left, and each one that has ended since. */
function reportRuns(say: Say): (active: readonly ActiveRun[]) => void {
  let before: readonly ActiveRun[] = [];
  return (active) => {
    const ended = before.filter(({ id }) => !active.some((one) => one.id === id));
    for (const { id } of ended) say({ seen: `run ${id} has ended` });
    before = active;
    say({ line: `Still active: ${nameRuns(active)}` });
  };
}

function nameRuns(runs: readonly ActiveRun[]): string {
  return runs.map(({ id }) => `run ${id}`).join(", ");
}
