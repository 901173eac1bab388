import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Operation } from "../../src/plane/rotate/operations.ts";
import { reviewStep } from "../../src/plane/rotate/journal-steps.ts";
import type { ValidationRun } from "../../src/plane/rotate/rotation.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { reportRun } from "../shared/report-run.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { ReadyOperation, RotateDeps } from "./rotate-deps.ts";

/** The replacement could not be verified. Nothing is revoked; the old credential still works. */
export class ValidationFailed extends Incomplete {}

type FindDeps = Pick<RotateDeps, "readSettings" | "listOperations">;
type RunDeps = ControlLocation & Pick<RotateDeps, "runReview">;
export type ReviewDeps = FindDeps & RunDeps;

/**
 * Runs every installed operation once in review mode with the stored credentials. A successful run
 * is not repeated for the same replacement.
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

/**
 * Returns the operations that can be reviewed. Shows a note if operations are switched off, or if
 * no operation can be reviewed.
 */
async function findOperations(
  context: Pick<FlowContext, "ask" | "read">,
  deps: FindDeps,
): Promise<readonly ReadyOperation[]> {
  const { ask } = context;
  const settings = await readSettingsOnce(context, deps);
  const found = settings
    ? await ask.progress(
        { id: "operations", title: "Checking the installed operations", canLeave: true },
        () => deps.listOperations(settings),
      )
    : [];
  requireNoneBlocked(found);
  const ready = found.filter((each) => each.state === "ready");
  const off = found.filter((each) => each.state === "off");
  const reason = settings
    ? "no review package of the scope is installed and enabled"
    : "no scope is committed";
  if (ready.length === 0 || off.length > 0) {
    await ask.note({
      id: "reviews",
      title: ready.length === 0 ? "No operations to review" : "Not reviewed: switched off",
      body: [
        ...(ready.length === 0
          ? [`Reason: ${reason}. Only the proof run tests the replacement.`]
          : []),
        ...off.map((each) => `${each.name}: ${each.reason}`),
      ],
    });
  }
  return ready;
}

function requireNoneBlocked(operations: readonly Operation[]): void {
  const blocked = operations.filter((each) => each.state === "blocked");
  if (blocked.length === 0) return;
  const reasons = blocked.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
  throw new ValidationFailed(
    `Some operations cannot be reviewed. ${reasons}. Nothing was revoked.`,
    blocked.map(({ next }) => ({ text: next })),
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
      title: "Running an operation in review mode",
      body: [operation.name],
      why: "A replacement is accepted only after your regular operations have run successfully with it.",
    },
    async (report, signal) => {
      const { link, conclusion } = await deps.runReview(operation, reportRun(report), signal);
      if (conclusion === "success")
        return { what: `review of ${operation.name}`, link, hasPassed: true };
      throw new ValidationFailed(
        `The review run of ${operation.name} ended with ${conclusion}. Nothing was revoked: the old credential still works.`,
        [
          { text: "Open the run and fix what it reports", link },
          {
            text: "Then validate again",
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
