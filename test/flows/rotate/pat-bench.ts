import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderDecision } from "../../../src/plane/scope/decision.ts";
import type { Decision } from "../../../src/plane/scope/decision.ts";
import { scopeFingerprint } from "../../../src/plane/scope/scope.ts";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { writeConsentNote } from "../../../src/credentials/pat/consent.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { repository } from "../setup/bench.ts";
import { connectInProcess } from "../setup/connect-in-process.ts";
import {
  commit,
  openRotationBench,
  type RotateOptions,
  type RotateRun,
  type RotationBench,
} from "./bench.ts";

const settings: Settings = {
  version: 1,
  targets: ["acme/api"],
  allowedOwners: ["acme"],
  mode: "review",
  destination: "control",
  caps: { repositories: 10, dispatches: 5 },
  packages: [],
  environment: "control-plane",
};

export const enrolled = ["acme/control", "acme/api"];
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** Answers of an operator who consents again and creates a token. */
const consenting = {
  "pat-unchanged": "same",
  "pat-owner": "yes",
  "pat-policy": "yes",
  "pat-approval": "yes",
  "pat-limits": "yes",
  "pat-lifetime": "30",
  "pat-rotation-owner": "mona",
  "pat-conditions": true,
  "pat-notice": "read",
  "pat-consent": "use my PAT for acme",
  "pat-create": true,
};

interface TokenRequest {
  readonly repositories?: readonly string[];
  readonly expiresAt?: Date;
  readonly kind?: string;
}

/** A control plane whose PAT is consented to and stored. */
export interface PatBench extends RotationBench {
  readonly oldToken: string;
  /** Creates a token of the user mona, as the forge's page does. */
  issue(request?: TokenRequest): Promise<string>;
  /** Writes a secret to a file and returns the reference for an answers file. */
  save(name: string, token: string): { file: string };
  /** X */
  rotateTo(token: string, options?: RotateOptions): Promise<RotateRun>;
  commitDecision(change: Partial<Decision>, options?: { withConsent: boolean }): Promise<void>;
  readConsent(): Promise<Decision["consent"]>;
  /** Returns the HTTP status of a request with this token. */
  statusFor(token: string): Promise<number>;
}

export async function openPatBench(): Promise<PatBench> {
  const bench = await openRotationBench();
  // The forge reports the expiry of tokens in whole seconds.
  const oldEnd = new Date(Math.floor(inDays(3).getTime() / 1000) * 1000);
  const issue: PatBench["issue"] = async (request = {}) => {
    const { repositories = enrolled, expiresAt = inDays(30), kind = "fine-grained" } = request;
    const permissions = { contents: "read", issues: "read", actions: "read" };
    const whose = { user: "mona", kind, owner: "acme", repositories, permissions };
    const body = { ...whose, expiresAt: expiresAt.toISOString() };
    return ((await bench.send("POST", "/_emulator/tokens", body)).json as { token: string }).token;
  };
  const save: PatBench["save"] = (name, token) => {
    const file = join(bench.folder, name);
    writeFileSync(file, token, { mode: 0o600 });
    return { file };
  };
  const commitDecision: PatBench["commitDecision"] = async (change, options) => {
    const decision = { ...decide(oldEnd), ...change };
    const { consent: _, ...withoutConsent } = decision;
    const text = renderDecision(options?.withConsent === false ? withoutConsent : decision);
    await commit(bench, ".forge/control-plane-decision.json", text);
  };
  const oldToken = await issue({ expiresAt: oldEnd });
  await commit(bench, ".forge/control-plane.json", renderSettings(settings));
  await commitDecision({});
  await bench.send("PUT", "/repos/acme/control/environments/control-plane", {});
  const location = { repository, name: "CP_FORGE_TOKEN", environment: "control-plane" };
  await connectInProcess(bench.emulator).cli.setSecret(location, new Secret(oldToken));
  return {
    ...bench,
    oldToken,
    issue,
    save,
    commitDecision,
    rotateTo: (token, { answers, secrets, ...more } = {}) =>
      bench.rotate({
        wanted: ["pat"],
        answers: { ...consenting, ...answers },
        secrets: { "pat-token": save("new-token", token), ...secrets },
        ...more,
      }),
    readConsent: async () => {
      const path = "/repos/acme/control/contents/.forge/control-plane-decision.json";
      const { content } = (await bench.send("GET", path)).json as { content: string };
      return (JSON.parse(Buffer.from(content, "base64").toString()) as Decision).consent;
    },
    statusFor: async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${bench.emulator.apiUrl}/user`, { headers })).status;
    },
  };
}

function decide(expiresAt: Date): Decision {
  const scope = scopeFingerprint(settings);
  return {
    version: 1,
    choice: { profile: "pat", readApp: false, writeApp: false, pat: true },
    scope,
    decidedBy: "mona",
    decidedAt: "2026-01-01T00:00:00.000Z",
    entitlement: { state: "active", evidence: "5 seats" },
    consent: writeConsentNote({
      operator: "mona",
      now: inDays(-27),
      scope,
      resourceOwner: "acme",
      repositories: enrolled,
      rotationOwner: "mona",
      expiresAt,
    }),
  };
}
