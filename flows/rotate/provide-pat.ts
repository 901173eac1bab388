import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { findBeyond } from "../../src/credentials/pat/find-beyond.ts";
import type { PatReplacement } from "../../src/plane/rotate/journal-results.ts";
import {
  compareScope,
  enrolledRepositories,
  scopeFingerprint,
} from "../../src/plane/scope/scope.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { ConsentNote } from "../../src/credentials/pat/consent.ts";
import { fingerprintToken } from "../../src/credentials/pat/token.ts";
import { Incomplete, InvalidInput } from "../../src/shared/errors.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { agreeToPat } from "../pat/agree-to-pat.ts";
import type { PatAgreement } from "../pat/agree-to-pat.ts";
import { createPat } from "../pat/create-pat.ts";
import type { CreateDeps, ExaminedToken } from "../pat/create-pat.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { discardAnswerIfRefused } from "../shared/discard-answer-if-refused.ts";
import type { RotateDeps } from "./rotate-deps.ts";

type ConsentDeps = ControlLocation & Pick<RotateDeps, "readDecision">;
export type ProvidePatDeps = ConsentDeps & CreateDeps & Pick<RotateDeps, "repositoryFacts">;

/**
 * Has the operator consent again and create a token, and verifies that the token's access does not
 * exceed the earlier consent.
 * @throws Incomplete if there was no consent, or if the scope has changed since then
 */
export async function providePat(
  context: FlowContext,
  deps: ProvidePatDeps,
  { settings }: { readonly settings: Settings },
): Promise<PatReplacement> {
  const before = await requireConsent(context, deps, settings);
  const names = enrolledRepositories(settings, deps.repository.full, "read");
  const facts = await context.read("repository facts", () =>
    context.ask.progress(
      { id: "pat-facts", title: "Checking the enrolled repositories", canLeave: true },
      () => deps.repositoryFacts(names),
    ),
  );
  const agreement = await agreeToPat(context, deps, { settings, facts, before });
  requireNoMore(before, agreement, deps);
  const examined = await retryWithOperator(context, { id: "pat-another" }, () =>
    discardAnswerIfRefused(context, "pat-create", () =>
      createAnotherPat(context, deps, { settings, agreement, before }),
    ),
  );
  return {
    at: deps.now().toISOString(),
    fingerprint: fingerprintToken(examined.token),
    tokenId: context.vault.keep(examined.token),
    login: examined.login,
    expiresAt: examined.expiresAt.toISOString(),
    agreement,
  };
}

/** Requires the earlier consent, because a rotation reuses a decision and never makes one. */
async function requireConsent(
  { read, ask }: Pick<FlowContext, "read" | "ask">,
  deps: ConsentDeps,
  settings: Settings,
): Promise<ConsentNote> {
  const decision = await read("decision", () =>
    ask.progress({ id: "pat-decision", title: "Reading the decision", canLeave: true }, () =>
      deps.readDecision(),
    ),
  );
  const setUp = {
    text: "Review the profile",
    command: commandLine("scope", deps),
  };
  if (!decision?.consent) {
    throw new Incomplete(
      "No consent to a PAT is recorded. A stored token does not count as consent.",
      [setUp],
    );
  }
  const changed = compareScope(decision.scope, scopeFingerprint(settings));
  if (changed.length > 0) {
    throw new Incomplete(
      `Changed since the consent to the token: ${changed.join(", ")}. Review the profile again.`,
      [setUp],
    );
  }
  return decision.consent;
}

/**
 * Rejects more access than the earlier consent covers, because a wider scope requires a new
 * decision.
 */
function requireNoMore(
  before: ConsentNote,
  { repositories }: PatAgreement,
  deps: ControlLocation,
): void {
  const beyond = findBeyond(repositories, before.repositories);
  if (beyond.length === 0) return;
  throw new Incomplete(
    `The scope contains repositories that the consent to the PAT does not cover: ${beyond.join(", ")}.`,
    [{ text: "Review the profile", command: commandLine("scope", deps) }],
  );
}

interface Creation {
  readonly settings: Settings;
  readonly agreement: PatAgreement;
  readonly before: ConsentNote;
}

async function createAnotherPat(
  context: Pick<FlowContext, "ask" | "vault" | "read">,
  deps: CreateDeps,
  { settings, agreement, before }: Creation,
): Promise<ExaminedToken> {
  const examined = await createPat(context, deps, { settings, agreement });
  if (examined.expiresAt.toISOString() !== before.expiresAt) return examined;
  throw new InvalidInput(
    "This token expires at exactly the same time as the old one, so it must be the old one.",
    [{ text: "Create another token" }],
  );
}
