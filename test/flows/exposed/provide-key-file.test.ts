import { expect, test } from "vitest";
import { provideCredential } from "../../../flows/exposed/provide-credential.ts";
import { readPrivateKey } from "../../../src/credentials/apps/private-key.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { respondWith } from "./step-bench.ts";

const pem = claimKey().export({ type: "pkcs1", format: "pem" }).toString();

/**
 * Provides the read App's key as a file with this path. The file contains the key as a user copied
 * it.
 */
async function provide(path: string, text = pem) {
  const paths: string[] = [];
  const deps = {
    readKeyFile: (given: string) => {
      paths.push(given);
      return Promise.resolve(new Secret(text));
    },
  };
  const answers = {
    "read-app-available": "file",
    "read-app-key-file": path,
    "failure:read-app-key-file": "stop",
  };
  const run = await respondWith((response) => provideCredential(response, "read-app"), {
    deps,
    answers,
  });
  return { ...run, paths };
}

test("an exposed key is read from its file, however it was copied", async () => {
  const { result, paths } = await provide("old.pem", pem.replaceAll("\n", "\\n"));
  const reading = readPrivateKey(new Secret(pem));
  expect(result).toMatchObject({ kind: "key", fingerprint: reading.ok && reading.fingerprint });
  expect(result?.secret.reveal()).toBe(pem);
  expect(paths).toEqual(["old.pem"]);
});

test.each([
  ["a key's first line", "-----BEGIN RSA PRIVATE KEY-----"],
  ["a token", `ghp_${"a1B2".repeat(9)}`],
])("%s is not the path of the exposed key's file", async (_, text) => {
  const { error, paths } = await provide(text);
  expect(error?.message).toContain('choose "Yes, paste it"');
  expect(paths).toEqual([]);
});

test("reports a file without a key, and prints nothing of its content", async () => {
  const { error } = await provide("old.pem", "secret-words");
  expect(error?.message).toContain(
    "This is not the App's private key: This is not a PEM key: it has no BEGIN line.",
  );
  expect(error?.message).not.toContain("secret-words");
});
