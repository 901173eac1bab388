import { fault, type Fault } from "./fault.ts";

/**
 * Returns the problem that makes a string invalid for every kind of rule; undefined if there is
 * none.
 */
export function findUnreadable(text: string): Fault | undefined {
  if (text === "") return fault("is empty");
  // Loading the Unicode character classes takes half a millisecond; most rules do not need them.
  if (/^[!-~]*$/.test(text) || !/[\p{Cc}\p{Cf}\s]/u.test(text)) return undefined;
  const trimmed = text.trim();
  const what = "contains a space or an invisible character; separate list entries only by commas";
  return fault(what, /[\p{Cc}\p{Cf}\s]/u.test(trimmed) || trimmed === "" ? undefined : trimmed);
}
