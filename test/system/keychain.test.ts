import type { KeyObject } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openKeychain } from "../../src/credentials/keychain/keychain.ts";
import { Secret } from "../../src/shared/secret.ts";
import { buildProgram } from "../commands/installed-program.ts";
import { claimKey, claimLargeKey } from "../keys/ready-keys.ts";
import { machine } from "./machine.ts";
import { sessionEnvironment, startSessionBus, type SessionBus } from "./session-bus.ts";

const service = "org.freedesktop.secrets";
const account = "forge.example/acme/control/read";
const login = "/org/freedesktop/secrets/collection/login";
const key = secretOf(claimKey());

let folder: string;
let bus: SessionBus | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-session-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await bus?.stop();
  bus = undefined;
  rmSync(folder, { recursive: true, force: true });
});

describe("with an unlocked keyring", () => {
  beforeEach(async () => {
    await startBus();
    await startKeyring("--unlock");
  });

  test.each([
    [2048, key],
    [4096, secretOf(claimLargeKey())],
  ])("a key of %i bits is stored, found and deleted", async (_bits, secret) => {
    const keychain = openKeychain();
    await keychain.store(account, secret);
    expect((await keychain.find(account))?.equals(secret)).toBe(true);
    expect(await keychain.drop(account)).toBe(true);
    expect(await keychain.find(account)).toBeUndefined();
    expect(await keychain.drop(account)).toBe(false);
  });

  test("a second secret replaces the first, and other accounts remain", async () => {
    const keychain = openKeychain();
    await keychain.store(account, secretOf(claimLargeKey()));
    await keychain.store(`${account}2`, key);
    await keychain.store(account, new Secret("short"));
    expect((await keychain.find(account))?.reveal()).toBe("short");
    expect((await keychain.find(`${account}2`))?.equals(key)).toBe(true);
  });

  test("another service does not find the key", async () => {
    await openKeychain().store(account, key);
    expect(await openKeychain({ service: "gatehouse-other" }).find(account)).toBeUndefined();
  });

  test("the shipped helper does the same", async () => {
    const helperPath = join(await buildProgram(), "dist/keychain-helper.js");
    await openKeychain({ helperPath }).store(account, key);
    expect((await openKeychain().find(account))?.equals(key)).toBe(true);
  });

  test("a locked keychain does not find, delete or store a secret", async () => {
    const keychain = openKeychain();
    await keychain.store(account, key);
    const lock = [`--dest=${service}`, "/org/freedesktop/secrets"];
    await bus?.send(...lock, "org.freedesktop.Secret.Service.Lock", `array:objpath:${login}`);
    expect(await keychain.find(account)).toBeUndefined();
    expect(await keychain.drop(account)).toBe(false);
    await expect(keychain.store(account, key)).rejects.toThrow("it is locked");
  });
});

test("without a bus the keychain is unavailable", async () => {
  enter(sessionEnvironment(folder));
  await expect(openKeychain().store(account, key)).rejects.toThrow(
    "Could not use this computer's keychain: no keychain service is running in this session.",
  );
  await expect(openKeychain().find(account)).rejects.toThrow(
    "Could not use this computer's keychain: no keychain service is running in this session.",
  );
});

test("with the address of a deleted bus the keychain is unavailable", async () => {
  const address = `unix:path=${join(folder, "gone")}`;
  enter({ ...sessionEnvironment(folder), DBUS_SESSION_BUS_ADDRESS: address });
  await expect(openKeychain().store(account, key)).rejects.toThrow(
    "Could not use this computer's keychain: no keychain service is running in this session.",
  );
});

test("on a bus without a service the keychain is unavailable", async () => {
  await startBus();
  await expect(openKeychain().store(account, key)).rejects.toThrow(
    "Could not use this computer's keychain: no keychain service is running in this session.",
  );
});

test("a keyring without a collection stores nothing", async () => {
  await startBus();
  await startKeyring();
  expect(await openKeychain().find(account)).toBeUndefined();
  await expect(openKeychain().store(account, key)).rejects.toThrow("no default keyring");
});

test("a service that never answers is abandoned after the limit", async () => {
  await startBus();
  await bus?.serve(service, machine().dbusTestTool, ["black-hole", `--name=${service}`]);
  const keychain = openKeychain({ limitSeconds: 2 });
  await expect(keychain.find(account)).rejects.toThrow("it did not answer within 2 seconds");
});

async function startBus(): Promise<void> {
  bus = await startSessionBus(folder);
  enter(bus.environment);
}

async function startKeyring(...args: string[]): Promise<void> {
  const options = ["--foreground", "--components=secrets", ...args];
  await bus?.serve(service, machine().gnomeKeyringDaemon, options, "password of the keyring");
}

function enter(environment: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(environment)) {
    vi.stubEnv(name, value === "" ? undefined : value);
  }
}

function secretOf(privateKey: KeyObject): Secret {
  return new Secret(String(privateKey.export({ type: "pkcs8", format: "pem" })));
}
