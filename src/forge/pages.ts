import * as v from "valibot";
import type { ForgeClient, RequestOptions } from "./client.ts";
import type { Listing } from "./listing.ts";
import { Cancelled, UserError } from "../shared/errors.ts";
import { MisshapenAnswer } from "./forge-errors.ts";
import { parseAddress } from "./parse-address.ts";
import { readShape, integer } from "./read-shape.ts";
import type { Shape } from "./read-shape.ts";

export interface PagesOptions<T> extends Pick<RequestOptions, "signal"> {
  /** Schema that converts the body of one page to a list of entries. */
  readonly shape: Shape<T[]>;
  /** Maximum number of entries per page on GitHub: 30 for variables, 100 for all other lists. */
  readonly perPage?: number;
  /** Maximum number of pages. Prevents reading an endless list forever. */
  readonly mostPages?: number;
  /** Whether to return the entries read so far, possibly none, if a page cannot be read. */
  readonly isBestEffort?: boolean;
  /** Status codes of the first page that mean an empty list. All other errors throw. */
  readonly absent?: readonly number[];
  /** Number of entries at which GitHub truncates the list without reporting it. */
  readonly mostEntries?: number;
}

/**
 * Reads a list page by page up to a limit, and reports whether it stopped before the end. Follows
 * GitHub's links. If a proxy removed the links, checks the total count, or whether a page is full.
 */
export async function readPages<T>(
  client: ForgeClient,
  path: string,
  options: PagesOptions<T>,
): Promise<Listing<T>> {
  const { shape, perPage = 100, mostPages = 100, mostEntries = Infinity } = options;
  const { absent = [], signal } = options;
  const entries: T[] = [];
  const first = `${path}${path.includes("?") ? "&" : "?"}per_page=${perPage}`;
  /** @returns the path of the next page */
  const fetchPage = async (address: string, page: number): Promise<string | undefined> => {
    const accept = page === 1 ? absent : [];
    const answer = await client.request("GET", address, { signal, accept });
    if (absent.includes(answer.status)) return undefined;
    const found = readShape(shape, answer.body, answer.title);
    entries.push(...found);
    const links = answer.headers["link"];
    if (links) return followLinks(client.profile.apiUrl, links, answer.title);
    const total = readTotal(answer.body);
    const isAll = total === undefined ? found.length < perPage : entries.length >= total;
    return isAll || found.length === 0 ? undefined : `${first}&page=${page + 1}`;
  };
  let next: string | undefined = first;
  for (let page = 1; next !== undefined; page += 1) {
    if (page > mostPages) {
      return { entries, cutShort: `the list has more than ${mostPages} pages of ${perPage}` };
    }
    try {
      next = await fetchPage(next, page);
    } catch (error) {
      const reason = options.isBestEffort && explain(error);
      if (!reason) throw error;
      return { entries, cutShort: reason };
    }
  }
  const isComplete = entries.length < mostEntries;
  const reason = `the API lists at most ${mostEntries} entries, so there may be more`;
  return { entries, cutShort: isComplete ? undefined : reason };
}

/**
 * Returns the reason why a list is incomplete; undefined if the error is a bug or a cancellation.
 */
function explain(error: unknown): string | undefined {
  if (!(error instanceof UserError) || error instanceof Cancelled) return undefined;
  return error.message.replace(/\.$/, "");
}

/**
 * Reads a complete list, for callers that must not use a partial one.
 * @throws MisshapenAnswer if the list exceeds the limit
 */
export async function readAllPages<T>(
  client: ForgeClient,
  path: string,
  options: PagesOptions<T>,
): Promise<readonly T[]> {
  const { entries, cutShort } = await readPages(client, path, options);
  if (cutShort === undefined) return entries;
  throw new MisshapenAnswer({ request: `GET ${path.split("?")[0] ?? path}`, reason: cutShort });
}

const totalShape = v.object({ total_count: integer });

/**
 * Returns the total number of entries; undefined if the response is a bare array, which does not
 * state the total.
 */
function readTotal(body: unknown): number | undefined {
  const reading = v.safeParse(totalShape, body);
  return reading.success ? reading.output.total_count : undefined;
}

/**
 * Returns the path of the next page. The credential is sent only to the API, never to another
 * address in a link.
 * @see RFC 8288; GitHub sends one header with all links: `<…>; rel="next", <…>; rel="last"`
 */
function followLinks(apiUrl: string, links: string, request: string): string | undefined {
  const link = /<([^>]*)>[^,]*;\s*rel="?next"?/i.exec(links)?.[1];
  if (link === undefined) return undefined;
  const address = parseAddress(link, `${apiUrl}/`)?.href;
  if (address?.startsWith(`${apiUrl}/`)) return address.slice(apiUrl.length);
  throw new MisshapenAnswer({
    request,
    reason: "the link to the next page points to another address",
  });
}
