/** What is wrong with a text that somebody wrote, and what may have been meant. */
export interface Fault {
  /** Follows the text in a sentence: `has no path`. */
  readonly fault: string;
  /** The text as it would be right, where that can be told. */
  readonly suggestion?: string;
}

export function fault(what: string, suggestion?: string): Fault {
  return { fault: what, ...(suggestion !== undefined && { suggestion }) };
}

export function isFault<T extends object>(read: T | Fault): read is Fault {
  return "fault" in read;
}
