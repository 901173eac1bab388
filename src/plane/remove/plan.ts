import { isHidden, isOurs, isPatRecord } from "./inventory.ts";
import type {
  Dependant,
  KillSwitch,
  MachineInventory,
  RemainingApp,
  RemainingEnvironment,
  RemainingFile,
  RemainingRecord,
  Inventory,
} from "./inventory.ts";

/** One action that the operator is asked to approve. */
export type RemovalStep =
  | { readonly kind: "repository" }
  | {
      readonly kind: "stop";
      readonly dependants: readonly Dependant[];
      readonly switches: readonly KillSwitch[];
      readonly activeRuns: number;
    }
  | { readonly kind: "file"; readonly file: RemainingFile }
  | { readonly kind: "secrets"; readonly records: readonly RemainingRecord[] }
  | { readonly kind: "app"; readonly app: RemainingApp }
  | { readonly kind: "pat" }
  | { readonly kind: "variables"; readonly records: readonly RemainingRecord[] }
  | { readonly kind: "environment"; readonly environment: RemainingEnvironment }
  | { readonly kind: "machine"; readonly machine: MachineInventory };

/**
 * Plans the removal. The order ensures that no weaker credential is used instead, and that a rerun
 * finds everything that remains:
 *
 * 0. Confirmation that an invisible repository was deleted. Only the operator can know, and this
 * machine keeps its data until then.
 * 1. Everything that starts work. A run without an App key would use the PAT, then the workflow
 * token, so runs must not start once secrets are deleted. This includes the proof workflow,
 * gatehouse's only workflow.
 * 2. Secrets: the PAT before the keys, for the same reason. Usable credentials are deleted before
 * records that only name them.
 * 3. The Apps and the PAT itself, on GitHub's pages. This invalidates every copy of a key or token.
 * 4. Variables, which are kept until now because a rerun finds the Apps by their client IDs. Then
 * the environment, which is empty by now.
 * 5. Files, once nothing needs them. The settings name the environment and the switches; the
 * decision mentions the PAT.
 * 6. The data on this machine, last because only the journal has the names of the Apps.
 */
export function planRemoval(inventory: Inventory): RemovalStep[] {
  const { apps, dependants, switches, activeRuns, environments, files, machine, records } =
    inventory;
  const enabled = dependants.filter(({ state }) => state === "enabled");
  const on = switches.filter(({ value }) => value !== "false");
  const isAnythingThere = records.length + files.length > 0;
  const isStopNeeded = enabled.length > 0 || (isAnythingThere && on.length + activeRuns > 0);
  const secrets = records.filter(({ kind }) => kind === "secret").toSorted(patFirst);
  const variables = records.filter(({ kind }) => kind === "variable");
  const fileSteps = (kinds: readonly RemainingFile["kind"][]) =>
    kinds.flatMap((kind) => files.filter((file) => file.kind === kind).map(toFileStep));
  return [
    ...(isHidden(inventory) ? [{ kind: "repository" as const }] : []),
    ...(isStopNeeded ? [{ kind: "stop" as const, dependants, switches: on, activeRuns }] : []),
    ...fileSteps(["proof workflow"]),
    ...(secrets.length > 0 ? [{ kind: "secrets" as const, records: secrets }] : []),
    ...apps.map((app) => ({ kind: "app" as const, app })),
    ...(inventory.hasPat ? [{ kind: "pat" as const }] : []),
    ...(variables.length > 0 ? [{ kind: "variables" as const, records: variables }] : []),
    ...environments
      .filter(isOurs)
      .map((environment) => ({ kind: "environment" as const, environment })),
    ...fileSteps(["control file", "gatehouse package", "settings", "decision"]),
    ...(machine.files.length + machine.held.length > 0
      ? [{ kind: "machine" as const, machine }]
      : []),
  ];
}

function patFirst(one: RemainingRecord, other: RemainingRecord): number {
  return Number(isPatRecord(other)) - Number(isPatRecord(one));
}

function toFileStep(file: RemainingFile): RemovalStep {
  return { kind: "file", file };
}
