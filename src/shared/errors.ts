/** Exit codes of gatehouse. A command behind the firewall exits with its own code instead. */
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

/** A next step for the user: text, with a command or lines to paste, or a link to open. */
export interface Hint {
  readonly text: string;
  readonly command?: string;
  /** Lines of a file, which are printed unchanged, without a shell's quotes and backslashes. */
  readonly lines?: readonly string[];
  readonly link?: string;
}

/** An error that the user can fix. Any other error is a bug in gatehouse. */
export abstract class UserError extends Error {
  abstract readonly exitCode: ExitCode;
  readonly hints: readonly Hint[];

  constructor(message: string, hints: readonly Hint[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.hints = hints;
  }
}

/** The command line, an answers file or a checked-in file is invalid. */
export class InvalidInput extends UserError {
  readonly exitCode = exitCode.usage;
}

/** Exit codes of an interrupted run: 128 plus the signal number. */
const stopCodes = {
  SIGINT: exitCode.cancelled,
  SIGTERM: exitCode.terminated,
  SIGHUP: exitCode.hungUp,
  SIGQUIT: exitCode.quit,
} as const;

/** Signals that stop a run. SIGINT is sent by Ctrl-C, SIGHUP when the terminal closes. */
export type StopSignal = keyof typeof stopCodes;

/** The user cancelled. */
export class Cancelled extends UserError {
  readonly exitCode: ExitCode = exitCode.cancelled;

  constructor(message = "Stopped. Completed steps are kept.", hints: readonly Hint[] = []) {
    super(message, hints);
  }
}

/** The run was interrupted by a key, a signal, or a closed terminal. */
export class Stopped extends Cancelled {
  override readonly exitCode: ExitCode;
  readonly by: StopSignal;
  /**
   * Work that continues on the forge or is incomplete there; undefined if there is no such work.
   */
  readonly underWay: Hint | undefined;

  constructor(by: StopSignal, message?: string, hints?: readonly Hint[], underWay?: Hint) {
    super(message, hints);
    this.by = by;
    this.exitCode = stopCodes[by];
    this.underWay = underWay;
  }

  /** Returns a copy of this error with a hint about unfinished work. */
  leaving(underWay: Hint): Stopped {
    return new Stopped(this.by, this.message, this.hints, underWay);
  }
}

/** Something is missing or only partly set up. */
export class Incomplete extends UserError {
  readonly exitCode = exitCode.incomplete;
}
