import type { FoundLocation, FoundVariables } from "./find-variables.ts";

/** Divides the pipelines into those that have a variable and those that do not. */
export function dividePlaces(
  { locations }: FoundVariables,
  name: string,
): { readonly having: readonly FoundLocation[]; readonly lacking: readonly FoundLocation[] } {
  const own = name.toUpperCase();
  return {
    having: locations.filter(({ names }) => names.includes(own)),
    lacking: locations.filter(({ names }) => !names.includes(own)),
  };
}
