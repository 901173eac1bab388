import type { FoundPlace, FoundVariables } from "./find-variables.ts";

/** Divides the pipelines into those that have a variable and those that do not. */
export function dividePlaces(
  { places }: FoundVariables,
  name: string,
): { readonly having: readonly FoundPlace[]; readonly lacking: readonly FoundPlace[] } {
  const own = name.toUpperCase();
  return {
    having: places.filter(({ names }) => names.includes(own)),
    lacking: places.filter(({ names }) => !names.includes(own)),
  };
}
