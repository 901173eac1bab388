/** What the process ends with. A command behind the firewall ends with its own code instead. */
export const exitCode = {
  done: 0,
  bug: 1,
  usage: 2,
  refused: 3,
  unreachable: 4,
  incomplete: 5,
  denied: 6,
  firewallFailed: 125,
  hungUp: 129,
  cancelled: 130,
  quit: 131,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** One thing that a person can do next: words, and a command to paste or a link to open. */
export interface Hint {
  readonly say: string;
  readonly command?: string;
  readonly link?: string;
}

/** Something that the person who runs gatehouse can act on. Any other error is a bug of ours. */
export abstract class UserError extends Error {
  abstract readonly exitCode: ExitCode;
  readonly hints: readonly Hint[];

  constructor(message: string, hints: readonly Hint[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.hints = hints;
  }
}

/** The command line, an answers file or a checked-in file is not what it should be. */
export class InvalidInput extends UserError {
  readonly exitCode = exitCode.usage;
}

/** What a run ends with that was stopped from outside: 128 and the signal's number. */
const stopCodes = {
  SIGINT: exitCode.cancelled,
  SIGTERM: exitCode.terminated,
  SIGHUP: exitCode.hungUp,
  SIGQUIT: exitCode.quit,
} as const;

/** The ways in which a run is stopped; Ctrl-C is the first, a terminal that closes the last. */
export type StopSignal = keyof typeof stopCodes;

/** The person does not go on. */
export class Cancelled extends UserError {
  readonly exitCode: ExitCode = exitCode.cancelled;

  constructor(message = "Stopped. What was done is kept.", hints: readonly Hint[] = []) {
    super(message, hints);
  }
}

/** The run was stopped from outside: by a key, a signal, or a terminal that is gone. */
export class Stopped extends Cancelled {
  override readonly exitCode: ExitCode;
  readonly by: StopSignal;
  /** What goes on on the forge, or is left half there. */
  readonly underWay: Hint | undefined;

  constructor(by: StopSignal, message?: string, hints?: readonly Hint[], underWay?: Hint) {
    super(message, hints);
    this.by = by;
    this.exitCode = stopCodes[by];
    this.underWay = underWay;
  }

  /** The same stop, of whoever leaves that behind. */
  leaving(underWay: Hint): Stopped {
    return new Stopped(this.by, this.message, this.hints, underWay);
  }
}

/** Something is not set up, or only in part. */
export class Incomplete extends UserError {
  readonly exitCode = exitCode.incomplete;
}
