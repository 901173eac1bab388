/** Locations on the host that no process inside is allowed to access. */
export interface HostPlaces {
  /** PID namespace outside, as in `/proc/self/ns/pid`. */
  readonly pidNamespace: string;
  /** Content of every secret of the test. */
  readonly secret: string;
  /** Paths of secret files outside of the working directory. */
  readonly secretFiles: readonly string[];
  /** Paths of the host's Unix sockets; `abstract` is the name of one without a path. */
  readonly sockets: readonly string[];
  readonly abstract: string;
  /** Path of the session's directory, which contains its key. */
  readonly sessionFolder: string;
  /** Path of a rules file of this run, in the working directory. */
  readonly rules: string;
  /** Path of the log directory, in the working directory. */
  readonly logs: string;
  /** Path of a directory that is mounted read-only. */
  readonly readOnly: string;
  readonly home: string;
  readonly work: string;
}

export function readHostPlaces(text: string): HostPlaces {
  return JSON.parse(text) as HostPlaces;
}
