import type { ActiveRun } from "../../src/plane/exposed/active-runs.ts";
import type {
  Dependant,
  KillSwitch,
  MachineInventory,
  RemainingApp,
  RemainingFile,
  RemainingRecord,
  Inventory,
} from "../../src/plane/remove/inventory.ts";
import type { Browser } from "../shared/browser-visit.ts";
import type { Clock } from "../shared/clock.ts";
import type { ControlLocation } from "../shared/control-location.ts";

/** Operations that a removal performs. Each deletion also verifies its result. */
export interface RemoveDeps extends ControlLocation, Clock, Pick<Browser, "openLink"> {
  /** Account that is recorded with each report. */
  readonly operator: () => Promise<string>;
  readonly readInventory: () => Promise<Inventory>;
  /** @throws RepositoryUnseen if the repository is not visible */
  readonly requireSeen: () => Promise<void>;
  /** Returns the current state of the App; undefined if it was deleted. */
  readonly inspectApp: (app: RemainingApp) => Promise<RemainingApp | undefined>;

  readonly stopWork: (work: {
    readonly dependants: readonly Dependant[];
    readonly switches: readonly KillSwitch[];
  }) => Promise<void>;
  /**
   * Cancels active runs and waits until they stop.
   * @returns the runs that are still active
   */
  readonly endRuns: (wait: {
    readonly signal: AbortSignal;
    readonly report: (active: readonly ActiveRun[]) => void;
  }) => Promise<ActiveRun[]>;
  readonly removeRecords: (records: readonly RemainingRecord[]) => Promise<void>;
  readonly removeEnvironment: (name: string) => Promise<void>;
  readonly removeFile: (file: RemainingFile) => Promise<void>;
  /** @returns names of the keychain accounts that could not be deleted */
  readonly forgetMachine: (machine: MachineInventory) => Promise<string[]>;
}
