import { InvalidInput } from "../../shared/errors.ts";
import { typedWith } from "../../shared/change-option.ts";

/** The number of requests that must be left before a run can start. */
export interface Requirement {
  readonly required: number;
  /**
   * Number that was requested; undefined unless it was below the minimum and was therefore raised.
   */
  readonly raisedFrom?: number;
}

/** Number of targets in the settings, and the cap for one run. */
export interface Reach {
  readonly targets: number;
  /** The maximum number of targets that one run processes. */
  readonly cap: number;
}

/** Minimum requirement for every run, in requests. @see spec/credentials.md, "Limits" */
export const leastRequests = 100;
/**
 * Number of requests that an orchestrator sends in addition to those for its targets: one for its
 * own repository and one for the list of workflows.
 */
const besideTargets = 2;

/**
 * Returns the requirement of an orchestrator, which inspects each target. A worker specifies its
 * own number: 3 if it writes, none if it only reviews. The step's environment does not show which
 * kind of run this is.
 */
export function requireForTargets({ targets, cap }: Reach): Requirement {
  return { required: Math.max(leastRequests, besideTargets + Math.min(targets, cap)) };
}

/**
 * @param text value of `--requirement`
 * @throws InvalidInput if it is not a whole number
 */
export function parseRequirement(text: string): Requirement {
  const wanted = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(wanted)) {
    throw new InvalidInput("--requirement must be a whole number of requests.", [
      {
        text: "Specify a number of requests",
        command: typedWith(["admit"], "--requirement", "250"),
      },
    ]);
  }
  if (wanted >= leastRequests) return { required: wanted };
  return { required: leastRequests, raisedFrom: wanted };
}
