import { createPrivateKey, createPublicKey } from "node:crypto";
import { expect, test } from "vitest";
import { makeAppKey } from "../../emulator/state/app-keys.ts";
import { Secret } from "../../src/shared/secret.ts";
import { keysOfForge, claimKey } from "../keys/ready-keys.ts";
import { createApp, openForge } from "./open-forge.ts";

const publicHalf = (pem: string) =>
  createPublicKey(createPrivateKey(pem)).export({ type: "spki", format: "pem" });

test("each call generates a new key pair, RSA 2048, with its public half", async () => {
  const [one, other] = [await makeAppKey(), await makeAppKey()];
  expect(one.publicKey).not.toBe(other.publicKey);
  for (const { pem, publicKey } of [one, other]) {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem.reveal());
    expect(asymmetricKeyType).toBe("rsa");
    expect(asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(publicHalf(pem.reveal())).toBe(publicKey);
  }
});

test("the forge assigns an App the given key, and verifies it with that key", async () => {
  const key = claimKey();
  const pem = String(key.export({ type: "pkcs1", format: "pem" }));
  const publicKey = String(createPublicKey(key).export({ type: "spki", format: "pem" }));
  const forge = await openForge({
    makeKey: () => Promise.resolve({ publicKey, pem: new Secret(pem) }),
  });
  const app = await createApp(forge);
  expect(app.pem).toBe(pem);
  expect((await forge.rest("GET", "/app", { token: app.jwt() })).status).toBe(200);
});

test("the keys of a forge in a test are all different, for any number of keys", async () => {
  const next = keysOfForge();
  const keys: string[] = [];
  for (let count = 0; count < 42; count += 1) keys.push((await next()).publicKey);
  expect(new Set(keys).size).toBe(keys.length);
});
