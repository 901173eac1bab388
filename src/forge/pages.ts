import * as v from "valibot";
import type { ForgeClient, RequestOptions } from "./client.ts";
import type { Listing } from "./listing.ts";
import { Cancelled, UserError } from "../shared/errors.ts";
import { MisshapenAnswer } from "./forge-errors.ts";
import { parseAddress } from "./parse-address.ts";
import { readShape, wholeNumber } from "./read-shape.ts";
import type { Shape } from "./read-shape.ts";

export interface PagesOptions<T> extends Pick<RequestOptions, "signal"> {
  /** What one page's body looks like, and the entries that it makes of it. */
  readonly shape: Shape<T[]>;
  /** As many as the forge hands out at once: 100, but 30 variables. */
  readonly perPage?: number;
  /** A list that goes on and on would be read forever. */
  readonly mostPages?: number;
  /** Whether what was read counts where a page could not be, be it nothing. */
  readonly isBestEffort?: boolean;
  /** Statuses of its first page that mean a list of nothing; else each is a refusal. */
  readonly absent?: readonly number[];
  /** Where the forge itself ends the list, and does not say whether there is more. */
  readonly mostEntries?: number;
}

/**
 * Reads a list page by page, up to a bound, and says when it stopped before the end. The forge's own links lead the
 * way; where a proxy has dropped them, the list's count does, or that a page is full.
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
  /** @returns the path of the page after it */
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
      const because = options.isBestEffort && explain(error);
      if (!because) throw error;
      return { entries, cutShort: because };
    }
  }
  const isWhole = entries.length < mostEntries;
  const because = `the forge lists ${mostEntries} at most; there may be more`;
  return { entries, cutShort: isWhole ? undefined : because };
}

/** What ends a list that is read as far as it goes; undefined for a bug, and where somebody stopped it. */
function explain(error: unknown): string | undefined {
  if (!(error instanceof UserError) || error instanceof Cancelled) return undefined;
  return error.message.replace(/\.$/, "");
}

/** The whole list, where a part of it would be taken for all. @throws MisshapenAnswer when it is longer than the bound */
export async function readAllPages<T>(
  client: ForgeClient,
  path: string,
  options: PagesOptions<T>,
): Promise<readonly T[]> {
  const { entries, cutShort } = await readPages(client, path, options);
  if (cutShort === undefined) return entries;
  throw new MisshapenAnswer({ request: `GET ${path.split("?")[0] ?? path}`, because: cutShort });
}

const totalShape = v.object({ total_count: wholeNumber });

/** How many entries a list says that it has; a bare array does not. */
function readTotal(body: unknown): number | undefined {
  const reading = v.safeParse(totalShape, body);
  return reading.success ? reading.output.total_count : undefined;
}

/**
 * The path of the next page. A credential goes where the API is, and nowhere else that a link may lead to.
 * @see RFC 8288; the forge writes one header with all links: `<…>; rel="next", <…>; rel="last"`
 */
function followLinks(apiUrl: string, links: string, request: string): string | undefined {
  const link = /<([^>]*)>[^,]*;\s*rel="?next"?/i.exec(links)?.[1];
  if (link === undefined) return undefined;
  const address = parseAddress(link, `${apiUrl}/`)?.href;
  if (address?.startsWith(`${apiUrl}/`)) return address.slice(apiUrl.length);
  throw new MisshapenAnswer({ request, because: "the link to its next page leads elsewhere" });
}
