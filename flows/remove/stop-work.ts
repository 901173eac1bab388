import type { ActiveRun } from "../../src/plane/exposed/active-runs.ts";
import type { RemovalStep } from "../../src/plane/remove/plan.ts";
import { count } from "../../src/shared/count.ts";
import { doOnce } from "./removal.ts";
import type { Removal } from "./removal.ts";

type Stop = Extract<RemovalStep, { kind: "stop" }>;

/**
 * Keeps every workflow from starting that would go on with a lesser credential.
 * @returns false where it is to run on, or runs on: then nothing else is taken away
 */
export async function stopWork(removal: Removal, stop: Stop): Promise<boolean> {
  const { context, deps } = removal;
  const { switches, activeRuns } = stop;
  const paths = stop.dependants.filter(({ state }) => state === "enabled").map(({ path }) => path);
  const isWanted = await context.ask.confirm({
    id: "stop-work",
    title: "Stop what starts work?",
    weight: "read first",
    facts: [
      ...(paths.length > 0 ? [{ name: "Disabled", text: paths.join(", ") }] : []),
      ...(switches.length > 0
        ? [{ name: "Set to false", text: switches.map(({ variable }) => variable).join(", ") }]
        : []),
      {
        name: "Cancelled",
        text: `every active run of ${deps.repository.full}; ${activeRuns} now`,
      },
      { name: "Undone by", text: "each workflow enabled again, and the switches set back" },
    ],
    body: ["The files of these workflows stay as they are: they are yours."],
    why: "A run that finds no App takes the PAT, and after that the workflow token. Nothing may start any more before the keys go.",
    yes: "Stop it all",
    no: "Let it run, and remove nothing",
  });
  if (!isWanted) {
    context.mark({ name: "Work", state: "skipped", summary: "runs on; nothing was removed" });
    return false;
  }
  await doOnce(removal, { id: "stop-work", title: "Stopping what starts work" }, () =>
    deps.stopWork(stop),
  );
  const left = await waitForRuns(removal);
  if (left.length === 0) {
    context.mark({ name: "Work", state: "done", summary: "nothing starts, nothing runs" });
    return true;
  }
  const summary = `nothing starts; ${count(left.length, "run")} not ended`;
  context.mark({ name: "Work", state: "attention", summary });
  return isToGoOn(removal, left);
}

const mostLinks = 5;

/** The forge may not end a run within the patience, or not at all: one without a key goes on with less. */
function isToGoOn({ context }: Removal, left: readonly ActiveRun[]): Promise<boolean> {
  return context.ask.confirm({
    id: "runs-left",
    title: "Go on while a run has not ended?",
    weight: "read first",
    facts: [
      { name: "Not ended", text: count(left.length, "run") },
      { name: "Breaks", text: "what it still has to do; it may go on with the PAT, or less" },
    ],
    body: ["Look why it does not end:", ...left.slice(0, mostLinks).map(({ link }) => link)],
    yes: "Go on all the same",
    no: "Stop here, and remove nothing",
  });
}

/** @returns those that run on */
function waitForRuns({
  context,
  deps,
}: Pick<Removal, "context" | "deps">): Promise<readonly ActiveRun[]> {
  return context.read("runs ended", () =>
    context.ask.progress(
      { id: "runs-ended", title: "Waiting until no run is active" },
      (say, signal) =>
        deps.endRuns({
          signal,
          say: (active) => say({ line: `still active: ${count(active.length, "run")}` }),
        }),
    ),
  );
}
