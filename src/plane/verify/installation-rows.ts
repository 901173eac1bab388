import type { AppRole } from "../../credentials/apps/app-role.ts";
import { labelOf } from "../../credentials/apps/permission-words.ts";
import { isClientId } from "../../credentials/apps/client-id.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import { installationsOf } from "../repository/installations-of.ts";
import { digestRepositories } from "../proof/run-proof.ts";
import { findFaults } from "../setup/installation.ts";
import type { InstallationFault } from "../setup/installation.ts";
import type { RecordedProof } from "../setup/set-up-proofs.ts";
import { halvesOf } from "../repository/stored-records.ts";
import type { StatusFacts } from "./status-facts.ts";

export interface InstallationStatus {
  readonly role: AppRole;
  readonly app: string | undefined;
  /** `proved`: seen with the App's own key, unchanged since. `unknown`: nothing here can tell. */
  readonly state: "proved" | "unknown" | "missing" | "wrong";
  readonly because: string;
}

type InstallationFacts = Pick<StatusFacts, "stored" | "installations" | "proofOf" | "enrolled">;

/** How one App's installation stands, as far as the owner's list and what this machine has proved tell. */
export function evaluateInstallation(role: AppRole, facts: InstallationFacts): InstallationStatus {
  const { stored, installations, proofOf } = facts;
  if (!stored) {
    return { role, app: undefined, state: "unknown", because: "this login may not list records" };
  }
  const { clientId } = halvesOf(stored, role);
  if (clientId === undefined) {
    return { role, app: undefined, state: "missing", because: "no client ID is stored" };
  }
  if (!isClientId(clientId)) {
    return { role, app: undefined, state: "wrong", because: "what is stored is no client ID" };
  }
  const proof = proofOf(role, clientId);
  const wanted = facts.enrolled?.(role);
  if (!installations) return { role, app: clientId, ...evaluateUnlisted(proof, wanted) };
  const traces = { clientId, installationId: proof?.installationId };
  const [found] = installationsOf(traces, installations);
  if (!found) return { role, app: clientId, state: "missing", because: "the App is not installed" };
  const [fault] = findFaults(found, role);
  const verdict: Verdict = fault
    ? { state: "wrong", because: describeFault(fault) }
    : evaluateCoverage(found, { proof, wanted });
  return { role, app: found.appSlug, ...verdict };
}

type Verdict = Pick<InstallationStatus, "state" | "because">;

/** A personal account has no list. What was proved tells how it was: it may be gone or wider by now. */
function evaluateUnlisted(
  proof: RecordedProof | undefined,
  wanted: readonly string[] | undefined,
): Verdict {
  if (!proof) return { state: "unknown", because: "this login may not list installations" };
  const unseen = "whether it changed since, this login may not see";
  const { state, because } = evaluateProof(proof, { wanted, since: unseen });
  return { state: state === "proved" ? "unknown" : state, because };
}

/** The forge's list shows no repositories: only a proof tells them, as long as nothing changed since. */
function evaluateCoverage(
  found: Installation,
  { proof, wanted }: { proof: RecordedProof | undefined; wanted: readonly string[] | undefined },
): Verdict {
  const isUnchanged = proof?.installationId === found.id && proof.updatedAt === found.updatedAt;
  if (!isUnchanged) {
    return {
      state: "unknown",
      because: "selected repositories; which ones, only its key can tell",
    };
  }
  return evaluateProof(proof, { wanted, since: "unchanged since" });
}

function evaluateProof(
  { repositories, provedAt }: RecordedProof,
  { wanted, since }: { wanted: readonly string[] | undefined; since: string },
): Verdict {
  if (wanted && digestRepositories(repositories) !== digestRepositories(wanted)) {
    const because = `it covers exactly ${repositories.join(", ")}; the scope calls for ${wanted.join(", ")}`;
    return { state: "wrong", because };
  }
  const day = provedAt.slice(0, 10);
  return { state: "proved", because: `seen with its own key on ${day}; ${since}` };
}

function describeFault(fault: InstallationFault): string {
  if (fault.state === "suspended") return "the installation is suspended";
  if (fault.state === "all-repositories") return "it is installed on all repositories";
  const names = fault.differences.map(({ permission }) => labelOf(permission)).join(", ");
  return `its permissions differ from the ceiling: ${names}`;
}
