import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { provideCredential } from "../../../flows/exposed/provide-credential.ts";
import type { StoredCredential } from "../../../src/credentials/credential.ts";
import { readPrivateKey } from "../../../src/credentials/apps/private-key.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { respondWith } from "./step-bench.ts";

const pem = claimKey().export({ type: "pkcs1", format: "pem" }).toString();
const reading = readPrivateKey(new Secret(pem));
const fingerprint = reading.ok ? reading.fingerprint : "";
const pat = `github_pat_${"a1".repeat(41)}`;
const installationToken = `ghs_${"a".repeat(36)}`;

function provide(credential: StoredCredential, way: string, value = "") {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-leak-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "secret");
  writeFileSync(file, value);
  return respondWith((response) => provideCredential(response, credential), {
    answers: { [`${credential}-available`]: way, [`${credential}-key-file`]: "leaked.pem" },
    secrets: { [`${credential}-token`]: { file }, [`${credential}-key`]: { file } },
    deps: { readKeyFile: () => Promise.resolve(new Secret(value)) },
  });
}

describe("an exposed key", () => {
  test.each(["file", "paste"])(
    "is accepted by %s and recognized by its fingerprint",
    async (way) => {
      const { result, text } = await provide("read-app", way, pem);
      expect(result).toMatchObject({ kind: "key", fingerprint });
      expect(result?.secret.reveal()).toBe(pem);
      expect(text).not.toContain(pem.slice(100, 130));
    },
  );

  test.each(["file", "paste"] as const)("is rejected if it is damaged: by %s", async (way) => {
    const { result, error, asked } = await provide("read-app", way, pem.slice(0, 400));
    expect(result).toBeUndefined();
    // A file can be requested again. Pasted text is refused at its question.
    const ways = { file: ["read-app-key-file", "read-app-key-file"], paste: ["read-app-key"] };
    expect(asked).toEqual(["read-app-available", ...ways[way]]);
    expect(error?.message).toContain("it has no END line.");
  });
});

describe("an exposed token", () => {
  test.each([
    ["pat", pat],
    ["read-app", installationToken],
  ] as const)("is accepted: %s", async (credential, token) => {
    const { result } = await provide(credential, "token", token);
    expect(result?.kind).toBe("token");
    expect(result?.secret.reveal()).toBe(token);
  });

  test.each<[StoredCredential, string, string]>([
    ["pat", installationToken, "This is a different kind of token."],
    ["read-app", pat, "An installation token begins with ghs_."],
    ["pat", "hello", "This is not a known kind of token."],
    ["pat", pem, "This is a private key."],
  ])("is rejected if the forge could not revoke it: %s", async (credential, token, says) => {
    const { result, error } = await provide(credential, "token", token);
    expect(result).toBeUndefined();
    expect(error?.message).toContain(says);
    expect(error?.message).not.toContain(token.slice(0, 20));
  });
});

test("a credential that is not available is not requested", async () => {
  const { result, asked, questions } = await provide("pat", "none");
  expect(result).toBeUndefined();
  expect(questions["pat-available"]?.body).toEqual([
    "The credential is not shown or stored, and is sent only to the API that issued it.",
  ]);
  expect(asked).toEqual(["pat-available"]);
});

test("a key cannot be provided for a PAT", async () => {
  const { error } = await provide("pat", "file", pem);
  expect(error?.message).toContain('answers["pat-available"]');
});
