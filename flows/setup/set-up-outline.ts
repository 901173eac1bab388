import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { billingRow } from "../scope/confirm-entitlement.ts";

/** The rows of the list of what is done, in order. */
export const setUpOutline = [
  "Repository",
  "Scope",
  billingRow,
  "Profile",
  titleOf("read"),
  `${titleOf("read")} installation`,
  titleOf("write"),
  `${titleOf("write")} installation`,
  "Stored records",
];

/** Which of the steps makes an App, for who is shown it outside of the terminal. */
export function placeOf(role: AppRole): { readonly at: number; readonly of: number } {
  return { at: setUpOutline.indexOf(titleOf(role)) + 1, of: setUpOutline.length };
}
