import type { FlowContext } from "../../src/asking/run-flow.ts";
import { decisionPath } from "../../src/control/control-files.ts";
import { scopeFingerprint } from "../../src/control/settings-scope.ts";
import type { Settings } from "../../src/control/settings.ts";
import { writeConsentNote } from "../../src/credentials/consent.ts";
import { confirmEntitlement } from "../../src/credentials/entitlement.ts";
import type { ProfileChoice } from "../../src/credentials/profile.ts";
import type { PatAgreement } from "../pat/agree-to-pat.ts";
import { insist } from "../insist.ts";
import type { ConfirmedEntitlement } from "./confirm-entitlement.ts";
import type { ScopeDeps } from "./scope-deps.ts";

export interface DecisionSubject extends ConfirmedEntitlement {
  readonly settings: Settings;
  readonly choice: ProfileChoice;
  /** With a PAT: what was agreed to, and until when the token lives. */
  readonly consent?: PatAgreement & { readonly expiresAt: Date };
}

/** Commits what was decided, once for each decision: the promotion review holds the forge against it. */
export async function recordDecision(
  context: FlowContext,
  deps: ScopeDeps,
  subject: DecisionSubject,
): Promise<void> {
  const { settings, choice, consent } = subject;
  const { profile, readApp, writeApp, pat } = choice;
  const scope = scopeFingerprint(settings);
  const flags = [profile, readApp, writeApp, pat, consent?.expiresAt.toISOString() ?? ""].join(" ");
  const id = `${deps.profile.host} ${deps.repository.full} decision ${scope} ${flags}`;
  await insist(context, { id: "decision-write" }, () =>
    context.step(id, () =>
      context.ask.progress(
        { id: "decision-write", title: `Committing ${decisionPath(deps.profile.brand)}` },
        async () => {
          await deps.writeDecision(
            await describe(deps, { ...subject, choice: { profile, readApp, writeApp, pat } }),
          );
          return true;
        },
      ),
    ),
  );
}

async function describe(
  deps: ScopeDeps,
  { settings, choice, consent, entitlement, administrator }: DecisionSubject,
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
      ...(administrator !== undefined && {
        confirmation: confirmEntitlement({ administrator, operator, now }),
      }),
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
