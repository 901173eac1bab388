import { InvalidInput } from "../../shared/errors.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

/** How many requests have to be left before a run may begin. */
export interface Requirement {
  readonly required: number;
  /** What was asked for, where that is less than every run has to have. */
  readonly raisedFrom?: number;
}

/** What the settings say of the targets. */
export interface Reach {
  readonly targets: number;
  /** How many of them one run looks at, at most. */
  readonly cap: number;
}

/** No run begins with less. @see spec/credentials.md, "Limits" */
export const leastRequests = 100;
/** What an orchestrator asks besides its targets: its own repository, and the list of its workflows. */
const besideTargets = 2;

/**
 * The requests of an orchestrator, which looks at each target. A worker knows its own number, 3 to write and none to
 * review, and asks for it: the environment of a step does not tell the one from the other.
 */
export function requireForTargets({ targets, cap }: Reach): Requirement {
  return { required: Math.max(leastRequests, besideTargets + Math.min(targets, cap)) };
}

/** @param text of `--requirement` @throws InvalidInput when it is no whole number */
export function parseRequirement(text: string): Requirement {
  const wanted = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(wanted)) {
    throw new InvalidInput("--requirement takes a whole number of requests.", [
      { say: "Say how many", command: ownCommandLine("admit", "--requirement", "250") },
    ]);
  }
  if (wanted >= leastRequests) return { required: wanted };
  return { required: leastRequests, raisedFrom: wanted };
}
