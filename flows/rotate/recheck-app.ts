import type { FlowContext } from "../../src/prompts/flow-context.ts";
import {
  requireListed,
  requireReport,
  requireThere,
  requireWanted,
} from "../../src/plane/proof/check-report.ts";
import type {
  RecheckedApp,
  Replacement,
  SeenApps,
} from "../../src/plane/rotate/journal-results.ts";
import type { ProvedApp } from "../../src/plane/setup/proof-news.ts";
import type { Proof } from "../../src/plane/proof/run-proof.ts";
import { appCeiling } from "../../src/plane/scope/app-ceiling.ts";
import { enrolledRepositories } from "../../src/plane/scope/scope.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { AppReport } from "../../src/plane/proof/proof-workflow.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import { count } from "../../src/shared/count.ts";
import { Incomplete, UserError } from "../../src/shared/errors.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { readSettingsOnce } from "./review-operations.ts";
import type { KeyRotation } from "./key-rotation.ts";
import type { RotateDeps } from "./rotate-deps.ts";

type ApprovedDeps = Pick<RotateDeps, "repository" | "readSettings" | "approvedRepositories">;
export type RecheckAppDeps = ControlLocation &
  ApprovedDeps &
  Pick<RotateDeps, "listInstallations" | "now">;

export interface RecheckSubject {
  readonly ready: Readiness;
  readonly seen: SeenApps;
  readonly revoked: readonly KeyRotation<"revoked">[];
}

export interface EvaluatedApp extends RecheckSubject {
  readonly role: AppRole;
  readonly clientId: string;
  readonly proof: Proof;
}

/**
 * Checks one App's installation. A rotated App must match the plan; differences in the other App
 * are only reported.
 * @throws Incomplete describing how a rotated App differs
 */
export async function recheckApp(
  context: Pick<FlowContext, "read">,
  deps: RecheckAppDeps,
  evaluated: EvaluatedApp,
): Promise<{ readonly app: RecheckedApp; readonly seen?: SeenAsWanted | undefined }> {
  const { role } = evaluated;
  const isRotated = findRotated(evaluated, role) !== undefined;
  try {
    const { text, seen } = await requireAsWanted(context, deps, evaluated);
    return { app: { role, isProved: true, text }, seen };
  } catch (error) {
    if (isRotated || !(error instanceof UserError)) throw error;
    return { app: { role, isProved: false, text: error.message } };
  }
}

/** An installation that covers exactly the approved repositories. */
export type SeenAsWanted = Pick<ProvedApp, "repositories" | "proof">;

/** Returns the new key of an App; undefined if the App's key was not rotated. */
export function findRotated(
  { revoked }: Pick<RecheckSubject, "revoked">,
  role: AppRole,
): Replacement | undefined {
  return revoked.find((each) => each.role === role)?.replacement;
}

/** @throws Incomplete describing the differences */
async function requireAsWanted(
  context: Pick<FlowContext, "read">,
  deps: RecheckAppDeps,
  evaluated: EvaluatedApp,
): Promise<{ readonly text: string; readonly seen?: SeenAsWanted }> {
  const { role, clientId, proof, seen, ready } = evaluated;
  const settings = await readSettingsOnce(context, deps);
  const approved = await readApproved(deps, { role, settings });
  const report = proof.reports[role];
  requireThere(proof, { role, clientId, ...deps, account: ready.account });
  if (!report) throw keyDoesNotWork(deps, evaluated);
  requireRotatedKey(evaluated, report);
  requireListed(report, await deps.listInstallations(), proof.runLink);
  const ceiling = appCeiling(role, settings);
  const wanted = { role, account: ready.account.login, repositories: approved ?? [], ceiling };
  const installation = requireWanted(report, { ...ready, profile: deps.profile, wanted });
  if (approved) {
    requireReport(proof, { role, clientId, repositories: approved });
    const provedAt = deps.now().toISOString();
    return {
      text: `exactly ${approved.join(", ")}; permissions match the ceiling`,
      seen: { repositories: approved, proof: { ...installation, provedAt } },
    };
  }
  if (report.repositoriesDigest !== seen.repositories[role]) {
    throw new Incomplete(`The ${titleOf(role)}'s repositories changed during the rotation.`, [
      { text: "Open the run", link: proof.runLink },
    ]);
  }
  const covered = count(report.repositoryCount, "selected repository");
  return { text: `${covered}, unchanged; permissions match the ceiling` };
}

/**
 * Returns the repositories on which setup installed the App, or those that the committed scope
 * enrolls; undefined if neither is known.
 */
async function readApproved(
  deps: ApprovedDeps,
  { role, settings }: { role: AppRole; settings: Settings | undefined },
): Promise<readonly string[] | undefined> {
  return (
    (await deps.approvedRepositories(role)) ??
    (settings && enrolledRepositories(settings, deps.repository.full, role))
  );
}

function keyDoesNotWork(
  deps: ControlLocation,
  { role, proof, ready, revoked }: EvaluatedApp,
): Incomplete {
  const slug = findRotated({ revoked }, role)?.slug;
  const command = commandLine("rotate", deps, ["--app", role, "--start-over"]);
  return new Incomplete(
    `The ${titleOf(role)}'s stored key does not work${slug === undefined ? "" : ": the new key may have been deleted instead of the old one"}.`,
    [
      { text: "Open the run", link: proof.runLink },
      { text: "Generate another key and enter its path", command },
      ...(ready.isOwner
        ? []
        : [{ text: `Or ask an owner of ${ready.account.login} to generate a key` }]),
    ],
  );
}

function requireRotatedKey({ role, revoked }: EvaluatedApp, report: AppReport): void {
  const ours = findRotated({ revoked }, role)?.fingerprint;
  if (ours === undefined || ours === report.keyFingerprint) return;
  throw new Incomplete(
    `A different ${titleOf(role)} key is stored now: ${report.keyFingerprint}.`,
    [{ text: "Find out who stored this key during the rotation" }],
  );
}
