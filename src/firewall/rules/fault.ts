/** A problem with text that a user wrote, and a suggested correction. */
export interface Fault {
  /** Predicate of a sentence about the text, such as `has no path`. */
  readonly fault: string;
  /** The corrected text; undefined if no correction is known. */
  readonly suggestion?: string;
}

export function fault(what: string, suggestion?: string): Fault {
  return { fault: what, ...(suggestion !== undefined && { suggestion }) };
}

export function isFault<T extends object>(read: T | Fault): read is Fault {
  return "fault" in read;
}
