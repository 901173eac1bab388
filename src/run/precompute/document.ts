import type { ChosenCredential } from "../../credentials/choose-credential.ts";

/**
 * The target data that a run receives before it starts. control-precompute.schema.json describes
 * each field.
 */
export interface PrecomputeDocument {
  readonly version: 1;
  readonly host: string;
  /** Null if the step has no credential. */
  readonly credential: ChosenCredential["credential"] | null;
  /** ISO 8601, UTC. */
  readonly readAt: string;
  readonly targets: readonly Target[];
  /** Targets in the settings that were not read because of the cap. */
  readonly beyondCap: readonly string[];
  /** The reason why reading stopped early; null if all targets were read. */
  readonly ended: Ended | null;
}

export interface Ended {
  readonly reason: string;
  /**
   * Time at which the rate limit resets (ISO 8601), if a rate limit stopped the run early; null if
   * unknown.
   */
  readonly resetsAt: string | null;
}

export interface Target {
  /** The name in the settings. */
  readonly target: string;
  readonly state: "complete" | "incomplete" | "archived" | "missing";
  /** Data that could not be read, with the reasons. */
  readonly unread: readonly Unread[];
  /** The current name if it differs from the one in the settings; null otherwise. */
  readonly renamedTo: string | null;
  readonly repository: TargetRepository | null;
}

export interface Unread {
  readonly what: "repository" | "default branch" | "workflow files" | "workflow states" | "actions";
  readonly reason: string;
}

export interface TargetRepository {
  readonly id: number;
  readonly fullName: string;
  readonly visibility: "public" | "private" | "internal";
  /** Null if the repository is empty or its default branch could not be read. */
  readonly defaultBranch: { readonly name: string; readonly head: string } | null;
  /** Whether each feature is enabled; null if this credential cannot read the settings. */
  readonly features: {
    readonly issues: boolean;
    readonly pullRequests: boolean;
    readonly actions: boolean | null;
  };
  /** Null if the workflows could not be read. */
  readonly workflows: readonly TargetWorkflow[] | null;
}

export interface TargetWorkflow {
  readonly path: string;
  /**
   * Null if the workflows were not requested, or if the forge does not recognize the file as a
   * workflow.
   */
  readonly name: string | null;
  readonly state: string | null;
}

/** Returns whether a target's data is known or the target is known not to exist. */
export function isKnown({ state, repository }: Target): boolean {
  return state !== "incomplete" || repository !== null;
}

export function countStates({ targets }: PrecomputeDocument): Record<Target["state"], number> {
  const counts = { complete: 0, incomplete: 0, archived: 0, missing: 0 };
  for (const { state } of targets) counts[state] += 1;
  return counts;
}
