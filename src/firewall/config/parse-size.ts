import { fault, type Fault } from "../rules/fault.ts";

/** Minimum in bytes. With less memory or disk space, a container cannot start a program. */
const least = 16 * 1024 ** 2;
const most = Number.MAX_SAFE_INTEGER;
const powers: Readonly<Record<string, number>> = { "": 0, k: 1, m: 2, g: 3, t: 4 };

/**
 * Reads a size in bytes, or with a unit as in docker: `512M`, `1.5G`.
 * @returns bytes; 0 for no limit
 */
export function parseSize(text: string): number | Fault {
  if (isUnlimited(text)) return 0;
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)(?:([kmgt])i?b?|b)?$/i.exec(text) ?? [];
  if (amount === undefined) return fault("is not a size such as 512M or 2G");
  const bytes = Math.floor(Number(amount) * 1024 ** (powers[unit.toLowerCase()] ?? 0));
  if (bytes < least) return fault("is less than 16M", "16M");
  return bytes <= most ? bytes : fault("is too large");
}

/** Returns whether a text disables a limit: `0` or `unlimited`. */
export function isUnlimited(text: string): boolean {
  return text === "0" || text.toLowerCase() === "unlimited";
}
