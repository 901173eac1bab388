import { UserError, exitCode } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";

/** A container did not come to the point where the command could start. */
export class ContainerFailed extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  /** What the runtime, or the starter, said. */
  readonly complaint: string;

  constructor(runtime: string, complaint: string, hints: readonly Hint[] = []) {
    super(`${runtime} could not start a container: ${complaint}`, hints);
    this.complaint = complaint;
  }
}
