/** A problem with a text that a user wrote, and a suggested correction. */
export interface Fault {
  /** Completes a sentence that begins with the text, as in `has no path`. */
  readonly fault: string;
  /** The corrected text; undefined if it is not known. */
  readonly suggestion?: string;
}

export function fault(what: string, suggestion?: string): Fault {
  return { fault: what, ...(suggestion !== undefined && { suggestion }) };
}

export function isFault<T extends object>(read: T | Fault): read is Fault {
  return "fault" in read;
}
