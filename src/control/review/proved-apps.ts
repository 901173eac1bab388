import { appRoles } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords } from "../../credentials/records.ts";
import { enrolledRepositories } from "../scope/scope.ts";
import { valueOf } from "../scope/read-decided.ts";
import type { InstallationProof } from "../setup/installation.ts";
import type { ReviewFacts } from "./review-facts.ts";
import type { Review } from "./review.ts";

/** An App that a run has seen where it should be, with the key that is stored. */
export interface ProvedApp {
  readonly role: AppRole;
  readonly clientId: string;
  /** Full names; it covers exactly these. */
  readonly repositories: readonly string[];
  /** When that key was stored (ISO 8601). */
  readonly keyDate: string;
  readonly proof: InstallationProof;
}

/** An App of which a run has shown that it is not as it should be, whatever was proved before. */
export type RefutedApp = Pick<ProvedApp, "role" | "clientId">;

/** The Apps of which a check fails in a run that tried them. */
export function findRefutedApps({ run, variables }: ReviewFacts, { checks }: Review): RefutedApp[] {
  return appRoles.flatMap((role) => {
    const isTried = run.isSeen && run.value.asked.includes(`${role}-app`);
    const isRefuted = checks.some(
      ({ id, state }) => id.startsWith(`${role}-app-`) && state === "fail",
    );
    const clientId = variables.isSeen ? variables.value.get(appRecords[role].variable) : undefined;
    return isTried && isRefuted && clientId !== undefined ? [{ role, clientId }] : [];
  });
}

/** The Apps of which every check passes: what is proved here need not be proved by setup again. */
export function findProvedApps(facts: ReviewFacts, { checks }: Review): ProvedApp[] {
  const { run, secrets, controlRepository } = facts;
  const settings = valueOf(facts.settings);
  if (!settings || !run.isSeen || !secrets.isSeen) return [];
  return appRoles.flatMap((role) => {
    const ofApp = checks.filter(({ id }) => id.startsWith(`${role}-app-`));
    const report = run.value.found.reports[role];
    const keyDate = secrets.value.get(appRecords[role].secret);
    const isProved = ofApp.length > 0 && ofApp.every(({ state }) => state === "pass");
    if (!isProved || !report || keyDate === undefined) return [];
    const { clientId, installationId, updatedAt } = report;
    const repositories = enrolledRepositories(settings, controlRepository, role);
    return [{ role, clientId, repositories, keyDate, proof: { installationId, updatedAt } }];
  });
}
