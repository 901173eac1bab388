/** The workflow files of a repository at one commit: what a commit holds never changes. */
export interface KnownHead {
  readonly id: number;
  readonly head: string;
  readonly files: readonly string[];
}

/** By the target's name in lower case. */
export type KnownHeads = ReadonlyMap<string, KnownHead>;
