import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { SeenRun } from "../../src/control/rotation/journal-results.ts";
import { patProofStep } from "../../src/control/rotation/journal-steps.ts";
import { advance } from "../../src/control/rotation/rotation.ts";
import type { ValidationRun } from "../../src/control/rotation/rotation.ts";
import type { PatCheck } from "../../src/control/proof/check-stored-pat.ts";
import type { TokenReport } from "../../src/control/proof/proof-workflow.ts";
import { insist } from "../shared/insist.ts";
import { sayLine } from "../shared/say-line.ts";
import { reviewOperations, ValidationFailed } from "./review-operations.ts";
import type { ReviewDeps } from "./review-operations.ts";
import type { PatRotation } from "./replace-pat.ts";
import type { RotateDeps } from "./rotate-deps.ts";

export type TryDeps = Pick<RotateDeps, "checkStoredPat">;
export type ValidatePatDeps = ReviewDeps & TryDeps & Pick<RotateDeps, "now">;

/** Uses the stored token where it is stored, then has each operation do a review run. @throws ValidationFailed */
export async function validatePat(
  context: FlowContext,
  deps: ValidatePatDeps,
  stored: PatRotation<"stored">,
): Promise<PatRotation<"validated">> {
  const { replacement, settings, rotation } = stored;
  const { fingerprint } = replacement;
  const seen = await insist(context, { id: "pat-validation" }, () =>
    context.step(patProofStep(deps, "seen", fingerprint), async () => {
      const check = await tryStoredPat(context, deps, settings.environment, "pat-proof");
      requireNewToken(check, fingerprint);
      return { at: deps.now().toISOString(), runLink: check.runLink };
    }),
  );
  const runs = await collectRuns(context, deps, { seen, fingerprint });
  const count = runs.length === 1 ? "1 run" : `${runs.length} runs`;
  context.mark({ name: "PAT validation", state: "done", summary: `${count} succeeded` });
  return {
    ...stored,
    rotation: advance(rotation, "validated", { at: seen.at, fingerprint, runs }),
  };
}

/** Kept as a whole: an operation that is installed later has no part in this rotation. */
async function collectRuns(
  context: FlowContext,
  deps: ReviewDeps,
  { seen, fingerprint }: { seen: SeenRun; fingerprint: string },
): Promise<readonly ValidationRun[]> {
  const key = patProofStep(deps, "validated", fingerprint);
  const earlier = context.recall(key);
  if (earlier) return earlier;
  const proof = { what: "proof run", link: seen.runLink, hasPassed: true };
  const reviews = await reviewOperations(context, deps, [fingerprint]);
  return context.remember(key, [proof, ...reviews]);
}

export function tryStoredPat(
  { ask }: Pick<FlowContext, "ask">,
  deps: TryDeps,
  environment: string,
  id: "pat-proof" | "pat-recheck",
): Promise<PatCheck> {
  return ask.progress(
    { id, title: `Trying the stored token in a run of the environment ${environment}` },
    (say, signal) => deps.checkStoredPat(environment, sayLine(say), signal),
  );
}

/** @throws ValidationFailed unless the run used this very token, and read all that it has to read */
export function requireNewToken({ report, runLink }: PatCheck, fingerprint: string): void {
  const because = refuse(report, fingerprint);
  if (because === undefined) return;
  throw new ValidationFailed(`The stored token was not seen to work: ${because}.`, [
    { say: "See the run", link: runLink },
    { say: "Check that the environment takes the default branch, and that the token is approved" },
  ]);
}

function refuse(report: TokenReport | undefined, fingerprint: string): string | undefined {
  if (!report) return "the run could not use it";
  if (report.fingerprint !== fingerprint) return "the run used another token than the new one";
  const { asked, read, refusals } = report.discovery;
  if (read === asked) return undefined;
  return `it read ${read} of ${asked} repositories (${refusals.join(", ")})`;
}
