import type { ActiveRun } from "../../src/plane/exposed/active-runs.ts";
import type { RemovalStep } from "../../src/plane/remove/plan.ts";
import { count } from "../../src/shared/count.ts";
import { doOnce } from "./removal.ts";
import type { Removal } from "./removal.ts";

type Stop = Extract<RemovalStep, { kind: "stop" }>;

/**
 * Stops every workflow that would otherwise continue with a weaker credential.
 * @returns false if work continues, either by the operator's choice or because a run did not stop.
 *   The removal then stops.
 */
export async function stopWork(removal: Removal, stop: Stop): Promise<boolean> {
  const { context, deps } = removal;
  const { switches, activeRuns } = stop;
  const paths = stop.dependants.filter(({ state }) => state === "enabled").map(({ path }) => path);
  const isWanted = await context.ask.confirm({
    id: "stop-work",
    title: "Stop workflows and runs?",
    weight: "read first",
    facts: [
      ...(paths.length > 0 ? [{ name: "Disables", text: paths.join(", ") }] : []),
      ...(switches.length > 0
        ? [{ name: "Sets to false", text: switches.map(({ variable }) => variable).join(", ") }]
        : []),
      {
        name: "Cancels",
        text: `every active run in ${deps.repository.full}, currently ${activeRuns}`,
      },
      { name: "To undo", text: "enable each workflow and set the switches back" },
    ],
    body: ["These workflow files belong to you and stay unchanged."],
    why: "A run without an App uses the PAT or, if there is none, the workflow token. To prevent this, gatehouse stops runs before it deletes the keys.",
    yes: "Yes, stop them",
    no: "No, keep everything",
  });
  if (!isWanted) {
    context.mark({ name: "Work", state: "skipped", summary: "still active; nothing was removed" });
    return false;
  }
  await doOnce(removal, { id: "stop-work", title: "Stopping workflows and runs" }, () =>
    deps.stopWork(stop),
  );
  const left = await waitForRuns(removal);
  if (left.length === 0) {
    context.mark({ name: "Work", state: "done", summary: "all workflows and runs stopped" });
    return true;
  }
  const summary = `workflows stopped; ${count(left.length, "run")} still active`;
  context.mark({ name: "Work", state: "attention", summary });
  return isToContinue(removal, left);
}

const mostLinks = 5;

/**
 * Asks whether to continue although some runs did not stop in time. If their key is deleted, they
 * would continue with a weaker credential.
 */
function isToContinue({ context }: Removal, left: readonly ActiveRun[]): Promise<boolean> {
  return context.ask.confirm({
    id: "runs-left",
    title: "Continue while runs are still active?",
    weight: "read first",
    facts: [
      { name: "Active", text: count(left.length, "run") },
      {
        name: "Breaks",
        text: "the rest of these runs; they may continue with a weaker credential",
      },
    ],
    body: [
      "Find out why these runs do not stop:",
      ...left.slice(0, mostLinks).map(({ link }) => link),
    ],
    yes: "Continue anyway",
    no: "Stop, keep everything",
  });
}

/** @returns the runs that are still active */
function waitForRuns({
  context,
  deps,
}: Pick<Removal, "context" | "deps">): Promise<readonly ActiveRun[]> {
  return context.read("runs ended", () =>
    context.ask.progress(
      { id: "runs-ended", title: "Waiting until no run is active" },
      (report, signal) =>
        deps.endRuns({
          signal,
          report: (active) => report({ line: `still active: ${count(active.length, "run")}` }),
        }),
    ),
  );
}
