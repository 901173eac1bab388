/** What the forge CLI says on standard error before it ends, and the code that it ends with. */
export class CliFailure extends Error {
  override readonly name: string = "CliFailure";
  readonly code: 1 | 2 | 4;

  /** @param code 1 the forge or the input refused, 2 the command line is wrong, 4 nobody is logged in */
  constructor(message: string, code: 1 | 2 | 4 = 1) {
    super(message);
    this.code = code;
  }
}

/** The command line cannot be understood. */
export function usageFailure(message: string, usage: string): CliFailure {
  return new CliFailure(`${message}\n\nUsage:  forge ${usage}`, 2);
}
