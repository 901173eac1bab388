import { describe, expect, test } from "vitest";
import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import { KeychainUnavailable } from "../../../src/credentials/keychain/keychain-unavailable.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { openBench } from "./bench.ts";

const slug = "gatehouse-acme-control-read";
const storing = "PUT /repos/acme/control/actions/secrets/*";
const noSecrets = { on: storing, times: 0, play: { kind: "status", status: 500 } } as const;

test("a key in the keychain stays until it is stored", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([noSecrets]);
  await bench.setUp({ answers: { "failure:read-store": { each: ["keychain"] } } });
  const [[account, key] = []] = [...bench.keychain.held];
  await bench.setUp();
  expect([...bench.keychain.held]).toEqual([[account, key]]);
  bench.emulator.setFaults([]);
  expect((await bench.setUp()).outcome?.apps[0]?.installation).toBe("proved");
  expect(bench.keychain.held.size).toBe(0);
});

describe("if the keychain does not return its key, and the App is replaced,", () => {
  const replaced = `${slug}-2`;

  /**
   * Prepares a key in a locked keychain, and a new App that replaces the first. The key of the new
   * App cannot be stored either.
   */
  async function replace(
    answers: Record<string, unknown>,
    { stopAt, unlockAt = "read-storing" }: { stopAt?: string; unlockAt?: string } = {},
  ) {
    const bench = await openBench();
    bench.emulator.setFaults([noSecrets]);
    await bench.setUp({ answers: { "failure:read-store": { each: ["keychain"] } } });
    bench.keychain.lock();
    const run = await bench.setUp({
      answers: { "failure:read-incomplete": "replace", "read-app-name": replaced, ...answers },
      onQuestion: (id) => {
        if (id === unlockAt) bench.keychain.unlock();
        if (id === stopAt) throw new Cancelled();
      },
    });
    bench.emulator.setFaults([]);
    const made = (await bench.apps()).find((app) => app.slug === replaced);
    return { bench, run, clientId: made?.clientId ?? "no App" };
  }

  test("the keychain keeps the new key in its place", async () => {
    const { bench, run, clientId } = await replace({
      "failure:read-store": { each: ["keychain"] },
    });
    expect(run.error?.message).toBe("The Read App's key is still in the keychain.");
    expect([...bench.keychain.held.keys()].map((account) => account.split("/").at(-1))).toEqual([
      clientId,
    ]);
    const { outcome } = await bench.setUp();
    expect(outcome?.apps[0]).toMatchObject({ clientId, installation: "proved" });
    expect(bench.keychain.held.size).toBe(0);
  });

  test("the first key stays in the keychain and is known if the new key cannot be kept", async () => {
    const keepInKeychain = { "failure:read-store": { each: ["keychain"] } };
    const { bench, run, clientId } = await replace(keepInKeychain, { unlockAt: "never" });
    expect(run.error?.message).toContain("gatehouse no longer has its key");
    expect(bench.keychain.held.size).toBe(1);
    bench.keychain.unlock();
    const { outcome } = await bench.setUp();
    expect(outcome?.apps[0]).toMatchObject({ slug, installation: "proved" });
    expect(outcome?.apps[0]?.clientId).not.toBe(clientId);
    expect(bench.keychain.held.size).toBe(0);
  });

  test("the new key is offered to the keychain on stopping", async () => {
    const { bench, run, clientId } = await replace(
      { "read-keychain-on-stop": true },
      { stopAt: "read-storing" },
    );
    expect(run.asked.map(({ id }) => id)).toContain("read-keychain-on-stop");
    const keptFor = [...bench.keychain.held.keys()].map((account) => account.split("/").at(-1));
    expect(keptFor).toEqual([clientId]);
    const { outcome } = await bench.setUp();
    expect(outcome?.apps[0]).toMatchObject({ clientId, installation: "proved" });
  });
});

describe("a keychain that does not delete a stored key", () => {
  const dropping = (error: Error) => ({
    change: ({ keychain }: Pick<SetUpDeps, "keychain">) => ({
      keychain: { ...keychain, drop: () => Promise.reject(error) },
    }),
  });
  const openWithKey = async () => {
    const bench = await openBench();
    bench.emulator.setFaults([noSecrets]);
    await bench.setUp({ answers: { "failure:read-store": { each: ["keychain"] } } });
    bench.emulator.setFaults([]);
    return bench;
  };

  test("is reported with the location of the key to delete, and does not stop the setup", async () => {
    const bench = await openWithKey();
    const [account] = [...bench.keychain.held.keys()];
    const { outcome, text } = await bench.setUp(dropping(new KeychainUnavailable("it is locked")));
    expect(text).toContain("Could not delete the key of the Read App from the keychain.");
    expect(text).toContain(`service "gatehouse", account "${account}"`);
    expect(outcome?.apps[0]?.installation).toBe("proved");
    expect((await bench.setUp()).text).not.toContain("keychain");
  });

  test("because of an unexpected error stops the setup with that error", async () => {
    const bench = await openWithKey();
    const bug = new TypeError("a bug");
    expect((await bench.setUp(dropping(bug))).error).toBe(bug);
  });

  test("is reported only in this case, not after a successful deletion", async () => {
    const bench = await openWithKey();
    expect((await bench.setUp()).text).not.toContain("may still contain");
  });
});

test("a key that the keychain does not return is reported, and a new key fixes this", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([noSecrets]);
  await bench.setUp({ answers: { "failure:read-store": { each: ["keychain"] } } });
  bench.emulator.setFaults([]);
  bench.keychain.held.clear();
  const answers = {
    "failure:read-incomplete": "new-key",
    "read-new-key": true,
    "read-key-from": "file",
    "read-key-file": await bench.saveKey(slug),
  };
  const { outcome, text } = await bench.setUp({ answers });
  expect(text).toContain("Could not read the Read App's key from the keychain.");
  expect(text).toContain("Could not delete the key of the Read App from the keychain.");
  expect(outcome?.apps[0]?.installation).toBe("proved");
  expect((await bench.setUp()).text).not.toContain("keychain");
});

test("a key in the keychain that the App no longer accepts is shown, and deleted on request", async () => {
  const bench = await openBench();
  bench.emulator.setFaults([noSecrets]);
  await bench.setUp({ answers: { "failure:read-store": { each: ["keychain"] } } });
  bench.emulator.setFaults([]);
  const newKey = await bench.saveKey(slug);
  await bench.deleteOldestKey(slug);
  const { text: reported } = await bench.setUp();
  expect(reported).toContain(
    "Check that the key belongs to this App and that this machine's clock is right",
  );
  expect(bench.keychain.held.size).toBe(1);

  const answers = {
    "failure:read-keychain-copy": { each: ["let-go"] },
    "failure:read-incomplete": "new-key",
    "read-new-key": true,
    "read-key-from": "file",
    "read-key-file": newKey,
  };
  const { outcome } = await bench.setUp({ answers });
  expect(outcome?.apps[0]?.installation).toBe("proved");
  expect(bench.keychain.held.size).toBe(0);
});

test("a key in the keychain is not stored if its App has other permissions", async () => {
  const bench = await openBench();
  const stopped = await bench.setUp({
    answers: { "failure:read-differences": "stop", "read-keychain-on-stop": true },
    change: (deps) => ({
      convertCode: async (...args) => {
        const made = await deps.convertCode(...args);
        const permissions = { ...made.app.permissions, contents: "write" };
        return { ...made, app: { ...made.app, permissions } };
      },
    }),
  });
  expect(stopped.error).toBeInstanceOf(Cancelled);
  expect([...bench.keychain.held.keys()][0]).toContain("/acme/control/read/");

  const { error, text } = await bench.setUp({
    answers: { "failure:read-differences": "stop" },
    change: (deps) => ({
      appClient: (...args) => {
        const client = deps.appClient(...args);
        const app = async () => {
          const found = await client.app();
          return { ...found, permissions: { ...found.permissions, contents: "write" } };
        };
        return { ...client, app };
      },
    }),
  });
  expect(error).toBeInstanceOf(Cancelled);
  expect(text).toContain("Contents: Read and write instead of Read-only");
  expect(await bench.stored()).toEqual({});
});
