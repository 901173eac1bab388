import { describe, expect, test } from "vitest";
import { proveKey } from "../../../flows/setup/prove-key.ts";
import { AppGone } from "../../../src/plane/setup/app-gone.ts";
import { OtherApp, WrongOwner } from "../../../src/plane/setup/compare-app.ts";
import type { AppClient } from "../../../src/credentials/apps/app-client.ts";
import { KeyRefused } from "../../../src/credentials/apps/key-refused.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { App } from "../../../src/forge/resources/apps.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createVirtualClock } from "../shared/virtual-clock.ts";
import { readyAt, watchScreen } from "./one-screen.ts";

const second = 1000;
const repository = requireRepositoryName("acme/control", "--repo");
const early = "A JSON web token could not be decoded. Generate a public key first.";
const app = { clientId: "Iv1.a", slug: "reader", owner: "acme", ownerKind: "organization" } as App;

const refuse = (message: string) => new KeyRefused({ status: 401, request: "GET /app", message });

/** Proves a key against a forge with these responses, in order. */
function prove(...answers: readonly (App | Error)[]) {
  const clock = createVirtualClock();
  const times: number[] = [];
  const start = clock.now().getTime();
  const given: [string, Secret][] = [];
  const ask = () => {
    times.push((clock.now().getTime() - start) / second);
    const answer = answers[Math.min(times.length, answers.length) - 1];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const appClient = (clientId: string, secret: Secret) => {
    given.push([clientId, secret]);
    return { app: ask } as unknown as AppClient;
  };
  const profile = resolveHost("forge.example");
  const screen = watchScreen();
  const key = new Secret("the-key-itself");
  const proving = proveKey(
    screen.context,
    { ...clock, profile, repository, appClient },
    { role: "read", ready: readyAt("acme"), clientId: "Iv1.a", key },
  );
  const seen: { app?: App; error?: unknown } = {};
  void proving.then(
    (found) => (seen.app = found),
    (error: unknown) => (seen.error = error),
  );
  return { clock, times, seen, given, key, stop: screen.stop };
}

test("a key that the forge accepts proves itself and its App", async () => {
  const { clock, seen, given, key } = prove(app);
  await clock.pass(0);
  expect(seen.app).toBe(app);
  expect(given).toEqual([["Iv1.a", key]]);
});

test("a key of another App is refused, regardless of the forge's response", async () => {
  const { clock, seen } = prove({ ...app, clientId: "Iv1.b", slug: "writer" });
  await clock.pass(0);
  expect(seen.error).toBeInstanceOf(OtherApp);
  expect((seen.error as OtherApp).message).toBe(
    'The key belongs to the App "writer" (Iv1.b), not to Iv1.a.',
  );
});

describe("a key that the forge does not know yet", () => {
  test("is tried again every other second", async () => {
    const { clock, times, seen } = prove(refuse(early), refuse(early), app);
    await clock.pass(4 * second);
    expect(times).toEqual([0, 2, 4]);
    expect(seen.app).toBe(app);
  });

  test("is refused after one minute", async () => {
    const { clock, times, seen } = prove(refuse(early));
    await clock.pass(58 * second);
    expect(seen.error).toBeUndefined();
    await clock.pass(2 * second);
    expect(seen.error).toBeInstanceOf(KeyRefused);
    expect(times.at(-1)).toBe(60);
  });

  test("is not tried again after the operator stops", async () => {
    const { clock, seen, stop } = prove(refuse(early));
    await clock.pass(0);
    const reason = new Error("the person stopped");
    stop.abort(reason);
    await clock.pass(0);
    expect(seen.error).toBe(reason);
  });
});

test.each([
  ["a key of another App", refuse("A JSON web token could not be decoded")],
  ["an unexpected error", new TypeError("a bug")],
])("%s ends the attempts at once", async (_, error) => {
  const { clock, times, seen } = prove(error);
  await clock.pass(10 * second);
  expect(seen.error).toBe(error);
  expect(times).toEqual([0]);
});

const gone = new RefusedByForge({
  status: 404,
  request: "GET /app",
  message: "Integration not found",
});

test("an App that is missing once is requested again, and then found", async () => {
  const { clock, times, seen } = prove(gone, app);
  await clock.pass(10 * second);
  expect(seen).toEqual({ app });
  expect(times).toEqual([0, 2]);
});

test("an App that no longer exists is reported as deleted, with the command that creates a new one", async () => {
  const { clock, times, seen } = prove(gone);
  await clock.pass(10 * second);
  expect(seen.error).toBeInstanceOf(AppGone);
  expect(seen.error).toMatchObject({
    message:
      "App Iv1.a not found (404 with its own key): it was deleted, or the client ID is wrong.",
    hints: [
      { command: "gatehouse setup --host forge.example --repo acme/control" },
      { link: "https://forge.example/organizations/acme/settings/apps" },
    ],
  });
  expect(times).toEqual([0, 2]);
});

test("an owner is recognized regardless of upper and lower case", async () => {
  const { clock, seen } = prove({ ...app, owner: "Acme" });
  await clock.pass(0);
  expect(seen.app).toMatchObject({ owner: "Acme" });
});

test("the App of another owner is rejected, even if the key matches", async () => {
  const { clock, seen } = prove({ ...app, owner: "mona" });
  await clock.pass(0);
  expect(seen.error).toBeInstanceOf(WrongOwner);
});
