import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret } from "../src/shared/secret.ts";
import { cliConfigFolder } from "./cli-folder.ts";
import { operatorKeyFile } from "./auth/operator-key.ts";
import { findToken } from "./auth/authenticate.ts";
import { isRecord } from "./is-record.ts";
import { makeToken } from "./state/secret-words.ts";
import { closeToOthers } from "./state/close-to-others.ts";
import type { Store } from "./state/store.ts";
import { timestamp } from "./state/timestamp.ts";
import { writeForNow } from "../src/shared/write-atomically.ts";
import { sweepDrafts } from "./state/sweep-drafts.ts";
import { makeFolder } from "../src/shared/make-folder.ts";

/** The configuration folder of the forge's CLI, with a login for this forge. */
export interface CliConfig {
  readonly folder: string;
  readonly userToken: Secret;
  /** Removes the folder if it is temporary. */
  remove(): void;
}

/** Scopes that a browser login requests. */
const loginScopes = ["gist", "read:org", "repo", "workflow"];

/**
 * Signs in the first user. `hosts.json` contains the only plaintext copy of the token. If an
 * existing login is still valid, it is kept and stored under the current origin.
 */
export function writeCliConfig(
  store: Store,
  {
    stateFile,
    origin,
    operatorKey,
    now,
  }: { stateFile: string | undefined; origin: string; operatorKey: Secret; now: Date },
): CliConfig {
  const folder =
    stateFile === undefined
      ? mkdtempSync(join(tmpdir(), `forge-cli-${process.pid}-`))
      : cliConfigFolder(stateFile);
  makeFolder(folder, 0o700);
  closeToOthers(folder);
  const file = join(folder, "hosts.json");
  for (const each of [file, operatorKeyFile(folder)]) sweepDrafts(each);
  const user = store.world.accounts.find(({ type }) => type === "User")?.login ?? "no-user";
  const userToken = findLogin(store, file, now) ?? logIn(store, user, now);
  const host = new URL(origin).host;
  const hosts = { [host]: { user, token: userToken.reveal() } };
  writeForNow(file, `${JSON.stringify(hosts, null, 2)}\n`);
  writeForNow(operatorKeyFile(folder), `${operatorKey.reveal()}\n`);
  return {
    folder,
    userToken,
    remove: () => {
      if (stateFile === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findLogin({ world }: Store, file: string, now: Date): Secret | undefined {
  const hosts = readQuietly(file);
  for (const host of isRecord(hosts) ? Object.values(hosts) : []) {
    const token = isRecord(host) ? host["token"] : undefined;
    if (typeof token === "string" && findToken(world, token, now)) return new Secret(token);
  }
  return undefined;
}

function logIn(store: Store, user: string, now: Date): Secret {
  const wanted = { kind: "oauth", user, name: "forge CLI" } as const;
  return store.change(
    (world) =>
      makeToken(world, { ...wanted, scopes: [...loginScopes], createdAt: timestamp(now) }).words,
  );
}

/**
 * Reads a JSON file. Returns undefined if the file is missing or is not JSON; such a file is
 * overwritten.
 */
function readQuietly(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch {
    return undefined;
  }
}
