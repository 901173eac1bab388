import type { AppRole } from "../../credentials/apps/app-role.ts";
import { labelOf } from "../../credentials/apps/permission-words.ts";
import { isClientId } from "../../credentials/apps/client-id.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import { installationsOf } from "../repository/installations-of.ts";
import { digestRepositories } from "../proof/run-proof.ts";
import type { InstallationFault } from "../setup/installation.ts";
import type { RecordedProof } from "../setup/set-up-proofs.ts";
import { findAppFaults } from "./find-app-faults.ts";
import { halvesOf } from "../repository/stored-records.ts";
import type { StatusFacts } from "./status-facts.ts";

export interface InstallationStatus {
  readonly role: AppRole;
  readonly app: string | undefined;
  /**
   * `proved`: verified with the App's own key and unchanged since. `unknown`: cannot be determined
   * from this machine.
   */
  readonly state: "proved" | "unknown" | "missing" | "wrong";
  readonly reason: string;
  /** URL of the section that explains how to fix the installation; undefined if it is verified. */
  readonly page?: string;
}

type InstallationFacts = Pick<
  StatusFacts,
  "stored" | "installations" | "proofOf" | "enrolled" | "settings"
>;

/** Evaluates the installation of one App from the owner's list and this machine's proofs. */
export function evaluateInstallation(role: AppRole, facts: InstallationFacts): InstallationStatus {
  const { stored, installations, proofOf } = facts;
  if (!stored) {
    return { role, app: undefined, state: "unknown", reason: "this account cannot list records" };
  }
  const { clientId } = halvesOf(stored, role);
  if (clientId === undefined) {
    return { role, app: undefined, state: "missing", reason: "no client ID is stored" };
  }
  if (!isClientId(clientId)) {
    return {
      role,
      app: undefined,
      state: "wrong",
      reason: "the stored value is not a valid client ID",
    };
  }
  const proof = proofOf(role, clientId);
  const wanted = facts.enrolled?.(role);
  if (!installations) return { role, app: clientId, ...evaluateUnlisted(proof, wanted) };
  const traces = { clientId, installationId: proof?.installationId };
  const [found] = installationsOf(traces, installations);
  if (!found) return { role, app: clientId, state: "missing", reason: "the App is not installed" };
  const [fault] = findAppFaults(role, found, facts.settings);
  const verdict: Verdict = fault
    ? { state: "wrong", reason: describeFault(fault) }
    : evaluateCoverage(found, { proof, wanted });
  return { role, app: found.appSlug, ...verdict };
}

type Verdict = Pick<InstallationStatus, "state" | "reason">;

/**
 * Evaluates an installation on a personal account, for which GitHub offers no list. The proof shows
 * an earlier state: the installation may since have been deleted or extended.
 */
function evaluateUnlisted(
  proof: RecordedProof | undefined,
  wanted: readonly string[] | undefined,
): Verdict {
  if (!proof) return { state: "unknown", reason: "this account cannot list installations" };
  const unseen = "later changes are not visible to this account";
  const { state, reason } = evaluateProof(proof, { wanted, since: unseen });
  return { state: state === "proved" ? "unknown" : state, reason };
}

/**
 * Evaluates which repositories the installation covers. GitHub's list does not show them. Only a
 * proof shows them, and it is valid only while the installation is unchanged.
 */
function evaluateCoverage(
  found: Installation,
  { proof, wanted }: { proof: RecordedProof | undefined; wanted: readonly string[] | undefined },
): Verdict {
  const isUnchanged = proof?.installationId === found.id && proof.updatedAt === found.updatedAt;
  if (!isUnchanged) {
    return {
      state: "unknown",
      reason: "selected repositories; only the App's own key can list them",
    };
  }
  return evaluateProof(proof, { wanted, since: "unchanged since then" });
}

function evaluateProof(
  { repositories, provedAt }: RecordedProof,
  { wanted, since }: { wanted: readonly string[] | undefined; since: string },
): Verdict {
  if (wanted && digestRepositories(repositories) !== digestRepositories(wanted)) {
    const reason = `it covers exactly ${repositories.join(", ")}; the scope requires ${wanted.join(", ")}`;
    return { state: "wrong", reason };
  }
  const day = provedAt.slice(0, 10);
  return { state: "proved", reason: `verified with its own key on ${day}; ${since}` };
}

function describeFault(fault: InstallationFault): string {
  if (fault.state === "suspended") return "the installation is suspended";
  if (fault.state === "all-repositories") return "it is installed on all repositories";
  const names = fault.differences.map(({ permission }) => labelOf(permission)).join(", ");
  return `its permissions differ from the ceiling: ${names}`;
}
