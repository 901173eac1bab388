/** The workflow files of a repository at one commit. The content of a commit never changes. */
export interface KnownHead {
  readonly id: number;
  readonly head: string;
  readonly files: readonly string[];
}

/** Keyed by the target's name in lower case. */
export type KnownHeads = ReadonlyMap<string, KnownHead>;
