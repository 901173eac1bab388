import type { Handle } from "./call.ts";

export interface Route<H = Handle> {
  readonly method: string;
  /**
   * `:name` matches one segment of the path; `*name`, which must be last, matches all remaining
   * segments.
   */
  readonly pattern: string;
  readonly handle: H;
}

const route =
  (method: string) =>
  <H>(pattern: string, handle: H): Route<H> => ({ method, pattern, handle });

export const get = route("GET");
export const post = route("POST");
export const put = route("PUT");
export const patch = route("PATCH");
export const remove = route("DELETE");

/** Returns the first matching route with its parameters. HEAD requests use the GET routes. */
export function findRoute<H>(
  routes: readonly Route<H>[],
  { method, path }: { method: string; path: string },
): { handle: H; params: Record<string, string> } | undefined {
  const wanted = method === "HEAD" ? "GET" : method;
  const given = path.split("/");
  for (const { method: offered, pattern, handle } of routes) {
    const params = offered === wanted ? matchParts(pattern, given) : undefined;
    if (params) return { handle, params };
  }
  return undefined;
}

function matchParts(pattern: string, given: readonly string[]): Record<string, string> | undefined {
  const wanted = partsOf(pattern);
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    if (part.startsWith("*")) {
      params[part.slice(1)] = given.slice(index).map(decode).join("/");
      return params;
    }
    const found = given[index];
    if (found === undefined) return undefined;
    if (!part.startsWith(":")) {
      if (part !== found) return undefined;
    } else if (found === "") return undefined;
    else params[part.slice(1)] = decode(found);
  }
  return given.length === wanted.length ? params : undefined;
}

/**
 * Cache of split patterns, because each pattern is compared with every request. The number of
 * patterns is small.
 */
const known = new Map<string, readonly string[]>();

function partsOf(pattern: string): readonly string[] {
  const parts = known.get(pattern) ?? pattern.split("/");
  known.set(pattern, parts);
  return parts;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
