import { createRobot } from "../../emulator/signed-in.ts";
import { decidedFor } from "../../plane/verify/rows/facts.ts";
import type { openControlPlane } from "../../plane/control-plane-bench.ts";
import { appDecision, patDecision, someSettings } from "../../plane/control-plane-bench.ts";
import { writeConsentNote } from "../../../src/credentials/pat/consent.ts";
import { scopeFingerprint } from "../../../src/plane/scope/scope.ts";

export type Plane = Awaited<ReturnType<typeof openControlPlane>>;

/** A control plane as somebody finds it, the commands that they run, and what those print to go on with. */
export interface Situation {
  readonly what: string;
  readonly prepare: (plane: Plane, home: string) => Promise<unknown>;
  /** Each with its options, without host and repository. */
  readonly run: readonly (string | Answered)[];
  /** What is said of each printed command, and what a person sees who runs it and presses Enter at each screen but the last. */
  readonly steps: Readonly<Record<string, readonly (string | RegExp)[]>>;
}

/** A wizard whose questions are answered from a file. */
interface Answered {
  readonly line: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** What it prints is out of date: another run comes after it. */
  readonly isOver?: true;
  /** What happens to the home before. */
  readonly before?: (home: string) => Promise<void>;
}

export const control = "acme/control";
export const enrolled = [control, ...someSettings.targets];

/** What the first screen of each wizard shows, where nothing is known yet. */
export const setsUp = ["Describe the scope now or later?"];
export const describesScope = ["Which repositories should agents work on?"];
export const reviewsScope = ["Is this scope still correct?"];
/** What is printed where nobody has said yet which package runs bring. */
export const asksForPackage = ["No gatehouse package is pinned for runs."];
export const verifies = [/\d+ passed, \d+ failed, \d+ unknown/];
/** What setup shows on a machine that has no journal of it, before it comes to the Apps. */
export const comesToTheApps = [...reviewsScope, "The least powerful profile"];

/** The decision of who needs no App. */
export const byWorkflowToken = {
  ...appDecision,
  choice: { profile: "workflow-token", readApp: false, writeApp: false, pat: false },
} as const;

export const decided = async (plane: Plane) => {
  await plane.writeSettings();
  await plane.writeDecision();
  await plane.writeControl();
};

/** A consent to a token that ends after so many days, given so many minutes ago. */
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

/** Both Apps, chosen and installed for a live scope. */
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
