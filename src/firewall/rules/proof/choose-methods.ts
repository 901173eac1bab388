import { coversMethod, type UrlPattern } from "../url-pattern.ts";

type Methods = Pick<UrlPattern, "methods">;

interface MethodSearch {
  readonly never: Methods;
  readonly allowed: Methods;
  readonly except: readonly Methods[];
}

/** The first one that fits is the example. */
export const usualMethods: readonly string[] = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "PROPFIND",
];

/**
 * Returns methods that a claim and a rule cover. If both cover all methods, returns one that no
 * exception names, because fewer exceptions cover it than any other.
 */
export function chooseMethods({ never, allowed, except }: MethodSearch): readonly string[] {
  const named = never.methods ?? allowed.methods;
  if (!named) return [chooseOther(except.flatMap(({ methods = [] }) => methods))];
  return named.filter((method) => coversMethod(never, method) && coversMethod(allowed, method));
}

/** Returns a method that no exception names. */
function chooseOther(excepted: readonly string[]): string {
  return usualMethods.find((method) => !excepted.includes(method)) ?? `${excepted.join("")}X`;
}
