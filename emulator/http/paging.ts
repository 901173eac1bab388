import type { Reply } from "./reply.ts";
import { ok } from "./reply.ts";
import type { Call } from "./call.ts";

/** The default and maximum number of entries per page. */
interface Sizes {
  readonly usual: number;
  readonly most: number;
}

/** Variables have smaller pages, because they are longer than most entries. */
export const variablePages: Sizes = { usual: 10, most: 30 };

/** Returns one page of a list with links to the other pages. `wrap` creates the body. */
export function page<T>(
  call: Call,
  items: readonly T[],
  wrap: (shown: readonly T[], total: number) => unknown,
  { usual, most }: Sizes = { usual: 30, most: 100 },
): Reply {
  const size = Math.min(most, positive(call, "per_page", usual));
  const last = Math.max(1, Math.ceil(items.length / size));
  const number = positive(call, "page", 1);
  const shown = items.slice((number - 1) * size, number * size);
  const links = pageLinks(call, number, last);
  return ok(wrap(shown, items.length), links ? { link: links } : {});
}

function pageLinks(call: Call, number: number, last: number): string {
  const link = (to: number, rel: string) => {
    const query = new URLSearchParams(call.query);
    query.set("page", String(to));
    return `<${call.urls.api}${call.path}?${query.toString()}>; rel="${rel}"`;
  };
  return [
    ...(number > 1 ? [link(number - 1, "prev")] : []),
    ...(number < last ? [link(number + 1, "next"), link(last, "last")] : []),
    ...(number > 1 ? [link(1, "first")] : []),
  ].join(", ");
}

function positive(call: Call, name: string, otherwise: number): number {
  const given = Number(call.query.get(name) ?? otherwise);
  return Number.isInteger(given) && given > 0 ? given : otherwise;
}
