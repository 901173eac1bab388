export interface FetchedEngine {
  readonly name: string;
  /** Package with its version, as npm accepts it. */
  readonly package: string;
  /** SHA-512 of the package in Base64; undefined on an architecture without a package. */
  readonly hash: string | undefined;
  /** Directory of the unpacked package. */
  readonly folder: string;
  /** Path of the program: an executable, or a script for Node. */
  readonly program: string;
}
export function enginesIn(folder: string): readonly FetchedEngine[];
export function isFetched(engine: FetchedEngine): boolean;
export function fetchEngine(engine: FetchedEngine): void;
