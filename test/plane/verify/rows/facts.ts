import { digestRepositories } from "../../../../src/plane/proof/run-proof.ts";
import { scopeFingerprint } from "../../../../src/plane/scope/scope.ts";
import type { ReviewOutput } from "../../../../src/plane/verify/outputs.ts";
import type { ReviewFacts, Seen } from "../../../../src/plane/verify/review-facts.ts";
import type { ControlFindings } from "../../../../src/run/control/review-control.ts";
import type { Credential } from "../../../../src/credentials/credential.ts";
import { seen, unseen } from "../../../../src/plane/verify/review-facts.ts";
import type { Decision } from "../../../../src/plane/scope/decision.ts";
import type { Settings } from "../../../../src/plane/scope/settings.ts";
import type {
  Discovery,
  TokenReport,
  AppReport,
} from "../../../../src/plane/proof/proof-workflow.ts";
import { appCeiling } from "../../../../src/plane/scope/app-ceiling.ts";
import { type AppRole } from "../../../../src/credentials/apps/app-role.ts";
import { appRecords, patSecret } from "../../../../src/credentials/records.ts";
import { brands } from "../../../../src/forge/brand.ts";
import { appDecision, patDecision, somePin, someSettings } from "../../control-plane-bench.ts";

export const now = new Date("2026-06-01T00:00:00Z");
const control = "acme/control";
const enrolled = [control, ...someSettings.targets];

export const completeDiscovery: Discovery = {
  asked: 3,
  read: 3,
  hidden: 3,
  workflowsAsked: 3,
  workflowsListed: 3,
  refusals: [],
};

export function reportOf(role: AppRole, change: Partial<AppReport> = {}): AppReport {
  return {
    keyFingerprint: "SHA256:of-the-key",
    clientId: `Iv1.${role}`,
    appId: 1,
    slug: `acme-${role}er`,
    owner: "acme",
    installationId: 7,
    selection: "selected",
    permissions: appCeiling(role, someSettings),
    updatedAt: "2026-01-01T00:00:00Z",
    isSuspended: false,
    isHooked: false,
    repositoryCount: 3,
    repositoriesDigest: digestRepositories(role === "read" ? enrolled : [control]),
    ...(role === "read" && { discovery: completeDiscovery }),
    ...change,
  };
}

export function tokenReport(
  change: Partial<Discovery>,
  expires: string | null = "2099-01-01 00:00:00 UTC",
): TokenReport {
  const discovery = { ...completeDiscovery, ...change };
  return { fingerprint: "SHA256:of-the-token", discovery, expires };
}

/** Returns the organization's list of installations: the read App's, with these changes. */
export const installed = (change: object) =>
  seen([
    {
      id: 7,
      appId: 1,
      appSlug: "acme-reader",
      clientId: "Iv1.read",
      account: "acme",
      selection: "selected" as const,
      permissions: reportOf("read").permissions,
      isSuspended: false,
      updatedAt: "2026-01-01T00:00:00Z",
      ...change,
    },
  ]);

type Run = Extract<ReviewFacts["run"], { isSeen: true }>["value"];

export function runOf(asked: readonly Credential[], found: Partial<Run["found"]>) {
  const nothing = { runLink: "https://forge.example/run/1", reports: {}, tokens: {} };
  return seen({ asked, found: { ...nothing, ...found } });
}

const { variable, secret } = appRecords.read;

export function storedSecrets(...names: string[]) {
  return seen(new Map(names.map((name) => [name, "2026-01-01T00:00:00Z"])));
}

/** Returns the facts of a control plane with one read App and no problems. */
export function appFacts(change: Partial<ReviewFacts> = {}): ReviewFacts {
  return {
    controlRepository: control,
    brand: brands.forge,
    isEmbedded: false,
    now,
    command: (verb, more = []) => ["gatehouse", verb, ...more].join(" "),
    settings: { state: "valid", value: someSettings },
    decision: { state: "valid", value: appDecision },
    variables: seen(new Map([[variable, "Iv1.read"]])),
    secrets: storedSecrets(secret),
    organizationVariables: seen(new Set()),
    organizationSecrets: seen(new Set()),
    environment: seen(undefined),
    environmentName: "control-plane",
    environmentSecrets: seen(new Map()),
    installations: seen([]),
    visibilities: new Map([["read", "private"]]),
    entitlement: { state: "active", evidence: "5 seats" },
    run: runOf(["read-app"], { reports: { read: reportOf("read") } }),
    sharedControl: controlled({}),
    runPackage: { kind: "matches" },
    outputs: seen({ repository: control, latest: [outputBy("github-actions[bot]")] }),
    ...change,
  };
}

/**
 * Returns a control file rendered for an App, and one workflow that imports it, with these changes.
 */
export function controlled(change: Partial<ControlFindings>): Seen<ControlFindings> {
  const file = ".forge/workflows/shared/control.md";
  const all = { file, isThere: true, profile: "app", workflows: 1, findings: [] } as const;
  const pin = change.isThere === false ? undefined : somePin;
  return seen({ ...all, pin, unread: [], ...change });
}

/** Returns the facts of a control plane with a PAT and no problems. */
export function patFacts(change: Partial<ReviewFacts> = {}): ReviewFacts {
  const tokens = { pat: tokenReport({}) };
  return appFacts({
    decision: { state: "valid", value: patDecision(someSettings, new Date("2026-05-01")) },
    variables: seen(new Map()),
    secrets: storedSecrets(),
    environment: seen({ state: "protected", words: "branch main only", admitsDefault: true }),
    environmentSecrets: seen(new Map([[patSecret, "2026-05-01T00:00:00Z"]])),
    run: runOf(["pat"], { tokens }),
    outputs: seen({ repository: control, latest: [outputBy("mona")] }),
    ...change,
  });
}

/** Returns facts with only self and public targets, for which the workflow token is enough. */
export function tokenFacts(change: Partial<ReviewFacts> = {}): ReviewFacts {
  const discovery = { ...completeDiscovery, hidden: 1, workflowsAsked: 1, workflowsListed: 1 };
  const choice = {
    profile: "workflow-token",
    readApp: false,
    writeApp: false,
    pat: false,
  } as const;
  return appFacts({
    decision: { state: "valid", value: { ...appDecision, choice } },
    variables: seen(new Map()),
    secrets: storedSecrets(),
    run: runOf(["workflow-token"], {
      tokens: { "workflow-token": tokenReport(discovery, null) },
    }),
    ...change,
  });
}

export function outputBy(author: string, hasCredential = false): ReviewOutput {
  const at = "2026-05-20T00:00:00Z";
  const link = "https://forge.example/issues/1";
  return { kind: "issue", link, author, at, hasCredential };
}

/** Returns different settings, and the decision made for them. */
export function decidedFor(settings: Settings, decision = appDecision) {
  return {
    settings: { state: "valid", value: settings },
    decision: { state: "valid", value: { ...decision, scope: scopeFingerprint(settings) } },
  } as const satisfies Partial<ReviewFacts>;
}

/** A case: its name, its facts, and the result of one check with its evidence. */
export type Row = readonly [string, ReviewFacts, string, "fail" | "unknown" | "pass", RegExp];

export const noRun = { run: unseen("No run.") };
export const forbidden = unseen("The API rejected it: 403.");

/** Records of both Apps. */
export const bothStored = {
  variables: seen(
    new Map([
      [variable, "Iv1.read"],
      [appRecords.write.variable, "Iv1.write"],
    ]),
  ),
  secrets: storedSecrets(secret, appRecords.write.secret),
};

/** A PAT in the environment. */
export const withPat = {
  environmentSecrets: seen(new Map([[patSecret, "2026-05-01T00:00:00Z"]])),
};

export function asDecided(change: Partial<Decision>): Pick<ReviewFacts, "decision"> {
  return { decision: { state: "valid", value: { ...appDecision, ...change } } };
}

export function asSet(change: Partial<Settings>): Pick<ReviewFacts, "settings"> {
  return { settings: { state: "valid", value: { ...someSettings, ...change } } };
}

/** Returns facts with both kinds of credentials, configured on purpose. */
export function bothFacts(): ReviewFacts {
  const choice = { ...appDecision.choice, pat: true };
  const { consent } = patDecision(someSettings, new Date("2026-05-01"));
  return appFacts({ ...withPat, ...asDecided({ choice, ...(consent && { consent }) }) });
}

export function readRun(change: Partial<AppReport>): Pick<ReviewFacts, "run"> {
  return { run: runOf(["read-app"], { reports: { read: reportOf("read", change) } }) };
}

/** Returns settings whose packages need one more API. */
export function needing(api: "checks" | "packages"): Settings {
  const [first] = someSettings.packages;
  return { ...someSettings, packages: first ? [{ ...first, apis: [api] }] : [] };
}
