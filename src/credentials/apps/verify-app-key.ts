import { isRefused } from "../../forge/forge-errors.ts";
import { InvalidInput, UserError } from "../../shared/errors.ts";
import type { AppClient } from "./app-client.ts";
import { KeyRefused } from "./key-refused.ts";

/** Result of a verification. `refused`: the key is not this App's. `unknown`: the forge could not be asked. */
export type KeyVerdict =
  | { readonly kind: "verified" }
  | { readonly kind: "refused" | "unknown"; readonly error: UserError };

/**
 * Asks the forge which App a key belongs to.
 * @param openClient opens the forge as the App; may throw if its API cannot be reached that way
 * @param appId number or client ID of the App that it should be
 */
export async function verifyAppKey(
  openClient: () => Pick<AppClient, "app">,
  appId: string,
): Promise<KeyVerdict> {
  try {
    const app = await openClient().app();
    if ([app.clientId, String(app.id)].includes(appId)) return { kind: "verified" };
    const error = new InvalidInput(`The key belongs to the App ${app.slug}, not to ${appId}.`, [
      { say: "Generate a key on the settings page of the App that the definition names" },
    ]);
    return { kind: "refused", error };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // The forge needs some seconds until it accepts a new key.
    const isEarly = error instanceof KeyRefused && error.isKeyNotReady;
    return { kind: isRefused(error, 401, 404) && !isEarly ? "refused" : "unknown", error };
  }
}
