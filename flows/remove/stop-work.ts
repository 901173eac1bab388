import type { RemovalStep } from "../../src/control/removal/plan.ts";
import { count } from "../../src/shared/count.ts";
import { doOnce } from "./removal.ts";
import type { Removal } from "./removal.ts";

type Stop = Extract<RemovalStep, { kind: "stop" }>;

/**
 * Keeps every workflow from starting that would go on with a lesser credential.
 * @returns false where it is to run on: then nothing else is taken away
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
  context.mark(
    left === 0
      ? { name: "Work", state: "done", summary: "nothing starts, nothing runs" }
      : {
          name: "Work",
          state: "attention",
          summary: `nothing starts; ${count(left, "run")} not ended`,
        },
  );
  return true;
}

function waitForRuns({ context, deps }: Pick<Removal, "context" | "deps">): Promise<number> {
  return context.read("runs ended", () =>
    context.ask.progress(
      { id: "runs-ended", title: "Waiting until no run is active" },
      async (say, signal) => {
        const left = await deps.endRuns({
          signal,
          say: (active) => say({ line: `still active: ${count(active.length, "run")}` }),
        });
        return left.length;
      },
    ),
  );
}
