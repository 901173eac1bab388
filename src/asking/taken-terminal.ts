/** A terminal that was taken, with the first screen on it, before the program was there. */
export interface TakenTerminal {
  /** Leaves it as it was found. */
  readonly leave: () => void;
  /** Somebody else sees to it from now on. */
  readonly handOver: () => void;
}

let taken: TakenTerminal | undefined;

export function keepTaken(terminal: TakenTerminal): void {
  taken = terminal;
}

/** For who draws next, and sees to the terminal already. @returns whether there was one */
export function handOverTaken(): boolean {
  const terminal = taken;
  taken = undefined;
  terminal?.handOver();
  return terminal !== undefined;
}

/** For who prints: nobody drew any further. */
export function leaveTaken(): void {
  taken?.leave();
  taken = undefined;
}
