/** An error message of the forge's CLI, with the exit code. */
export class CliFailure extends Error {
  override readonly name: string = "CliFailure";
  readonly code: 1 | 2 | 4;

  /** @param code 1: rejected by the forge or invalid input, 2: usage error, 4: not signed in */
  constructor(message: string, code: 1 | 2 | 4 = 1) {
    super(message);
    this.code = code;
  }
}

/** Creates the error for an invalid command line. */
export function usageFailure(message: string, usage: string): CliFailure {
  return new CliFailure(`${message}\n\nUsage:  forge ${usage}`, 2);
}
