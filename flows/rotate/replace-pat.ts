import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { decisionPath } from "../../src/plane/scope/control-files.ts";
import type {
  DoneAt,
  OpenRotation,
  PatReplacement,
} from "../../src/plane/rotate/journal-results.ts";
import { patReplacementStep, stageStep } from "../../src/plane/rotate/journal-steps.ts";
import { advance, beginRotation } from "../../src/plane/rotate/rotation.ts";
import type { Rotation, RotationStage } from "../../src/plane/rotate/rotation.ts";
import { scopeFingerprint } from "../../src/plane/scope/scope.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { writeConsentNote } from "../../src/credentials/pat/consent.ts";
import { patSecret } from "../../src/credentials/records.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { providePat } from "./provide-pat.ts";
import type { ProvidePatDeps } from "./provide-pat.ts";
import type { RotateDeps } from "./rotate-deps.ts";
import { completeRotation } from "./rotation-plan.ts";

type StoreDeps = ControlLocation & Pick<RotateDeps, "storePat" | "now">;
type DecisionDeps = Pick<RotateDeps, "readDecision" | "writeDecision" | "operator" | "now">;
type RecordDeps = ControlLocation & DecisionDeps;
export type ReplacePatDeps = ProvidePatDeps & StoreDeps & RecordDeps;

export interface PatSubject {
  readonly open: OpenRotation;
  readonly settings: Settings;
}

export interface PatRotation<S extends RotationStage> extends PatSubject {
  readonly replacement: PatReplacement;
  readonly rotation: Rotation<S>;
}

/**
 * Imports a new token, replaces the stored token with it, and records the consent to the new token.
 */
export async function replacePat(
  context: FlowContext,
  deps: ReplacePatDeps,
  subject: PatSubject,
): Promise<PatRotation<"stored">> {
  const replacement = await provideStorablePat(context, deps, subject);
  const { at, fingerprint, expiresAt } = replacement;
  const begun = beginRotation("pat", { at: subject.open.startedAt });
  const proved = advance(begun, "proved", { at, fingerprint });
  const stored = await storeReplacement(context, deps, { ...subject, replacement });
  await recordConsent(context, deps, { ...subject, replacement });
  await completeRotation(context);
  const summary = `stored · expires ${expiresAt.slice(0, 10)}`;
  context.mark({ name: "PAT", state: "done", summary });
  return { ...subject, replacement, rotation: advance(proved, "stored", stored) };
}

/**
 * Returns a token that can be stored. GitHub shows a token only once, so a token that an earlier
 * run imported but did not store must be provided again or abandoned.
 */
async function provideStorablePat(
  context: FlowContext,
  deps: ReplacePatDeps,
  subject: PatSubject,
): Promise<PatReplacement> {
  const key = patReplacementStep(deps);
  const earlier = context.restore(key);
  if (earlier) {
    const isStored = context.restore(storedStep(deps, earlier)) !== undefined;
    if (isStored || context.vault.find(earlier.tokenId)) return earlier;
    await context.ask.note({
      id: "pat-lost",
      title: "A new token was provided but might not be stored",
      body: [
        `The new token expires on ${earlier.expiresAt.slice(0, 10)}. Provide it again if you still have it.`,
        "If you no longer have this token, delete it on the forge and create another one.",
      ],
    });
  }
  return context.record(key, await providePat(context, deps, subject));
}

type WithReplacement = PatSubject & { readonly replacement: PatReplacement };

async function storeReplacement(
  context: Pick<FlowContext, "ask" | "vault" | "step">,
  deps: StoreDeps,
  { settings, replacement }: WithReplacement,
): Promise<{ at: string; fingerprint: string }> {
  const { tokenId, fingerprint } = replacement;
  const { environment } = settings;
  return retryWithOperator(context, { id: "pat-store" }, () =>
    context.step(storedStep(deps, replacement), () =>
      context.ask.progress(
        { id: "pat-store", title: "Storing the new token", mustEnd: true },
        async (report) => {
          report({ line: `secret ${patSecret} in environment ${environment}` });
          await deps.storePat(environment, context.vault.require(tokenId));
          return { at: deps.now().toISOString(), fingerprint };
        },
      ),
    ),
  );
}

/**
 * Records the consent to the new token. Consent applies to one token until it expires, so the
 * record for the old token is no longer valid.
 */
async function recordConsent(
  context: Pick<FlowContext, "ask" | "step">,
  deps: RecordDeps,
  { settings, replacement }: WithReplacement,
): Promise<void> {
  const { fingerprint, expiresAt, agreement } = replacement;
  const path = decisionPath(deps.profile.brand);
  await retryWithOperator(context, { id: "pat-record" }, () =>
    context.step(stageStep(deps, "recorded", { credential: "pat", fingerprint }), () =>
      context.ask.progress(
        { id: "pat-record", title: "Recording the consent", mustEnd: true },
        (report) => {
          report({ line: `commit to ${path} in ${deps.repository.full}` });
          return writeConsent(deps, { settings, agreement, expiresAt });
        },
      ),
    ),
  );
}

async function writeConsent(
  deps: DecisionDeps,
  {
    settings,
    agreement,
    expiresAt,
  }: Pick<PatReplacement, "agreement" | "expiresAt"> & { settings: Settings },
): Promise<DoneAt> {
  const decision = await deps.readDecision();
  if (!decision) throw new Incomplete("The decision was deleted from the control repository.");
  const now = deps.now();
  const consent = writeConsentNote({
    operator: await deps.operator(),
    now,
    scope: scopeFingerprint(settings),
    resourceOwner: agreement.resourceOwner,
    repositories: agreement.repositories,
    rotationOwner: agreement.rotationOwner,
    expiresAt: new Date(expiresAt),
  });
  await deps.writeDecision({ ...decision, consent });
  return { at: now.toISOString() };
}

function storedStep(deps: ControlLocation, { fingerprint }: PatReplacement) {
  return stageStep(deps, "stored", { credential: "pat", fingerprint });
}
