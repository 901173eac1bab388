import { describe, expect, test } from "vitest";
import { planRemoval } from "../../../src/plane/remove/plan.ts";
import type { Inventory } from "../../../src/plane/remove/inventory.ts";

const nothing: Inventory = {
  repository: "there",
  ownerKind: "organization",
  apps: [],
  records: [],
  shared: [],
  environments: [],
  hasPat: false,
  patStoredAt: undefined,
  files: [],
  dependants: [],
  switches: [],
  fleet: [],
  activeRuns: 0,
  machine: { files: [], held: [] },
  unseen: [],
};

const secret = (name: string, environment?: string) => ({
  kind: "secret" as const,
  name,
  ...(environment !== undefined && { environment }),
});
const file = (
  kind: "proof workflow" | "control file" | "gatehouse package" | "settings" | "decision",
) => ({
  kind,
  path: `.forge/${kind}`,
  sha: "1",
  changes: [],
});
const app = {
  role: "read" as const,
  clientId: "Iv1",
  slug: "reader",
  installationId: 1,
  isInstalled: true,
  selection: "selected" as const,
  presence: "there" as const,
  isProvided: false,
};

const kinds = (inventory: Partial<Inventory>) =>
  planRemoval({ ...nothing, ...inventory }).map((step) =>
    step.kind === "file" ? step.file.kind : step.kind,
  );

describe("a removal plan", () => {
  test("is empty if nothing exists", () => {
    expect(kinds({})).toEqual([]);
    expect(kinds({ activeRuns: 3, switches: [{ variable: "ON", value: "true" }] })).toEqual([]);
  });

  test("starts with the parts that start work and ends with the parts that only record it", () => {
    expect(
      kinds({
        machine: { files: ["setup.json"], held: [] },
        files: [
          file("decision"),
          file("settings"),
          file("control file"),
          file("gatehouse package"),
          file("proof workflow"),
        ],
        records: [
          { kind: "variable", name: "CP_FORGE_READ_APP_ID" },
          secret("CP_FORGE_READ_APP_PRIVATE_KEY"),
        ],
        apps: [app],
        hasPat: true,
        environments: [{ name: "control-plane", otherwiseUsed: undefined }],
        dependants: [{ path: ".forge/workflows/worker.yml", state: "enabled" }],
      }),
    ).toEqual([
      "stop",
      "proof workflow",
      "secrets",
      "app",
      "pat",
      "variables",
      "environment",
      "control file",
      "gatehouse package",
      "settings",
      "decision",
      "machine",
    ]);
  });

  test("deletes the PAT's secret before the keys, because a run without an App uses the PAT", () => {
    const records = [
      secret("CP_FORGE_READ_APP_PRIVATE_KEY"),
      secret("CP_FORGE_WRITE_APP_PRIVATE_KEY"),
      secret("CP_FORGE_TOKEN", "control-plane"),
    ];
    const [step] = planRemoval({ ...nothing, records });
    expect(step).toMatchObject({ records: [{ name: "CP_FORGE_TOKEN" }, {}, {}] });
  });

  test("first asks whether an invisible repository was deleted, if anything about it is known", () => {
    const machine = { files: ["setup.json"], held: [] };
    expect(kinds({ repository: "gone", machine })).toEqual(["repository", "machine"]);
    expect(kinds({ repository: "gone" })).toEqual([]);
  });

  test("does not disable workflows that are already disabled or cannot start automatically", () => {
    const records = [secret("CP_FORGE_TOKEN")];
    const dependants = [
      { path: "a.yml", state: "disabled" as const },
      { path: "b.md", state: "part" as const },
    ];
    expect(kinds({ records, dependants })).toEqual(["secrets"]);
    expect(kinds({ records, dependants, activeRuns: 1 })).toEqual(["stop", "secrets"]);
  });

  test("keeps an environment that also contains other data", () => {
    const environment = { name: "control-plane", otherwiseUsed: "it holds DEPLOY, too" };
    expect(kinds({ environments: [environment] })).toEqual([]);
  });
});
