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

/** One thing to do, as it is asked about. */
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
 * What is to be done for what was found, in an order in which nothing weaker steps in and a rerun always finds the rest:
 *
 * 0. Whether a repository that is not shown was deleted: nobody else can tell, and what this machine knows stays until then.
 * 1. What starts work: a run that finds no App's key takes the PAT, and then the workflow token. So no run may start
 *    any more before a secret goes. The proof workflow goes with it: it is the one workflow that is ours.
 * 2. Secrets, the PAT's before the keys for the same reason: what can be used ends before what only names it.
 * 3. The Apps, and the PAT itself, on the forge's pages: with them ends whatever copy of a key or a token there is.
 * 4. Variables: by the client IDs a rerun finds the Apps, so that they outlive them. The environment: empty by now.
 * 5. Files: the settings name the environment and the switches, the decision tells of the PAT. They go when nothing
 *    needs them any more.
 * 6. What this machine keeps: the journal knows the names of Apps, so that it is the last.
 */
export function planRemoval(remains: Inventory): RemovalStep[] {
  const { apps, dependants, switches, activeRuns, environments, files, machine, records } = remains;
  const enabled = dependants.filter(({ state }) => state === "enabled");
  const on = switches.filter(({ value }) => value !== "false");
  const isAnythingThere = records.length + files.length > 0;
  const isStopNeeded = enabled.length > 0 || (isAnythingThere && on.length + activeRuns > 0);
  const secrets = records.filter(({ kind }) => kind === "secret").toSorted(patFirst);
  const variables = records.filter(({ kind }) => kind === "variable");
  const fileSteps = (kinds: readonly RemainingFile["kind"][]) =>
    kinds.flatMap((kind) => files.filter((file) => file.kind === kind).map(toFileStep));
  return [
    ...(isHidden(remains) ? [{ kind: "repository" as const }] : []),
    ...(isStopNeeded ? [{ kind: "stop" as const, dependants, switches: on, activeRuns }] : []),
    ...fileSteps(["proof workflow"]),
    ...(secrets.length > 0 ? [{ kind: "secrets" as const, records: secrets }] : []),
    ...apps.map((app) => ({ kind: "app" as const, app })),
    ...(remains.hasPat ? [{ kind: "pat" as const }] : []),
    ...(variables.length > 0 ? [{ kind: "variables" as const, records: variables }] : []),
    ...environments
      .filter(isOurs)
      .map((environment) => ({ kind: "environment" as const, environment })),
    ...fileSteps(["control file", "settings", "decision"]),
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
