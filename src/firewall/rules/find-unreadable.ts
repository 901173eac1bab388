import { fault, type Fault } from "./fault.ts";

/** What a rule of any kind cannot hold. */
export function findUnreadable(text: string): Fault | undefined {
  if (text === "") return fault("is empty");
  // Classes of letters take half a millisecond to be loaded; most rules need none.
  if (/^[!-~]*$/.test(text) || !/[\p{Cc}\p{Cf}\s]/u.test(text)) return undefined;
  const trimmed = text.trim();
  const what = "has a space or an invisible character; a list is parted by commas alone";
  return fault(what, /[\p{Cc}\p{Cf}\s]/u.test(trimmed) || trimmed === "" ? undefined : trimmed);
}
