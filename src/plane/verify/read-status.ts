import { chosenRoles } from "../../credentials/profile/choice.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import { enrolledRepositories } from "../scope/scope.ts";
import { valueOf } from "../scope/read-decided.ts";
import { isPatProved } from "../setup/pat-proof.ts";
import type { RecordedProof, SetUpProofs } from "../setup/set-up-proofs.ts";
import { evaluateStatus } from "./evaluate-status.ts";
import { readFactsAtOnce } from "./read-review-facts.ts";
import type { SnapshotRequest } from "./read-review-facts.ts";
import { evaluateReview } from "./review.ts";
import type { ReviewFacts, Seen } from "./review-facts.ts";
import { composeStatus } from "./status-document.ts";
import type { StatusDocument } from "./status-document.ts";
import type { StatusFacts } from "./status-facts.ts";
import { addPages } from "./status-pages.ts";

export interface StatusOptions extends SnapshotRequest {
  /** Proofs from this machine. */
  readonly proofs: Pick<SetUpProofs, "proofOf" | "patProofOf">;
}

/**
 * Reads the status: the results of a review without a run, including failed checks. For results
 * that need a run, uses this machine's proofs if nothing has changed since.
 */
export async function readStatus({ proofs, ...wanted }: StatusOptions): Promise<StatusDocument> {
  const { host } = wanted.client.profile;
  return evaluateAtOnce(await readFactsAtOnce(wanted), { host, proofs });
}

/** Evaluates a status from facts that were read without a run. */
export function evaluateAtOnce(
  facts: ReviewFacts,
  { host, proofs }: { readonly host: string } & Pick<StatusOptions, "proofs">,
): StatusDocument {
  const status = composeStatus({
    facts,
    repo: facts.controlRepository,
    host,
    checks: evaluateReview(facts).checks,
    status: evaluateStatus(gatherStatusFacts(facts, proofs)),
  });
  return addPages(status);
}

function gatherStatusFacts(facts: ReviewFacts, proofs: StatusOptions["proofs"]): StatusFacts {
  const { variables, secrets, environmentName, environmentSecrets, installations } = facts;
  const settings = valueOf(facts.settings);
  const choice = valueOf(facts.decision)?.choice;
  const keyDates = valueIfSeen(secrets);
  const stored = variables.isSeen &&
    keyDates && { variables: variables.value, secrets: new Set(keyDates.keys()) };
  return {
    stored: stored || undefined,
    environment: { name: environmentName, secrets: namesOf(environmentSecrets) },
    shared: {
      variables: valueIfSeen(facts.organizationVariables),
      secrets: valueIfSeen(facts.organizationSecrets),
    },
    settings: facts.settings,
    workflowToken: facts.brand.workflowToken,
    installations: valueIfSeen(installations),
    ...(choice && { needs: { roles: chosenRoles(choice), pat: choice.pat } }),
    ...(settings && {
      enrolled: (role: AppRole) => enrolledRepositories(settings, facts.controlRepository, role),
    }),
    proofOf: (role, clientId): RecordedProof | undefined =>
      proofs.proofOf(role, clientId, keyDates?.get(appRecords[role].secret)),
    ...evaluatePat(facts, proofs),
  };
}

function evaluatePat(
  facts: ReviewFacts,
  { patProofOf }: StatusOptions["proofs"],
): Pick<StatusFacts, "isPatProved"> {
  const settings = valueOf(facts.settings);
  const consent = valueOf(facts.decision)?.consent;
  if (!settings || !consent) return {};
  const repositories = enrolledRepositories(settings, facts.controlRepository, "read");
  const proof = patProofOf({ environment: facts.environmentName, repositories });
  const storedAt = valueIfSeen(facts.environmentSecrets)?.get(patSecret);
  return { isPatProved: isPatProved(proof, { storedAt, expiresAt: consent.expiresAt }) };
}

function valueIfSeen<T>(checked: Seen<T>): T | undefined {
  return checked.isSeen ? checked.value : undefined;
}

function namesOf(checked: Seen<ReadonlyMap<string, string>>): ReadonlySet<string> | undefined {
  return checked.isSeen ? new Set(checked.value.keys()) : undefined;
}
