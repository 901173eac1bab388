import type { Repository, Run } from "./repository.ts";

export type RunEvent = "workflow_dispatch" | "push";

/** Returns the full name of the branch or tag of a run. */
export function refOf({ defaultBranch }: Repository, { ref }: Pick<Run, "ref">): string {
  return ref ?? `refs/heads/${defaultBranch}`;
}

/** Returns the name of a branch or tag without `refs/heads/` or `refs/tags/`. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(?:heads|tags)\//, "");
}

export function eventOf({ event }: Run): RunEvent {
  return event ?? "workflow_dispatch";
}
