import type { Hint } from "../../shared/errors.ts";
import { count } from "../../shared/count.ts";
import type { CommandFormatter } from "../repository/command-line.ts";

/** The overall status of a control plane, as reported by `status` or at the end of setup. */
export type OverallStatus =
  /** No credential is stored, and no profile was chosen. */
  | "not set up"
  /** The Apps are verified, but no profile has been chosen for a scope. */
  | "profile not chosen"
  | "incomplete"
  | "complete";

const standings: Readonly<Record<OverallStatus, string>> = {
  "not set up": "not set up",
  "profile not chosen": "Apps ready, profile not chosen",
  incomplete: "incomplete",
  complete: "complete",
};

/**
 * Formats an overall status with the number of things to do, such as "incomplete · 2 things to do".
 * The check before promotion, which a complete status always suggests, does not count.
 */
export function summarizeStatus({
  overallStatus,
  next,
}: {
  readonly overallStatus: OverallStatus;
  readonly next: readonly Hint[];
}): string {
  const number = overallStatus === "complete" ? next.length - 1 : next.length;
  const todo = number > 0 ? [`${count(number, "thing")} to do`] : [];
  return [standings[overallStatus], ...todo].join(" · ");
}

/** The status that was read at the end of setup. */
interface Found {
  readonly complete: boolean;
  readonly lacksOnlyProof: boolean;
}

/**
 * Changes "complete" to "incomplete" if the status reports a problem. A missing proof is not a
 * problem, because setup has just verified the credentials.
 * @param found undefined if the status could not be read
 * @param lacksControlFile whether setup left the control file, without which no run is admitted
 */
export function lowerBy(
  overallStatus: OverallStatus,
  found: Found | undefined,
  lacksControlFile: boolean,
): OverallStatus {
  const isWell = !lacksControlFile && (!found || found.complete || found.lacksOnlyProof);
  return overallStatus === "complete" && !isWell ? "incomplete" : overallStatus;
}

/** Returns the next step for an overall status, with its command. */
export function nextFrom(overallStatus: OverallStatus, command: CommandFormatter): Hint {
  switch (overallStatus) {
    case "not set up":
      return { text: "Set up the control plane", command: command("setup") };
    case "profile not chosen":
      return {
        text: "Define the scope and choose a profile for it",
        command: command("scope"),
      };
    case "incomplete":
      return { text: "Complete and verify the setup", command: command("setup") };
    case "complete":
      return { text: "Verify everything before promotion", command: command("verify") };
  }
}

/** Suggests writing the control file together with the package of the running gatehouse. */
export function renderAndCommit(command: CommandFormatter): Hint {
  return {
    text: "Render the shared control file, and commit this gatehouse for runs",
    command: command("control render", ["--commit", "--pack"]),
  };
}
