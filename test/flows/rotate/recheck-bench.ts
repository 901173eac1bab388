import type { ProofNews } from "../../../src/plane/setup/proof-news.ts";
import { recheckApps, type RecheckDeps } from "../../../flows/rotate/recheck-apps.ts";
import type { AppReport } from "../../../src/plane/proof/proof-workflow.ts";
import { digestRepositories } from "../../../src/plane/proof/run-proof.ts";
import { ceilings } from "../../../src/credentials/apps/ceilings.ts";
import { type AppRole } from "../../../src/credentials/apps/app-role.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { runStep, type StepOptions } from "../shared/run-step.ts";
import { at, newKey, location, ready, revokedKey } from "./rotations.ts";

export const runLink = "https://forge.example/run/9";
export const covered = ["acme/control", "acme/api"];
export const roles = ["read", "write"] as const;

/** Returns a run's report of an App without problems; the read App has a new key. */
export function reportOf(role: AppRole, change: Partial<AppReport> = {}): AppReport {
  return {
    clientId: `Iv1.${role}`,
    keyFingerprint: role === "read" ? newKey : "SHA256:write",
    appId: role === "read" ? 11 : 12,
    slug: `gatehouse-acme-control-${role}`,
    owner: "acme",
    installationId: role === "read" ? 21 : 22,
    selection: "selected",
    permissions: ceilings[role],
    updatedAt: at,
    isSuspended: false,
    repositoryCount: 2,
    repositoriesDigest: digestRepositories(covered),
    ...change,
  };
}

export const good = { read: reportOf("read"), write: reportOf("write") };

function installationOf(role: AppRole): Installation {
  const { installationId: id, appId } = reportOf(role);
  return { id, appId, clientId: `Iv1.${role}` } as Installation;
}

/** Returns the records of the control repository: both Apps, without the given names. */
export function recordsOf(without: readonly string[] = []) {
  const has = (name: string) => !without.includes(name);
  const pairs = roles.map((role) => [appRecords[role].variable, `Iv1.${role}`] as const);
  return {
    variables: new Map(pairs.filter(([name]) => has(name))),
    secrets: new Set(roles.map((role) => appRecords[role].secret).filter(has)),
    secretDates: new Map(roles.map((role) => [appRecords[role].secret, `date of ${role}`])),
  };
}

export function recheck(
  reports: Readonly<Partial<Record<AppRole, AppReport>>>,
  given: Partial<RecheckDeps> &
    StepOptions & { without?: readonly string[]; isOwner?: boolean } = {},
) {
  const kept: ProofNews[] = [];
  const deps: RecheckDeps = {
    ...location,
    now: () => new Date(at),
    runProof: () => Promise.resolve({ runLink, reports, tokens: {} }),
    readRecords: () => Promise.resolve(recordsOf(given.without)),
    readSettings: () => Promise.resolve(undefined),
    approvedRepositories: () => Promise.resolve(covered),
    listInstallations: () => Promise.resolve(roles.map(installationOf)),
    keepProofs: (found) => {
      kept.push(found);
      return Promise.resolve();
    },
    ...given,
  };
  const repositories = { read: digestRepositories(covered), write: digestRepositories(covered) };
  const seen = { at, runLink, repositories };
  const revoked = [revokedKey("read")];
  const { isOwner = true } = given;
  const subject = { ready: { ...ready, isOwner }, seen, revoked };
  return runStep(async (context) => {
    // The records when the rotation started.
    await context.read("records", () => Promise.resolve(recordsOf()));
    return recheckApps(context, deps, subject);
  }, given).then((run) => ({ ...run, kept }));
}

export const isUnknown = { approvedRepositories: () => Promise.resolve(undefined) };
