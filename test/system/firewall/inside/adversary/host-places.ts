/** Where things are on the host that nobody inside may get at. */
export interface HostPlaces {
  /** As `/proc/self/ns/pid` outside has it. */
  readonly pidNamespace: string;
  /** What stands in every secret of the test. */
  readonly secret: string;
  /** Paths outside of the working folder that hold the secret. */
  readonly secretFiles: readonly string[];
  /** Unix sockets of the host: paths, and names without one. */
  readonly sockets: readonly string[];
  readonly abstract: string;
  /** The session's folder and its key. */
  readonly sessionFolder: string;
  /** A rules file of this run, in the working folder. */
  readonly rules: string;
  /** The log folder, in the working folder. */
  readonly logs: string;
  /** A folder that is mounted to be read only. */
  readonly readOnly: string;
  readonly home: string;
  readonly work: string;
}

export function readHostPlaces(text: string): HostPlaces {
  return JSON.parse(text) as HostPlaces;
}
