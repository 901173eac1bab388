import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { SeenRun } from "../../src/plane/rotate/journal-results.ts";
import { patProofStep } from "../../src/plane/rotate/journal-steps.ts";
import { advance } from "../../src/plane/rotate/rotation.ts";
import type { ValidationRun } from "../../src/plane/rotate/rotation.ts";
import { count } from "../../src/shared/count.ts";
import { tryStoredPat } from "../pat/try-stored-pat.ts";
import type { TryDeps } from "../pat/try-stored-pat.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { reviewOperations } from "./review-operations.ts";
import type { ReviewDeps } from "./review-operations.ts";
import type { PatRotation } from "./replace-pat.ts";
import type { RotateDeps } from "./rotate-deps.ts";

export type ValidatePatDeps = ReviewDeps & TryDeps & Pick<RotateDeps, "now">;

/**
 * Tests the stored token in a proof run, then runs each operation in review mode.
 * @throws TokenNotProved, ValidationFailed
 */
export async function validatePat(
  context: FlowContext,
  deps: ValidatePatDeps,
  stored: PatRotation<"stored">,
): Promise<PatRotation<"validated">> {
  const { replacement, settings, rotation } = stored;
  const { fingerprint } = replacement;
  const seen = await retryWithOperator(context, { id: "pat-validation" }, () =>
    context.step(patProofStep(deps, "seen", fingerprint), async () => {
      const { environment } = settings;
      const wanted = { count: replacement.agreement.repositories.length, fingerprint };
      const runLink = await tryStoredPat(context, deps, { id: "pat-proof", environment, wanted });
      return { at: deps.now().toISOString(), runLink };
    }),
  );
  const runs = await collectRuns(context, deps, { seen, fingerprint });
  const summary = `${count(runs.length, "run")} succeeded`;
  context.mark({ name: "PAT validation", state: "done", summary });
  return {
    ...stored,
    rotation: advance(rotation, "validated", { at: seen.at, fingerprint, runs }),
  };
}

/**
 * Collects the runs as one recorded step, so an operation that is installed later is not part of
 * this rotation.
 */
async function collectRuns(
  context: FlowContext,
  deps: ReviewDeps,
  { seen, fingerprint }: { seen: SeenRun; fingerprint: string },
): Promise<readonly ValidationRun[]> {
  const key = patProofStep(deps, "validated", fingerprint);
  const earlier = context.restore(key);
  if (earlier) return earlier;
  const proof = { what: "proof run", link: seen.runLink, hasPassed: true };
  const reviews = await reviewOperations(context, deps, [fingerprint]);
  return context.record(key, [proof, ...reviews]);
}
