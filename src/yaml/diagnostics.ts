import type { Place } from "./places.ts";

/** One thing that is wrong, or worth a word, in an agent definition. */
export interface Diagnostic extends Place {
  /** The field: `engine.args[2]`, `engine.env.A`; empty for the file. */
  readonly path: string;
  /** A sentence that begins with what is wrong; it quotes what was written, unless that may be a secret. */
  readonly message: string;
  /** What to do. */
  readonly hint?: string;
}

/** All that was found in one file, in the order of its lines. */
export interface Diagnostics {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

/** Where something was found: a value, a key, or any offset of the file. */
interface Spot {
  readonly start: number;
}

/** Gathers what is found, so that everything is told at once. */
export class Findings {
  readonly #placeOf: (offset: number) => Place;
  readonly #errors: Diagnostic[] = [];
  readonly #warnings: Diagnostic[] = [];

  constructor(placeOf: (offset: number) => Place) {
    this.#placeOf = placeOf;
  }

  error(at: Spot, path: string, { message, hint }: Said): void {
    this.#errors.push(this.#at(at, path, { message, hint }));
  }

  warn(at: Spot, path: string, { message, hint }: Said): void {
    this.#warnings.push(this.#at(at, path, { message, hint }));
  }

  all(): Diagnostics {
    const inOrder = (one: Place, other: Place) =>
      one.line - other.line || one.column - other.column;
    return {
      errors: this.#errors.toSorted(inOrder),
      warnings: this.#warnings.toSorted(inOrder),
    };
  }

  #at({ start }: Spot, path: string, { message, hint }: Said): Diagnostic {
    return { path, ...this.#placeOf(start), message, ...(hint !== undefined && { hint }) };
  }
}

interface Said {
  readonly message: string;
  readonly hint?: string | undefined;
}
