import { isRefused } from "../../forge/forge-errors.ts";
import { InvalidInput, UserError } from "../../shared/errors.ts";
import type { AppClient } from "./app-client.ts";
import { KeyRefused } from "./key-refused.ts";

/**
 * Result of a verification. `refused`: the key does not belong to this App. `unknown`: the key
 * could not be verified.
 */
export type KeyVerdict =
  | { readonly kind: "verified" }
  | { readonly kind: "refused" | "unknown"; readonly error: UserError };

/**
 * Checks which App a private key belongs to.
 * @param openClient opens a client for the App; throws if the API cannot be reached with this key
 * @param appId number or client ID of the expected App
 */
export async function verifyAppKey(
  openClient: () => Pick<AppClient, "app">,
  appId: string,
): Promise<KeyVerdict> {
  try {
    const app = await openClient().app();
    if ([app.clientId, String(app.id)].includes(appId)) return { kind: "verified" };
    const error = new InvalidInput(`The key belongs to the App ${app.slug}, not to ${appId}.`, [
      { text: "Generate a key on the settings page of the App that the definition specifies" },
    ]);
    return { kind: "refused", error };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // GitHub accepts a new key only after a few seconds.
    const isEarly = error instanceof KeyRefused && error.isKeyNotReady;
    return { kind: isRefused(error, 401, 404) && !isEarly ? "refused" : "unknown", error };
  }
}
