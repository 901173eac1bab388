import { UserError, exitCode } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";

/** The container did not become ready to start the command. */
export class ContainerFailed extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  /** The error message of the runtime or the starter. */
  readonly complaint: string;

  constructor(runtime: string, complaint: string, hints: readonly Hint[] = []) {
    super(`${runtime} could not start a container: ${complaint}`, hints);
    this.complaint = complaint;
  }
}
