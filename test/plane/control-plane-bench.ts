import { expect } from "vitest";
import {
  decisionPath,
  settingsPath,
  writeControlFile,
} from "../../src/plane/scope/control-files.ts";
import type { CliPin } from "../../src/run/control/cli-pin.ts";
import { commitPackage } from "../../src/run/control/committed-package.ts";
import { hashPackage } from "../../src/run/control/own-package.ts";
import { controlFilePath, renderControlFile } from "../../src/run/control/control-file.ts";
import { planFor } from "../../src/run/control/plan-for.ts";
import { renderDecision, type Decision } from "../../src/plane/scope/decision.ts";
import { runProof } from "../../src/plane/proof/run-proof.ts";
import { scopeFingerprint } from "../../src/plane/scope/scope.ts";
import { renderSettings, type Settings } from "../../src/plane/scope/settings.ts";
import { appCeiling } from "../../src/plane/scope/app-ceiling.ts";
import type { Brand } from "../../src/forge/brand.ts";
import { type AppRole } from "../../src/credentials/apps/app-role.ts";
import { writeConsentNote } from "../../src/credentials/pat/consent.ts";
import { appRecords, patSecret } from "../../src/credentials/records.ts";
import type { RunScript } from "../../emulator/runner/run-script.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";
import { runCli } from "../emulator/cli-bench.ts";
import { createApp, installApp, type MadeApp } from "../emulator/open-forge.ts";
import { runNodeHere } from "../emulator/run-node-here.ts";
import { openBench, type BenchOptions } from "../forge/forge-bench.ts";

export const repository = requireRepositoryName("acme/control", "--repo");
const home = `/repos/${repository.full}`;

export const someSettings: Settings = {
  version: 1,
  targets: ["acme/api", "acme/infra"],
  allowedOwners: ["acme"],
  mode: "review",
  destination: "control",
  caps: { repositories: 10, dispatches: 5 },
  packages: [
    {
      name: "review",
      apis: ["contents", "issues"],
      permissions: { contents: "read", issues: "read" },
      killSwitch: "CP_REVIEW_ENABLED",
    },
  ],
  environment: "control-plane",
  rotationOwner: "mona",
};

export const somePin: CliPin = {
  source: "https://example.com/gatehouse-0.1.0.tgz",
  integrity: `sha512-${"A".repeat(86)}==`,
};

/** A package that the control repository contains. Nothing installs it. */
const somePackage = {
  fileName: "gatehouse-cli-0.1.0.tgz",
  bytes: Buffer.from("a package"),
  integrity: hashPackage(Buffer.from("a package")),
};

export const appDecision: Decision = {
  version: 1,
  choice: { profile: "app", readApp: true, writeApp: false, pat: false },
  scope: scopeFingerprint(someSettings),
  decidedBy: "mona",
  decidedAt: "2026-01-01T00:00:00.000Z",
  entitlement: { state: "active", evidence: '5 seats, setting "assign_selected"' },
};

/**
 * Creates an embedded forge, and functions that fill a control repository as setups do.
 * @param runScript runs the scripts of a proof run (default: in this process)
 */
export async function openControlPlane(
  runScript: RunScript = runNodeHere,
  more: Pick<BenchOptions, "clock" | "brand" | "stateFile"> = {},
) {
  const bench = await openBench({ runScript, ...more });
  const { emulator, client, profile, control, rest } = bench;
  const runForge = async (args: string[], stdin?: string) => {
    const host = new URL(emulator.origin).host;
    const env = { FORGE_CONFIG_DIR: emulator.cliConfigDir, FORGE_HOST: host };
    const all = [...args, "--repo", repository.full];
    const { code, stderr } = await runCli(all, { env, ...(stdin !== undefined && { stdin }) });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  };
  const commit = async (path: string, text: string) => {
    const before = await rest("GET", `${home}/contents/${path}`);
    const sha = before.json.sha as string | undefined;
    await writeControlFile(client, repository, { path, content: text, message: "Change it", sha });
  };
  let scope: Settings | undefined;
  return {
    ...bench,
    runForge,
    commit,
    writeSettings: (settings: Settings = someSettings, brand: Brand = profile.brand) => {
      scope = settings;
      return commit(settingsPath(brand), renderSettings(settings));
    },
    writeDecision: (decision: Decision = appDecision) =>
      commit(decisionPath(profile.brand), renderDecision(decision)),
    /** Writes the shared control file, rendered for this decision and these settings. */
    writeControl: async (decision: Decision = appDecision, settings: Settings = someSettings) => {
      const pin = await commitPackage(client, repository, somePackage);
      const plan = planFor(profile.brand, decision.choice, settings);
      await commit(controlFilePath(profile.brand), renderControlFile({ ...plan, pin }));
    },
    /**
     * Creates an App that is installed on acme with its ceiling for the committed settings, and its
     * record (default: with its own key).
     */
    addApp: async (role: AppRole, repositories: readonly string[] | "all", key?: string) => {
      const name = `acme ${role}er`;
      const permissions = appCeiling(role, scope);
      const app = await createApp(bench, { name, default_permissions: permissions });
      await installApp(bench, app, repositories);
      const { variable, secret } = appRecords[role];
      await runForge(["variable", "set", variable, "--body", app.clientId]);
      await runForge(["secret", "set", secret], key ?? app.pem);
      return app;
    },
    /** Creates a PAT of mona in an environment that the default branch can use. */
    addPat: async (repositories: readonly string[], change: Record<string, unknown> = {}) => {
      const permissions = { contents: "read", actions: "read", issues: "read" };
      const wanted = {
        user: "mona",
        kind: "fine-grained",
        owner: "acme",
        permissions,
        repositories,
      };
      const { json } = await control("POST", "tokens", {
        ...wanted,
        expiresAt: "2099-01-01T00:00:00Z",
        ...change,
      });
      await protectEnvironment(bench);
      await runForge(["secret", "set", patSecret, "--env", "control-plane"], json.token);
      return json.token as string;
    },
    /** Creates the output of a worker's run: an issue by the App's bot. */
    addOutput: async (app: MadeApp, body: string) => {
      const id = (await rest("GET", "/orgs/acme/installation", { token: app.jwt() })).json.id;
      const minted = await rest("POST", `/app/installations/${id}/access_tokens`, {
        token: app.jwt(),
        body: {},
      });
      const issue = { title: "Review of acme/api", body };
      return rest("POST", `${home}/issues`, { token: minted.json.token, body: issue });
    },
    prove: (credentials: Parameters<typeof runProof>[0]["credentials"]) =>
      runProof({
        client,
        repository,
        now: () => new Date(),
        signal: new AbortController().signal,
        report: () => undefined,
        pause: () => new Promise((resolve) => setTimeout(resolve, 20)),
        ...(credentials && { credentials }),
        environment: "control-plane",
      }),
  };
}

async function protectEnvironment({ rest }: Awaited<ReturnType<typeof openBench>>) {
  const path = `${home}/environments/control-plane`;
  const policy = { protected_branches: false, custom_branch_policies: true };
  await rest("PUT", path, { body: { deployment_branch_policy: policy } });
  await rest("POST", `${path}/deployment-branch-policies`, { body: { name: "main" } });
}

/** Returns a decision for a PAT, with its consent. */
export function patDecision(settings: Settings = someSettings, now = new Date()): Decision {
  const scope = scopeFingerprint(settings);
  return {
    ...appDecision,
    choice: { profile: "pat", readApp: false, writeApp: false, pat: true },
    scope,
    consent: writeConsentNote({
      operator: "mona",
      resourceOwner: "acme",
      repositories: [repository.full, ...settings.targets],
      rotationOwner: "mona",
      scope,
      expiresAt: new Date("2099-01-01T00:00:00Z"),
      now,
    }),
  };
}
