import { describe, expect, test } from "vitest";
import { ForgeCliFailed } from "../../../src/forge/forge-cli.ts";
import type { ForgeCli } from "../../../src/forge/forge-cli.ts";
import { pause } from "../../../src/forge/pause.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { storeCredential } from "../../../src/plane/setup/store-credential.ts";
import type { StoreDeps } from "../../../src/plane/setup/store-credential.ts";
import { failureOf } from "../../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const credential = { role: "read", clientId: "Iv1.a", key: new Secret("the key") } as const;

/** Creates a CLI that first fails with these errors, and records its calls. */
function openCli(...failures: Error[]) {
  const asked: string[] = [];
  const waiting = [...failures];
  const act = (what: string) => {
    asked.push(what);
    const failure = waiting.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  };
  const cli: ForgeCli = {
    version: () => Promise.resolve("2.46.0"),
    login: () => Promise.resolve(undefined),
    setVariable: (_repository, name, value) => act(`variable ${name} ${value}`),
    setSecret: ({ name }) => act(`secret ${name}`),
  };
  const { signal } = new AbortController();
  const pauses: number[] = [];
  const note = (milliseconds: number) => Promise.resolve(void pauses.push(milliseconds));
  const storeWith = (change: Partial<StoreDeps> = {}) =>
    storeCredential(credential, { cli, repository, pause: note, signal, ...change });
  return { asked, pauses, store: () => storeWith(), storeWith };
}

const secret = "secret CP_FORGE_READ_APP_PRIVATE_KEY";
const variable = "variable CP_FORGE_READ_APP_ID Iv1.a";
const refusal = () => new ForgeCliFailed("set it", "HTTP 502");

describe("storing a credential", () => {
  test("stores the key first, so that a stored ID always has its key", async () => {
    const { asked, store } = openCli();
    await store();
    expect(asked).toEqual([secret, variable]);
  });

  test("succeeds even if the forge fails twice", async () => {
    const { asked, pauses, store } = openCli(refusal(), refusal());
    await store();
    expect(asked).toEqual([secret, secret, secret, variable]);
    expect(pauses).toEqual([400, 800]);
  });

  test("reports the last error, and does not store the ID without its key", async () => {
    const last = new ForgeCliFailed("set it", "HTTP 403");
    const { asked, store } = openCli(refusal(), refusal(), last);
    expect(await failureOf(store())).toBe(last);
    expect(asked).toEqual([secret, secret, secret]);
  });

  test("does not retry after an error that a retry cannot fix", async () => {
    const failure = new InvalidInput("The value is empty.");
    const { asked, store } = openCli(failure);
    expect(await failureOf(store())).toBe(failure);
    expect(asked).toEqual([secret]);
  });

  test("does not retry if the operator stops it between two attempts", async () => {
    const { asked, storeWith } = openCli(refusal(), refusal());
    const stop = new AbortController();
    const reason = new Error("the person stopped");
    const storing = storeWith({ signal: stop.signal, pause });
    stop.abort(reason);
    expect(await failureOf(storing)).toBe(reason);
    expect(asked).toEqual([secret]);
  });
});
