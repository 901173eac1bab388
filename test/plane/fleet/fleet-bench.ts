import { fleetPermissions, fleetRecords } from "../../../src/plane/fleet/fleet-credential.ts";
import { renderFleetFile, type FleetPlan } from "../../../src/plane/fleet/fleet-file.ts";
import type { StoredCheck } from "../../../src/plane/fleet/check-file.ts";
import { usualSchedule } from "../../../src/plane/fleet/schedule.ts";
import { brands } from "../../../src/forge/brand.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { createApp, installApp, type MadeApp, type OpenForge } from "../../emulator/open-forge.ts";
import { somePin } from "../control-plane-bench.ts";

export interface FleetChange extends Partial<Omit<FleetPlan, "brand" | "repositories">> {
  readonly brand?: keyof typeof brands;
  readonly names?: readonly string[];
}

export function renderFleet(change: FleetChange = {}): string {
  const { brand = "forge", names = ["acme/control"], ...others } = change;
  return renderFleetFile({
    schedule: usualSchedule,
    environment: undefined,
    pin: somePin,
    ...others,
    brand: brands[brand],
    repositories: names.map((name) => requireRepositoryName(name, "--repo")),
  });
}

/** Creates the fleet's App on acme. Returns the environment variables of its step. */
export async function addFleetApp(
  forge: OpenForge,
  repositories: readonly string[],
  permissions: Readonly<Record<string, string>> = fleetPermissions(brands.forge),
) {
  const app = await createApp(forge, { name: "acme fleet", default_permissions: permissions });
  await installApp(forge, app, repositories);
  return { app, env: pairOf(app) };
}

function pairOf({ clientId, pem }: Pick<MadeApp, "clientId" | "pem">) {
  return { [fleetRecords.variable]: clientId, [fleetRecords.secret]: pem };
}

type Status = NonNullable<StoredCheck["status"]>;

/** Returns the result of a job for a complete control plane, with the test's changes. */
export function checkOf(
  repo: string,
  change: Partial<StoredCheck> & { readonly overallStatus?: Partial<Status> } = {},
): StoredCheck {
  const { overallStatus, ...others } = change;
  const next = [{ text: "Let a run try", command: `gatehouse verify --repo ${repo}` }];
  const status = {
    overallStatus: "incomplete",
    complete: false,
    lacksOnlyProof: true,
    reminders: [],
    next,
  };
  return {
    version: 1,
    repo,
    checkedAt: "2025-03-01T06:17:00.000Z",
    credential: "fleet-app",
    ungranted: [],
    skipped: [],
    file: "fleet-check.json",
    status: { ...status, ...overallStatus },
    verify: { checks: [{ id: "settings", title: "Settings", state: "pass", evidence: [] }] },
    reason: null,
    ...others,
  };
}

/** Returns the result of a job that could not read its control plane. */
export function unreadableCheck(repo: string, reason: string): StoredCheck {
  return checkOf(repo, { credential: null, status: null, verify: null, reason });
}
