import { invalid } from "../http/reply.ts";
import { wire } from "../wire.ts";

/** Maximum size of a variable or secret in bytes. */
export const mostBytes = 48 * 1024;

/**
 * Maximum number of variables or secrets in each location.
 * @see [doc] actions/reference/security/secrets; actions/reference/workflows-and-actions/variables
 */
export const mostSettings = {
  secrets: { repository: 100, environment: 100, organization: 1000 },
  variables: { repository: 500, environment: 100, organization: 1000 },
} as const;

/**
 * Returns the stored name of a secret, in upper case. Errors use GitHub's messages ([field]).
 * @throws Refusal (422)
 */
export function checkSecretName(name: string): string {
  const kept = name.toUpperCase();
  if (!isName(kept)) throw invalid("Failed to add secret. Name is invalid");
  const reserved = findReserved(kept);
  if (!reserved) return kept;
  throw invalid(`Failed to add secret. Secret names must not start with ${reserved}.`);
}

/**
 * Returns the stored name of a variable, in upper case.
 * @throws Refusal (422)
 */
export function checkVariableName(name: string): string {
  const kept = name.toUpperCase();
  if (!isName(kept)) {
    throw invalid(
      "Names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_), and cannot start with a number.",
      "name",
    );
  }
  const reserved = findReserved(kept);
  if (reserved) throw invalid(`Names must not start with ${reserved}.`, "name");
  return kept;
}

/**
 * Rejects a new entry if the location is full; the status is [unsure].
 * @throws Refusal (422)
 */
export function requireRoom(held: readonly unknown[], most: number): void {
  if (held.length >= most) throw invalid(`There can be at most ${most} entries in one location.`);
}

function isName(name: string): boolean {
  return /^[A-Z_][A-Z0-9_]*$/.test(name);
}

function findReserved(name: string): string | undefined {
  return wire.reservedNamePrefixes.find((prefix) => name.startsWith(prefix));
}
