import { AnswerNotAccepted, RateLimited, RefusedByForge } from "../../forge/forge-errors.ts";
import type { Listing } from "../../forge/listing.ts";

/** A text to search. */
export interface Source {
  /**
   * Location, identified only by numbers because titles and names are user input: "job 1043 of run
   * 1042", "issue acme/control#12".
   */
  readonly where: string;
  readonly link: string;
  readonly text: string;
}

/** A location that could not be read. It counts as unknown, not as clean. */
export interface NotSearched {
  readonly where: string;
  readonly reason: string;
}

/**
 * Reads text to be searched. If GitHub rejects the request or the response is invalid, adds the
 * location to the "not searched" list. A rate limit or a network error stops the search, because
 * later requests would fail, too.
 */
export async function tryRead<T>(
  notSearched: NotSearched[],
  where: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    const isOfThisLocation = error instanceof RefusedByForge || error instanceof AnswerNotAccepted;
    if (error instanceof RateLimited || !isOfThisLocation) throw error;
    notSearched.push({ where, reason: error.message });
    return undefined;
  }
}

/** Adds the rest of a truncated list to the locations that were not searched. */
export function noteCutShort(
  notSearched: NotSearched[],
  where: string,
  { cutShort }: Listing<unknown>,
): void {
  if (cutShort !== undefined) notSearched.push({ where, reason: cutShort });
}
