import type { FlowContext } from "../../src/asking/flow-context.ts";
import { verifiedStep } from "../../src/control/rotation/journal-steps.ts";
import { advance } from "../../src/control/rotation/rotation.ts";
import type { ValidationRun } from "../../src/control/rotation/rotation.ts";
import type { TokenReport } from "../../src/control/proof/proof-workflow.ts";
import { insist } from "../shared/insist.ts";
import { reviewOperations, ValidationFailed } from "./review-operations.ts";
import type { PatRotation } from "./replace-pat.ts";
import type { PatCheck, RotateDeps } from "./rotate-deps.ts";

/** Uses the stored token where it is stored, then has each operation do a review run. @throws ValidationFailed */
export async function validatePat(
  context: FlowContext,
  deps: RotateDeps,
  stored: PatRotation<"stored">,
): Promise<PatRotation<"validated">> {
  const { replacement, settings, rotation } = stored;
  const { fingerprint } = replacement;
  const seen = await insist(context, { id: "pat-validation" }, () =>
    context.step(verifiedStep(deps, "seen", [fingerprint]), async () => {
      const check = await tryStoredPat(context, deps, settings.environment, "pat-verification");
      requireNewToken(check, fingerprint);
      return { at: deps.now().toISOString(), runLink: check.runLink };
    }),
  );
  const id = verifiedStep(deps, "validated", [fingerprint]);
  const runs =
    context.recall<ValidationRun[]>(id) ??
    (await collectRuns(context, deps, { id, runLink: seen.runLink, fingerprint }));
  const count = runs.length === 1 ? "1 run" : `${runs.length} runs`;
  context.mark({ name: "PAT validation", state: "done", summary: `${count} succeeded` });
  return {
    ...stored,
    rotation: advance(rotation, "validated", { at: seen.at, fingerprint, runs }),
  };
}

async function collectRuns(
  context: FlowContext,
  deps: RotateDeps,
  { id, runLink, fingerprint }: { id: string; runLink: string; fingerprint: string },
): Promise<ValidationRun[]> {
  const reviews = await reviewOperations(context, deps, [fingerprint]);
  const verification = { what: "verification", link: runLink, hasPassed: true };
  return context.step(id, () => Promise.resolve([verification, ...reviews]));
}

export function tryStoredPat(
  { ask }: FlowContext,
  deps: RotateDeps,
  environment: string,
  id: "pat-verification" | "pat-recheck",
): Promise<PatCheck> {
  return ask.progress(
    { id, title: `Trying the stored token in a run of the environment ${environment}` },
    (say, signal) =>
      deps.checkStoredPat(
        environment,
        (line, link) => say({ line, ...(link !== undefined && { link }) }),
        signal,
      ),
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
