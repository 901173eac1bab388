import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { patProofStep } from "../../src/plane/rotate/journal-steps.ts";
import { advance } from "../../src/plane/rotate/rotation.ts";
import { count } from "../../src/shared/count.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { tryStoredPat } from "../pat/try-stored-pat.ts";
import type { TryDeps } from "../pat/try-stored-pat.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { PatRotation } from "./replace-pat.ts";
import type { RotateDeps } from "./rotate-deps.ts";

export type RecheckPatDeps = ControlLocation &
  TryDeps &
  Pick<RotateDeps, "now" | "patDate" | "keepProofs">;

/**
 * Uses the stored token again, to detect immediately whether the new token was deleted instead of
 * the old one.
 */
export async function recheckPat(
  context: Pick<FlowContext, "ask" | "step">,
  deps: RecheckPatDeps,
  revoked: PatRotation<"revoked">,
): Promise<PatRotation<"rechecked">> {
  const { replacement, settings, rotation } = revoked;
  const { fingerprint, expiresAt } = replacement;
  const { repositories } = replacement.agreement;
  const { environment } = settings;
  const evidence = await retryWithOperator(context, { id: "pat-recheck" }, () =>
    context.step(patProofStep(deps, "rechecked", fingerprint), async () => {
      // Reads the time before the run, because the run does not test a token that is stored during
      // the run.
      const storedAt = await deps.patDate(environment);
      const wanted = { count: repositories.length, fingerprint };
      await tryStoredPat(context, deps, { id: "pat-recheck", environment, wanted });
      if (storedAt !== undefined) {
        const proof = { storedAt, expiresAt, provedAt: deps.now().toISOString() };
        const pat = { environment, repositories, proof };
        await deps.keepProofs({ proved: [], refuted: [], pat });
      }
      return {
        at: deps.now().toISOString(),
        findings: [
          `the stored token can read ${count(repositories.length, "enrolled repository")}, until ${expiresAt}`,
        ],
      };
    }),
  );
  return { ...revoked, rotation: advance(rotation, "rechecked", evidence) };
}
