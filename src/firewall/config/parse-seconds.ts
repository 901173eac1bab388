import { fault, type Fault } from "../rules/fault.ts";

/** Maximum duration of a Node timer, in seconds. */
const most = Math.floor((2 ** 31 - 1) / 1000);

/** Reads a positive number of seconds: `90`, `0.5`. */
export function parseSeconds(text: string): number | Fault {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h)$/.exec(text) ?? [];
  if (amount !== undefined && unit !== undefined)
    return fault("is not a valid number of seconds", inSeconds(amount, unit));
  const seconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : 0;
  if (seconds <= 0) return fault("must be more than 0 seconds");
  return seconds <= most ? seconds : fault(`is more than ${most} seconds`, String(most));
}

function inSeconds(amount: string, unit: string): string {
  const factor = { ms: 0.001, s: 1, m: 60, h: 3600 }[unit] ?? 1;
  return String(Number(amount) * factor);
}
