import { appRoles } from "../../credentials/apps/app-role.ts";
import { appRecords, patSecret } from "../../credentials/records.ts";
import { enrolledRepositories } from "../scope/scope.ts";
import { valueOf } from "../scope/read-decided.ts";
import type { PatNews, ProofNews, ProvedApp, RefutedApp } from "../setup/proof-news.ts";
import { clientIdOf } from "./checks/check-context.ts";
import type { ReviewFacts } from "./review-facts.ts";
import type { Review } from "./review.ts";

/**
 * Finds which credentials a review's run proved or refuted, so that a later `status` can use the
 * results without a run.
 */
export function findProofNews(facts: ReviewFacts, review: Review): ProofNews {
  return {
    proved: findProvedApps(facts, review),
    refuted: findRefutedApps(facts, review),
    pat: findPatNews(facts, review),
  };
}

/** Returns the Apps for which a check failed in a run that tested them. */
function findRefutedApps(facts: ReviewFacts, { checks }: Review): RefutedApp[] {
  const { run } = facts;
  return appRoles.flatMap((role) => {
    const isTried = run.isSeen && run.value.asked.includes(`${role}-app`);
    const isRefuted = checks.some(
      ({ id, state }) => id.startsWith(`${role}-app-`) && state === "fail",
    );
    const clientId = clientIdOf(facts, role);
    return isTried && isRefuted && clientId !== undefined ? [{ role, clientId }] : [];
  });
}

/** Returns the Apps for which every check passed. Setup does not need to verify them again. */
function findProvedApps(facts: ReviewFacts, { checks }: Review): ProvedApp[] {
  const { run, secrets, controlRepository, now } = facts;
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
    const proof = { installationId, updatedAt, provedAt: now.toISOString() };
    return [{ role, clientId, repositories, keyDate, proof }];
  });
}

/**
 * Derives the PAT's proof from a run. If all repositories are public, the run cannot verify the
 * owner and the policy, so only access and expiry must pass.
 */
function findPatNews(facts: ReviewFacts, { checks }: Review): PatNews | undefined {
  const { run, environmentSecrets, environmentName: environment, now } = facts;
  const settings = valueOf(facts.settings);
  const consent = valueOf(facts.decision)?.consent;
  const isTried = run.isSeen && run.value.asked.includes("pat");
  if (!isTried || !settings || !consent || !environmentSecrets.isSeen) return undefined;
  const repositories = enrolledRepositories(settings, facts.controlRepository, "read");
  const stateOf = (wanted: string) => checks.find(({ id }) => id === wanted)?.state;
  const isRefuted = checks.some(({ id, state }) => id.startsWith("pat-") && state === "fail");
  const isProved = stateOf("pat-coverage") === "pass" && stateOf("pat-expiration") === "pass";
  const storedAt = environmentSecrets.value.get(patSecret);
  const { expiresAt } = consent;
  if (isRefuted) return { environment, repositories, proof: undefined };
  if (!isProved || storedAt === undefined) return undefined;
  const proof = { storedAt, expiresAt, provedAt: now.toISOString() };
  return { environment, repositories, proof };
}
