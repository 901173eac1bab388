import type { FlowContext } from "../../src/asking/flow-context.ts";
import { patProofStep } from "../../src/control/rotation/journal-steps.ts";
import { advance } from "../../src/control/rotation/rotation.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { insist } from "../shared/insist.ts";
import type { PatRotation } from "./replace-pat.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { requireNewToken, tryStoredPat } from "./validate-pat.ts";
import type { TryDeps } from "./validate-pat.ts";

export type RecheckPatDeps = ControlPlace & TryDeps & Pick<RotateDeps, "now">;

/** Uses the stored token once more: it shows at once when the new one was deleted instead of the old one. */
export async function recheckPat(
  context: Pick<FlowContext, "ask" | "step">,
  deps: RecheckPatDeps,
  revoked: PatRotation<"revoked">,
): Promise<PatRotation<"rechecked">> {
  const { replacement, settings, rotation } = revoked;
  const { fingerprint, agreement, expiresAt } = replacement;
  const evidence = await insist(context, { id: "pat-recheck" }, () =>
    context.step(patProofStep(deps, "rechecked", fingerprint), async () => {
      const check = await tryStoredPat(context, deps, settings.environment, "pat-recheck");
      requireNewToken(check, fingerprint);
      const count = agreement.repositories.length;
      return {
        at: deps.now().toISOString(),
        findings: [`the stored token reads ${count} enrolled repositories, until ${expiresAt}`],
      };
    }),
  );
  return { ...revoked, rotation: advance(rotation, "rechecked", evidence) };
}
