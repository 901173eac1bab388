/** Files of a run with file rules. Paths are those inside. */
export interface FilePlaces {
  /** PID namespace outside, as in `/proc/self/ns/pid`. */
  readonly pidNamespace: string;
  readonly work: string;
  /** Names of hidden files: paths, links and hard links, each of which shows the same secrets. */
  readonly hiddenFiles: readonly string[];
  readonly hiddenFolders: readonly string[];
  /** Size of every hidden file in bytes. */
  readonly secretSize: number;
  /** Read-only directories, each with the file `text`. */
  readonly readOnly: readonly string[];
  /** Writable directory. */
  readonly writable: string;
}

/** Start of every secret. The program inside does not know the rest. */
export const secretStart = "SECRET-";

export function readFilePlaces(text: string): FilePlaces {
  return JSON.parse(text) as FilePlaces;
}
