import type { ForgeClient, RequestOptions } from "./client.ts";
import { MisshapenAnswer } from "./forge-errors.ts";
import { parseAddress } from "./parse-address.ts";
import { readShape } from "./read-shape.ts";
import type { Shape } from "./read-shape.ts";

/** A list that the forge hands out in pages. */
export interface Listing<T> {
  readonly entries: readonly T[];
  /** Why there may be more than these; undefined when these are all. */
  readonly cutShort: string | undefined;
}

export interface PagesOptions<T> extends Pick<RequestOptions, "signal"> {
  /** What one page's body looks like, and the entries that it makes of it. */
  readonly shape: Shape<T[]>;
  /** As many as the forge hands out at once: 100, but 30 variables. */
  readonly perPage?: number;
  /** A list that goes on and on would be read forever. */
  readonly mostPages?: number;
}

/** Reads a list page by page, as the forge's own links lead, up to a bound; and says when it stopped before the end. */
export async function readPages<T>(
  client: ForgeClient,
  path: string,
  { shape, perPage = 100, mostPages = 100, signal }: PagesOptions<T>,
): Promise<Listing<T>> {
  const entries: T[] = [];
  let next = `${path}${path.includes("?") ? "&" : "?"}per_page=${perPage}`;
  for (let page = 1; ; page += 1) {
    const answer = await client.request("GET", next, { signal });
    entries.push(...readShape(shape, answer.body, answer.title));
    const link = readNext(answer.headers.get("link"));
    if (link === undefined) return { entries, cutShort: undefined };
    if (page === mostPages) {
      return { entries, cutShort: `the list has more than ${mostPages} pages of ${perPage}` };
    }
    next = pathBelow(client.profile.apiUrl, link, answer.title);
  }
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

/** @see RFC 8288; the forge writes one header with all links: `<…>; rel="next", <…>; rel="last"` */
function readNext(header: string | null): string | undefined {
  return /<([^>]*)>[^,]*;\s*rel="?next"?/i.exec(header ?? "")?.[1];
}

/** A credential goes where the API is, and nowhere else that a link may lead to. */
function pathBelow(apiUrl: string, link: string, request: string): string {
  const address = parseAddress(link, `${apiUrl}/`)?.href;
  if (address?.startsWith(`${apiUrl}/`)) return address.slice(apiUrl.length);
  throw new MisshapenAnswer({ request, because: "the link to its next page leads elsewhere" });
}
