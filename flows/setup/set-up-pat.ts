import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
import { scopeFingerprint } from "../../src/control/scope/scope.ts";
import { judgeConsent } from "../../src/credentials/pat/consent.ts";
import type { ProfileChoice } from "../../src/credentials/profile/choice.ts";
import { insist } from "../shared/insist.ts";
import type { ConfirmedEntitlement } from "../scope/confirm-entitlement.ts";
import { readRecordedDecision, recordDecision } from "../scope/record-decision.ts";
import type { DecisionDeps } from "../scope/record-decision.ts";
import type { PatAgreement } from "../pat/agree-to-pat.ts";
import { createPat } from "../pat/create-pat.ts";
import type { CreateDeps } from "../pat/create-pat.ts";
import type { PatDeps } from "../pat/pat-deps.ts";
import { describePat } from "../pat/pat-summary.ts";
import type { PatSummary } from "../pat/pat-summary.ts";
import { prepareEnvironment, storePat } from "../pat/store-pat.ts";
import type { EnvironmentDeps, StorePatDeps } from "../pat/store-pat.ts";

export interface PatSetUp {
  readonly settings: Settings;
  readonly entitlement: ConfirmedEntitlement;
  readonly choice: ProfileChoice;
  readonly agreement: PatAgreement;
}

export type PatSetUpDeps = DecisionDeps &
  EnvironmentDeps &
  CreateDeps &
  StorePatDeps &
  Pick<PatDeps, "hasPat">;

/** A token that is stored, and consented to for this scope, is not asked for again. */
export async function setUpPat(
  context: FlowContext,
  deps: PatSetUpDeps,
  { settings, entitlement, choice, agreement }: PatSetUp,
): Promise<PatSummary> {
  const { environment } = settings;
  const { resourceOwner } = agreement;
  const recorded = await readRecordedDecision(context, deps);
  const isStored = await context.read("stored PAT", () =>
    insist(context, { id: "pat-look" }, () =>
      context.ask.progress({ id: "pat-look", title: "Looking for a stored token" }, () =>
        deps.hasPat(environment),
      ),
    ),
  );
  const current = { resourceOwner, scope: scopeFingerprint(settings), now: deps.now() };
  const given = recorded?.consent;
  if (isStored && given && judgeConsent(given, current).isGiven) {
    const { expiresAt, rotationOwner } = given;
    const summary = { environment, expiresAt, rotationOwner };
    context.mark({ name: "PAT", state: "done", summary: describePat(summary) });
    return summary;
  }
  await prepareEnvironment(context, deps, environment);
  const { token, expiresAt } = await createPat(context, deps, { settings, agreement });
  const consent = { ...agreement, expiresAt };
  await recordDecision(context, deps, { settings, choice, ...entitlement, consent });
  const { rotationOwner } = agreement;
  return storePat(context, deps, { environment, token, expiresAt, rotationOwner });
}
