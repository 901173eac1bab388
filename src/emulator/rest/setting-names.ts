import { invalid } from "../http/reply.ts";
import { wire } from "../wire.ts";

/** Variables and secrets may be this long. */
export const mostBytes = 48 * 1024;

/**
 * The name of a variable or a secret as the forge keeps it: in upper case.
 * @throws Refusal (422)
 */
export function checkName(name: string): string {
  const kept = name.toUpperCase();
  if (!/^[A-Z_][A-Z0-9_]*$/.test(kept)) {
    throw invalid(
      "Names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_), and cannot start with a number.",
      "name",
    );
  }
  const reserved = wire.reservedNamePrefixes.find((prefix) => kept.startsWith(prefix));
  if (reserved) throw invalid(`Names must not start with ${reserved}.`, "name");
  return kept;
}
