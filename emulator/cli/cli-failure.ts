/** An error message of the forge's CLI, with the exit code. */
export class CliFailure extends Error {
  override readonly name: string = "CliFailure";
  readonly code: 1 | 2 | 4;

  /**
   * @param code exit code: 1 for a rejection by the forge or invalid input, 2 for a usage error, 4
   *   if not signed in
   */
  constructor(message: string, code: 1 | 2 | 4 = 1) {
    super(message);
    this.code = code;
  }
}

export function usageFailure(message: string, usage: string): CliFailure {
  return new CliFailure(`${message}\n\nUsage:  forge ${usage}`, 2);
}
