import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { requireThere } from "../../src/plane/proof/check-report.ts";
import type { Proof } from "../../src/plane/proof/run-proof.ts";
import type { SeenApps } from "../../src/plane/rotate/journal-results.ts";
import { proofStep } from "../../src/plane/rotate/journal-steps.ts";
import { advance } from "../../src/plane/rotate/rotation.ts";
import type { ValidationRun } from "../../src/plane/rotate/rotation.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { count } from "../../src/shared/count.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { reportRun } from "../shared/report-run.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { reviewOperations, ValidationFailed } from "./review-operations.ts";
import type { ReviewDeps } from "./review-operations.ts";
import type { KeyRotation } from "./key-rotation.ts";
import type { RotateDeps } from "./rotate-deps.ts";

export type ValidateKeysDeps = ReviewDeps & Pick<RotateDeps, "runProof" | "now">;

/**
 * Tests the stored keys in a proof run, then in a review run of each operation.
 * @throws ValidationFailed before anything is revoked
 */
export async function validateKeys(
  context: FlowContext,
  deps: ValidateKeysDeps,
  stored: readonly KeyRotation<"stored">[],
): Promise<{ validated: KeyRotation<"validated">[]; seen: SeenApps }> {
  const fingerprints = stored.map(({ replacement }) => replacement.fingerprint);
  const seen = await retryWithOperator(context, { id: "validation" }, () =>
    context.step(proofStep(deps, "seen", fingerprints), async () => {
      const proof = await proveStored(context, deps, "proof");
      for (const each of stored) requireNewKey(proof, each, deps);
      return describe(proof, deps.now());
    }),
  );
  const runs = await collectRuns(context, deps, { seen, fingerprints });
  const validated = stored.map((each) => {
    const { fingerprint } = each.replacement;
    const rotation = advance(each.rotation, "validated", { at: seen.at, fingerprint, runs });
    return { ...each, rotation };
  });
  const summary = `${count(runs.length, "run")} succeeded`;
  context.mark({ name: "Validation", state: "done", summary });
  return { validated, seen };
}

/**
 * Records all runs as one step, so that an operation that is installed later is not part of this
 * rotation.
 */
async function collectRuns(
  context: FlowContext,
  deps: ReviewDeps,
  { seen, fingerprints }: { seen: SeenApps; fingerprints: readonly string[] },
): Promise<readonly ValidationRun[]> {
  const key = proofStep(deps, "validated", fingerprints);
  const earlier = context.restore(key);
  if (earlier) return earlier;
  const proof = { what: "proof run", link: seen.runLink, hasPassed: true };
  const reviews = await reviewOperations(context, deps, fingerprints);
  return context.record(key, [proof, ...reviews]);
}

export function proveStored(
  { ask }: Pick<FlowContext, "ask">,
  deps: Pick<RotateDeps, "runProof">,
  id: "proof" | "recheck" | "stored-proof",
): Promise<Proof> {
  const title =
    id === "recheck" ? "Testing the stored keys again" : "Testing the stored keys in a run";
  return ask.progress({ id, title }, (report, signal) => deps.runProof(reportRun(report), signal));
}

/**
 * Verifies that the run used the new key, because GitHub may have provided an older, cached secret.
 */
function requireNewKey(
  proof: Proof,
  { role, ready, replacement }: KeyRotation<"stored">,
  deps: ControlLocation,
): void {
  const { clientId } = replacement;
  requireThere(proof, { role, clientId, ...deps, account: ready.account });
  const { reports, runLink } = proof;
  const report = reports[role];
  const next = [
    { text: "Open the run", link: runLink },
    { text: "Then validate again", command: commandLine("rotate", deps) },
    {
      text: "Or go back: provide the old key as the new one",
      command: commandLine("rotate", deps, ["--start-over"]),
    },
  ];
  const still = "Nothing was revoked: the old key still works.";
  if (!report) {
    throw new ValidationFailed(
      `The run could not use the ${titleOf(role)}'s stored key. ${still}`,
      next,
    );
  }
  if (report.clientId !== clientId) {
    throw new ValidationFailed(
      `The run used App ${report.clientId}, not ${clientId}. ${still}`,
      next,
    );
  }
  if (report.keyFingerprint !== replacement.fingerprint) {
    throw new ValidationFailed(
      `The run used the key ${report.keyFingerprint}, not the new one. ${still}`,
      next,
    );
  }
}

function describe({ runLink, reports }: Proof, now: Date): SeenApps {
  const { read, write } = reports;
  return {
    at: now.toISOString(),
    runLink,
    repositories: {
      ...(read && { read: read.repositoriesDigest }),
      ...(write && { write: write.repositoriesDigest }),
    },
  };
}
