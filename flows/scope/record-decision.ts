import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { journalLocation } from "../../src/plane/repository/journal-location.ts";
import { decisionPath } from "../../src/plane/scope/control-files.ts";
import type { Decision } from "../../src/plane/scope/decision.ts";
import { scopeFingerprint } from "../../src/plane/scope/scope.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { writeConsentNote } from "../../src/credentials/pat/consent.ts";
import { confirmEntitlement } from "../../src/credentials/entitlement.ts";
import { isSameChoice } from "../../src/credentials/profile/choice.ts";
import type { ProfileChoice } from "../../src/credentials/profile/choice.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import { doneKey } from "../../src/shared/step-key.ts";
import type { PatAgreement } from "../pat/agree-to-pat.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { ConfirmedEntitlement } from "./confirm-entitlement.ts";
import type { ScopeDeps } from "./scope-deps.ts";

export interface DecisionSubject extends ConfirmedEntitlement {
  readonly settings: Settings;
  readonly choice: ProfileChoice;
  /** For a PAT: the agreement, and the token's expiration time. */
  readonly consent?: PatAgreement & { readonly expiresAt: Date };
}

type SignDeps = Pick<ScopeDeps, "operator" | "now">;
export type DecisionDeps = ControlLocation &
  SignDeps &
  Pick<ScopeDeps, "readDecision" | "writeDecision">;

/** Reads the recorded decision. An invalid file counts as missing, and setup replaces it. */
export function readRecordedDecision(
  context: Pick<FlowContext, "ask" | "read">,
  deps: Pick<ScopeDeps, "readDecision">,
): Promise<Decision | undefined> {
  return context.read("decision", () =>
    retryWithOperator(context, { id: "decision-read" }, () =>
      context.ask.progress(
        { id: "decision-read", title: "Reading the recorded decision" },
        async () => {
          try {
            return await deps.readDecision();
          } catch (error) {
            if (error instanceof InvalidInput) return undefined;
            throw error;
          }
        },
      ),
    ),
  );
}

/**
 * Commits the decision unless the same decision is already committed. `verify` later compares
 * GitHub's state with this decision.
 */
export async function recordDecision(
  context: Pick<FlowContext, "ask" | "read" | "step" | "reset">,
  deps: DecisionDeps,
  subject: DecisionSubject,
): Promise<void> {
  const { settings, choice, consent } = subject;
  const { profile, readApp, writeApp, pat } = choice;
  const recorded = await readRecordedDecision(context, deps);
  const scope = scopeFingerprint(settings);
  const flags = [profile, readApp, writeApp, pat, consent?.expiresAt.toISOString() ?? ""].join(" ");
  const done = doneKey(`${journalLocation(deps)} decision ${scope} ${flags}`);
  const path = decisionPath(deps.profile.brand);
  // If the decision is already committed, nothing changes, so the operator can still go back past
  // this point.
  if (recorded !== undefined && isSame(recorded, subject)) return;
  await context.reset(done);
  await retryWithOperator(context, { id: "decision-write" }, () =>
    context.step(done, async () => {
      await context.ask.progress(
        { id: "decision-write", title: `Committing ${path}`, mustEnd: true },
        async () => {
          const chosen = { profile, readApp, writeApp, pat };
          await deps.writeDecision(await describe(deps, { ...subject, choice: chosen }));
        },
      );
      // The cached decision is out of date.
      await context.reset("decision");
      return true;
    }),
  );
}

function isSame(
  { choice, scope, entitlement, consent }: Decision,
  { settings, choice: chosen, entitlement: found, confirmed, consent: given }: DecisionSubject,
): boolean {
  return (
    scope === scopeFingerprint(settings) &&
    isSameChoice(choice, chosen) &&
    entitlement.state === found.state &&
    entitlement.confirmation?.administrator === confirmed?.administrator &&
    entitlement.confirmation?.role === confirmed?.role &&
    consent?.expiresAt === given?.expiresAt.toISOString()
  );
}

async function describe(
  deps: SignDeps,
  { settings, choice, consent, entitlement, confirmed }: DecisionSubject,
) {
  const operator = await deps.operator();
  const now = deps.now();
  const scope = scopeFingerprint(settings);
  return {
    version: 1 as const,
    choice,
    scope,
    decidedBy: operator,
    decidedAt: now.toISOString(),
    entitlement: {
      ...entitlement,
      ...(confirmed && { confirmation: confirmEntitlement({ ...confirmed, operator, now }) }),
    },
    ...(consent && {
      consent: writeConsentNote({
        operator,
        now,
        scope,
        resourceOwner: consent.resourceOwner,
        repositories: consent.repositories,
        rotationOwner: consent.rotationOwner,
        expiresAt: consent.expiresAt,
      }),
    }),
  };
}
