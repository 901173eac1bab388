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
import type { ControlPlace } from "../shared/control-place.ts";

/** What a removal does to the world. Each that takes something away looks whether it is gone. */
export interface RemoveDeps extends ControlPlace, Clock, Pick<Browser, "openLink"> {
  /** The login whose word is recorded. */
  readonly operator: () => Promise<string>;
  readonly look: () => Promise<Inventory>;
  /** @throws RepositoryUnseen where the forge does not show the repository */
  readonly requireSeen: () => Promise<void>;
  /** The App as it is now; undefined once it is gone. */
  readonly inspectApp: (app: RemainingApp) => Promise<RemainingApp | undefined>;

  readonly stopWork: (work: {
    readonly dependants: readonly Dependant[];
    readonly switches: readonly KillSwitch[];
  }) => Promise<void>;
  /** Cancels what runs, and waits for its end. @returns what runs on all the same */
  readonly endRuns: (wait: {
    readonly signal: AbortSignal;
    readonly say: (active: readonly ActiveRun[]) => void;
  }) => Promise<ActiveRun[]>;
  readonly removeRecords: (records: readonly RemainingRecord[]) => Promise<void>;
  readonly removeEnvironment: (name: string) => Promise<void>;
  readonly removeFile: (file: RemainingFile) => Promise<void>;
  /** @returns the keychain's accounts that it did not let go of */
  readonly forgetMachine: (machine: MachineInventory) => Promise<string[]>;
}
