import { fault, type Fault } from "../rules/fault.ts";

/** Limit in bytes if the option does not state one. */
const usualBytes = 16 * 1024;
const mostBytes = 1024 ** 2;
const units: Readonly<Record<string, number>> = { "": 1, k: 1024, m: mostBytes };

/**
 * Reads the limit for logged bodies: `true` for the default, or a number of bytes such as `4096` or
 * `64K`.
 * @returns bytes per body; 0 if bodies are not logged
 */
export function parseBodySize(text: string): number | Fault {
  if (text === "true") return usualBytes;
  if (text === "false") return 0;
  const [, digits, unit = ""] = /^(\d{1,10})([km]?)$/i.exec(text) ?? [];
  if (digits === undefined) return fault("is not a size such as 4096 or 64K");
  const bytes = Number(digits) * (units[unit.toLowerCase()] ?? 1);
  return bytes <= mostBytes ? bytes : fault("is more than 1M", "1M");
}
