/** The workflow files of a repository at one commit, which never change. */
export interface KnownHead {
  readonly id: number;
  readonly head: string;
  readonly files: readonly string[];
}

/** Keyed by the target name in lower case. */
export type KnownHeads = ReadonlyMap<string, KnownHead>;
