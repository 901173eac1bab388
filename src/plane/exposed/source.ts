import { AnswerNotAccepted, RateLimited, RefusedByForge } from "../../forge/forge-errors.ts";
import type { Listing } from "../../forge/listing.ts";

/** A text to look into. */
export interface Source {
  /** "job 1043 of run 1042", "issue acme/control#12". Numbers only: titles and names are somebody's text, too. */
  readonly where: string;
  readonly link: string;
  readonly text: string;
}

/** What could not be read: not clean, but unknown. */
export interface NotSearched {
  readonly where: string;
  readonly because: string;
}

/**
 * Reads something to search. What the forge refuses, or sends in no form that can be taken, is "not searched"; a limit
 * ends the search, for whatever comes next is refused, too, and so does a forge that does not answer.
 */
export async function tryRead<T>(
  notSearched: NotSearched[],
  where: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isOfThisPlace = error instanceof RefusedByForge || error instanceof AnswerNotAccepted;
    if (error instanceof RateLimited || !isOfThisPlace) throw error;
    notSearched.push({ where, because: error.message });
    return undefined;
  }
}

/** A list that was left before its end has a rest that nobody looked into. */
export function noteCutShort(
  notSearched: NotSearched[],
  where: string,
  { cutShort }: Listing<unknown>,
): void {
  if (cutShort !== undefined) notSearched.push({ where, because: cutShort });
}
