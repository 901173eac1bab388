import { stat } from "node:fs/promises";
import { join } from "node:path";
import { readJsonFile } from "../src/shared/json-file.ts";
import type { Secret } from "../src/shared/secret.ts";
import { isRecord } from "./is-record.ts";
import { readOperatorKey, signInParameter, signLink } from "./auth/operator-key.ts";

/**
 * Returns a function that adds sign-in codes to a forge's links, so that the browser of the user
 * who started the forge is signed in.
 * @param folder the configuration folder of the forge's CLI, which contains the operator key while
 *   the forge runs
 */
export function signInAt(origin: string, folder: string): (link: string) => string {
  // The key is read for each link, because the forge creates a new key each time it starts.
  return (link) => signAt(origin, link, readOperatorKey(folder));
}

function signAt(origin: string, link: string, key: Secret | undefined): string {
  const url = URL.canParse(link) ? new URL(link) : undefined;
  if (!key || url?.origin !== origin || url.searchParams.has(signInParameter)) return link;
  return signLink(key, link);
}

/**
 * Returns when a forge with this folder last started at an address, such as `127.0.0.1:41999`.
 * @returns milliseconds since 1970; undefined if its last address was another one
 */
export async function startedAt(folder: string, address: string): Promise<number | undefined> {
  const file = join(folder, "hosts.json");
  const hosts = await readJsonFile(file);
  return isRecord(hosts) && Object.hasOwn(hosts, address) ? (await stat(file)).mtimeMs : undefined;
}

/**
 * Returns a signed link to the forge that was last started with this folder, or undefined if there
 * was none.
 */
export async function linkOfRunning(folder: string): Promise<string | undefined> {
  const key = readOperatorKey(folder);
  const hosts = await readJsonFile(join(folder, "hosts.json"));
  const [host] = isRecord(hosts) ? Object.keys(hosts) : [];
  return key && host !== undefined ? signLink(key, `http://${host}/`) : undefined;
}
