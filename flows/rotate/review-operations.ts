import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Operation } from "../../src/plane/rotate/operations.ts";
import { reviewStep } from "../../src/plane/rotate/journal-steps.ts";
import type { ValidationRun } from "../../src/plane/rotate/rotation.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { reportRun } from "../shared/report-run.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { ReadyOperation, RotateDeps } from "./rotate-deps.ts";

/** The replacement was not seen to work. Nothing is revoked; the old credential still works. */
export class ValidationFailed extends Incomplete {}

type FindDeps = Pick<RotateDeps, "readSettings" | "listOperations">;
type RunDeps = ControlPlace & Pick<RotateDeps, "runReview">;
export type ReviewDeps = FindDeps & RunDeps;

/**
 * Has every installed operation do one review run with what is stored now. A run that succeeded is not repeated
 * for the same replacement.
 * @throws ValidationFailed
 */
export async function reviewOperations(
  context: Pick<FlowContext, "ask" | "read" | "step">,
  deps: ReviewDeps,
  fingerprints: readonly string[],
): Promise<ValidationRun[]> {
  const operations = await retryWithOperator(context, { id: "operations" }, () =>
    findOperations(context, deps),
  );
  const runs: ValidationRun[] = [];
  for (const operation of operations) {
    const key = reviewStep(deps, operation.name, fingerprints);
    const run = await retryWithOperator(context, { id: `review-${operation.name}` }, () =>
      context.step(key, () => review(context, deps, operation)),
    );
    runs.push(run);
  }
  return runs;
}

/** What can be reviewed; what is switched off, and that there is nothing, is said. */
async function findOperations(
  context: Pick<FlowContext, "ask" | "read">,
  deps: FindDeps,
): Promise<readonly ReadyOperation[]> {
  const { ask } = context;
  const settings = await readSettingsOnce(context, deps);
  const found = settings
    ? await ask.progress(
        { id: "operations", title: "Looking for installed operations", canLeave: true },
        () => deps.listOperations(settings),
      )
    : [];
  requireNoneBlocked(found);
  const ready = found.filter((each) => each.state === "ready");
  const off = found.filter((each) => each.state === "off");
  const because = settings ? "no package of the scope is installed and on" : "no scope is there";
  if (ready.length === 0 || off.length > 0) {
    await ask.note({
      id: "reviews",
      title: ready.length === 0 ? "There is no operation to review" : "Not reviewed: switched off",
      body: [
        ...(ready.length === 0 ? [`Because ${because}. The proof run alone has to do.`] : []),
        ...off.map((each) => `${each.name}: ${each.because}`),
      ],
    });
  }
  return ready;
}

function requireNoneBlocked(operations: readonly Operation[]): void {
  const blocked = operations.filter((each) => each.state === "blocked");
  if (blocked.length === 0) return;
  const reasons = blocked.map(({ name, because }) => `${name}: ${because}`).join("; ");
  throw new ValidationFailed(
    `Not every operation can be reviewed. ${reasons}. Nothing is revoked.`,
    blocked.map(({ next }) => ({ say: next })),
  );
}

function review(
  { ask }: Pick<FlowContext, "ask">,
  deps: RunDeps,
  operation: ReadyOperation,
): Promise<ValidationRun> {
  return ask.progress(
    {
      id: `review-${operation.name}`,
      title: "Running a review of a package",
      body: [operation.name],
      why: "A replacement counts only when what runs every day has run with it.",
    },
    async (say, signal) => {
      const { link, conclusion } = await deps.runReview(operation, reportRun(say), signal);
      if (conclusion === "success")
        return { what: `review of ${operation.name}`, link, hasPassed: true };
      throw new ValidationFailed(
        `The review run of ${operation.name} ended with ${conclusion}. Nothing is revoked: the old credential still works.`,
        [
          { say: "See the run, and mend what it says", link },
          {
            say: "Then validate again",
            command: commandLine("rotate", deps),
          },
        ],
      );
    },
  );
}

export function readSettingsOnce(
  { read }: Pick<FlowContext, "read">,
  deps: Pick<RotateDeps, "readSettings">,
): Promise<Settings | undefined> {
  return read("settings", () => deps.readSettings());
}
