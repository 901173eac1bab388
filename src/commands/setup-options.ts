import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import type { OpenedPrompter } from "./open-prompter.ts";
import type { WizardOptions } from "./run-wizard.ts";

export interface RunSetupOptions extends WizardOptions {
  readonly json?: boolean;
  readonly port: number;
  readonly appNames: SetUpDeps["appNames"];
  readonly readRepository?: readonly string[];
  readonly writeRepository?: readonly string[];
  readonly askAgain?: boolean;
  readonly purpose: SetUpDeps["purpose"];
  /** Stands in for the operator's browser: the demo's robot. */
  readonly openLink?: SetUpDeps["openLink"];
  readonly opened: OpenedPrompter;
}
