import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { enrolledRepositories, scopeFingerprint } from "../../src/plane/scope/scope.ts";
import { patProvedStep } from "../../src/plane/setup/journal-steps.ts";
import type { PatLocation } from "../../src/plane/setup/pat-proof.ts";
import { validateConsent } from "../../src/credentials/pat/consent.ts";
import type { ProfileChoice } from "../../src/credentials/profile/choice.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ConfirmedEntitlement } from "../scope/confirm-entitlement.ts";
import { readRecordedDecision, recordDecision } from "../scope/record-decision.ts";
import type { DecisionDeps } from "../scope/record-decision.ts";
import type { PatAgreement } from "../pat/agree-to-pat.ts";
import { createPat } from "../pat/create-pat.ts";
import type { CreateDeps } from "../pat/create-pat.ts";
import type { PatDeps } from "../pat/pat-deps.ts";
import { proveStoredPat } from "../pat/prove-stored-pat.ts";
import type { ProvePatDeps, StoredPat } from "../pat/prove-stored-pat.ts";
import { markPat } from "../pat/pat-summary.ts";
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
  ProvePatDeps &
  Pick<PatDeps, "patDate">;

/** Sets up the PAT. A stored token with a valid consent for this scope is not requested again. */
export async function setUpPat(
  context: FlowContext,
  deps: PatSetUpDeps,
  { settings, entitlement, choice, agreement }: PatSetUp,
): Promise<PatSummary> {
  const { environment } = settings;
  const { resourceOwner } = agreement;
  const repositories = enrolledRepositories(settings, deps.repository.full, "read");
  const location = { environment, repositories };
  const recorded = await readRecordedDecision(context, deps);
  const storedAt = await findPat(context, deps, environment);
  const current = { resourceOwner, scope: scopeFingerprint(settings), now: deps.now() };
  const given = recorded?.consent;
  if (storedAt !== undefined && given && validateConsent(given, current).isGiven) {
    // The consent remains valid. The new findings and answers are recorded with it.
    const { rotationOwner } = given;
    const consent = { ...agreement, rotationOwner, expiresAt: new Date(given.expiresAt) };
    await recordDecision(context, deps, { settings, choice, ...entitlement, consent });
    const kept = await keepStored(context, deps, { ...given, ...location, storedAt });
    if (kept) return kept;
  }
  const { admitsDefault } = await prepareEnvironment(context, deps, environment);
  const { token, expiresAt } = await createPat(context, deps, { settings, agreement });
  const consent = { ...agreement, expiresAt };
  await recordDecision(context, deps, { settings, choice, ...entitlement, consent });
  const { rotationOwner } = agreement;
  // The token was tested before it was stored, but it counts as proved only if runs can use the
  // environment.
  const state = admitsDefault === true ? "proved" : "unknown";
  const storable = { environment, token, expiresAt, rotationOwner, state } as const;
  const summary = await storePat(context, deps, storable);
  if (state === "proved") await keepProof(context, deps, { ...location, expiresAt });
  return summary;
}

/** Returns the stored PAT; undefined if the operator prefers to create another token. */
async function keepStored(
  context: FlowContext,
  deps: ProvePatDeps,
  stored: StoredPat & Pick<PatSummary, "rotationOwner">,
): Promise<PatSummary | undefined> {
  const state = await proveStoredPat(context, deps, stored);
  if (state === "another") return undefined;
  if (state === "proved") context.barBack();
  const { environment, expiresAt, rotationOwner } = stored;
  const summary = { environment, expiresAt, rotationOwner, state };
  markPat(context, summary);
  return summary;
}

function findPat(
  context: Pick<FlowContext, "read" | "ask">,
  deps: Pick<PatDeps, "patDate">,
  environment: string,
): Promise<string | undefined> {
  return context.read("stored PAT", () =>
    retryWithOperator(context, { id: "pat-read" }, () =>
      context.ask.progress({ id: "pat-read", title: "Checking for a stored token" }, () =>
        deps.patDate(environment),
      ),
    ),
  );
}

/**
 * Records the proof with the time at which the token was stored, as reported by GitHub. The token
 * itself was tested before it was stored.
 */
async function keepProof(
  context: Pick<FlowContext, "read" | "ask" | "record">,
  deps: PatSetUpDeps,
  { environment, repositories, expiresAt }: PatLocation & { expiresAt: Date },
): Promise<void> {
  const storedAt = await findPat(context, deps, environment);
  if (storedAt === undefined) return;
  await context.record(patProvedStep(deps, { environment, repositories }), {
    storedAt,
    expiresAt: expiresAt.toISOString(),
    provedAt: deps.now().toISOString(),
  });
}
