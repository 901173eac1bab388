import type { ChosenCredential } from "../../credentials/choose-credential.ts";

/** What a run knows of its targets before it begins. control-precompute.schema.json describes each field. */
export interface PrecomputeDocument {
  readonly version: 1;
  readonly host: string;
  /** Null: the step was given none. */
  readonly credential: ChosenCredential["credential"] | null;
  /** ISO 8601, UTC. */
  readonly readAt: string;
  readonly targets: readonly Target[];
  /** Targets of the settings that the cap leaves out. */
  readonly beyondCap: readonly string[];
  /** Why it was not read to its end; null where it was. */
  readonly ended: Ended | null;
}

export interface Ended {
  readonly because: string;
  /** Where a limit ended it: when there are requests again, if the forge tells. */
  readonly resetsAt: string | null;
}

export interface Target {
  /** As the settings call it. */
  readonly target: string;
  readonly state: "complete" | "incomplete" | "archived" | "missing";
  /** What could not be read, and why; empty unless something could not. */
  readonly unread: readonly Unread[];
  /** The name that it has now, where that is another one. */
  readonly renamedTo: string | null;
  readonly repository: TargetRepository | null;
}

export interface Unread {
  readonly what: "repository" | "default branch" | "workflow files" | "workflow states" | "actions";
  readonly because: string;
}

export interface TargetRepository {
  readonly id: number;
  readonly fullName: string;
  readonly visibility: "public" | "private" | "internal";
  /** Null in an empty repository, and where it could not be read. */
  readonly defaultBranch: { readonly name: string; readonly head: string } | null;
  /** A feature that is switched off is a fact. Null: not told to this credential. */
  readonly features: {
    readonly issues: boolean;
    readonly pullRequests: boolean;
    readonly actions: boolean | null;
  };
  /** Null where they could not be read. */
  readonly workflows: readonly TargetWorkflow[] | null;
}

export interface TargetWorkflow {
  readonly path: string;
  /** Null where it was not asked for, or the forge does not know the file as a workflow. */
  readonly name: string | null;
  readonly state: string | null;
}

/** Whether anything is known of a target: what it is, or that it is not there. */
export function isKnown({ state, repository }: Target): boolean {
  return state !== "incomplete" || repository !== null;
}

/** How many targets are in each state. */
export function countStates({ targets }: PrecomputeDocument): Record<Target["state"], number> {
  const counts = { complete: 0, incomplete: 0, archived: 0, missing: 0 };
  for (const { state } of targets) counts[state] += 1;
  return counts;
}
