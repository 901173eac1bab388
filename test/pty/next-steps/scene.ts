import { createRobot } from "../../emulator/signed-in.ts";
import { decidedFor } from "../../plane/verify/rows/facts.ts";
import type { openControlPlane } from "../../plane/control-plane-bench.ts";
import { appDecision, patDecision, someSettings } from "../../plane/control-plane-bench.ts";
import { writeConsentNote } from "../../../src/credentials/pat/consent.ts";
import { scopeFingerprint } from "../../../src/plane/scope/scope.ts";

export type Plane = Awaited<ReturnType<typeof openControlPlane>>;

/**
 * The state of a control plane, the commands that an operator runs, and the next steps that those
 * print.
 */
export interface Situation {
  readonly what: string;
  readonly prepare: (plane: Plane, home: string) => Promise<unknown>;
  /** Commands with their options, without host and repository. */
  readonly run: readonly (string | Answered)[];
  /**
   * Description of each printed command, and the output of a user who runs it and presses Enter at
   * each screen but the last.
   */
  readonly steps: Readonly<Record<string, readonly (string | RegExp)[]>>;
}

/** A wizard whose questions are answered from a file. */
interface Answered {
  readonly line: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** Whether its output is outdated because another run follows. */
  readonly isOver?: true;
  /** Prepares the home directory before the run. */
  readonly before?: (home: string) => Promise<void>;
}

export const control = "acme/control";
export const enrolled = [control, ...someSettings.targets];

/** Texts on the first screen of each wizard, if nothing is known yet. */
export const setsUp = ["Define the scope now or later?"];
export const describesScope = ["Which repositories should agents work on?"];
export const reviewsScope = ["Is this scope still correct?"];
/** Texts that are printed if the package for runs is not specified yet. */
export const commitsPackage = [/Runs install gatehouse from \.(forge|github)\/gatehouse\//];
export const verifies = [/\d+ passed, \d+ failed, \d+ unknown/];
/** Texts of a setup on a machine without its journal, before it reaches the Apps. */
export const reachesTheApps = [...reviewsScope, "The least powerful profile for this scope"];

/** The decision for the workflow token, which requires no App. */
export const byWorkflowToken = {
  ...appDecision,
  choice: { profile: "workflow-token", readApp: false, writeApp: false, pat: false },
} as const;

export const decided = async (plane: Plane) => {
  await plane.writeSettings();
  await plane.writeDecision();
  await plane.writeControl();
};

/**
 * Creates the consent to a token that expires after this many days, given this many minutes ago.
 */
const consentFor = (days: number, minutesAgo = 0) => {
  const scope = scopeFingerprint(someSettings);
  const consent = writeConsentNote({
    operator: "mona",
    resourceOwner: "acme",
    repositories: enrolled,
    rotationOwner: "mona",
    scope,
    expiresAt: new Date(Date.now() + days * 86_400_000),
    now: new Date(Date.now() - minutesAgo * 60_000),
  });
  return { ...patDecision(), consent };
};

export const withPat = async (plane: Plane, days: number, minutesAgo = 0) => {
  await plane.writeSettings();
  await plane.addPat(enrolled);
  await plane.writeDecision(consentFor(days, minutesAgo));
  await plane.writeControl(patDecision());
};

/** Creates both Apps, chosen and installed for a live scope. */
export const withBothApps = async (plane: Plane) => {
  const live = decidedFor({ ...someSettings, mode: "live" });
  await plane.writeSettings(live.settings.value);
  const choice = { profile: "app", readApp: true, writeApp: true, pat: false } as const;
  const decision = { ...live.decision.value, choice };
  await plane.writeDecision(decision);
  await plane.writeControl(decision, live.settings.value);
  await plane.addApp("read", enrolled);
  return plane.addApp("write", enrolled);
};

export const editInstallation = async (
  { emulator, control: lever }: Plane,
  selection: "all" | readonly string[],
) => {
  const apps = (await lever("GET", "apps")).json as { installations: { id: number }[] }[];
  const id = apps[0]?.installations[0]?.id;
  const page = `${emulator.origin}/organizations/acme/settings/installations/${id}`;
  await createRobot({ selection }).visit(page);
};
