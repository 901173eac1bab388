import type { Location } from "./positions.ts";

/** An error or warning about an agent definition. */
export interface Diagnostic extends Location {
  /**
   * The field, such as `engine.args[2]` or `engine.env.A`; empty if the diagnostic concerns the
   * file.
   */
  readonly path: string;
  /** Description of the problem. Quotes the input unless the input could be a secret. */
  readonly message: string;
  /** How to fix it. */
  readonly hint?: string;
}

/** All diagnostics of one file, in line order. */
export interface Diagnostics {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** The position of a diagnostic: a value, a key, or an offset in the file. */
interface Spot {
  readonly start: number;
}

/** Collects diagnostics, so that all of them are reported at once. */
export class Findings {
  readonly #placeOf: (offset: number) => Location;
  readonly #errors: Diagnostic[] = [];
  readonly #warnings: Diagnostic[] = [];

  constructor(placeOf: (offset: number) => Location) {
    this.#placeOf = placeOf;
  }

  error(at: Spot, path: string, { message, hint }: Message): void {
    this.#errors.push(this.#at(at, path, { message, hint }));
  }

  warn(at: Spot, path: string, { message, hint }: Message): void {
    this.#warnings.push(this.#at(at, path, { message, hint }));
  }

  all(): Diagnostics {
    const inOrder = (one: Location, other: Location) =>
      one.line - other.line || one.column - other.column;
    return {
      errors: this.#errors.toSorted(inOrder),
      warnings: this.#warnings.toSorted(inOrder),
    };
  }

  #at({ start }: Spot, path: string, { message, hint }: Message): Diagnostic {
    return { path, ...this.#placeOf(start), message, ...(hint !== undefined && { hint }) };
  }
}

interface Message {
  readonly message: string;
  readonly hint?: string | undefined;
}
