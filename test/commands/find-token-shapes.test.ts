import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { findTokenShapes } from "./find-token-shapes.ts";

const pem = () =>
  generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    type: "pkcs8",
    format: "pem",
  }) as string;

test.each([
  ["an installation token", `ghs_${"a1".repeat(18)}`],
  ["a fine-grained PAT", `github_pat_${"b2".repeat(40)}`],
  ["a private key", pem()],
])("finds %s, also in base64 and JSON", (_, credential) => {
  const base64 = Buffer.from(`  ${credential}\n`).toString("base64");
  for (const text of [credential, base64, JSON.stringify({ text: `x ${credential}` })])
    expect(findTokenShapes(text)).toHaveLength(1);
});

test("finds nothing in text about credentials", () => {
  expect(findTokenShapes("ghs_ and PRIVATE KEY, sha512-AAAA")).toEqual([]);
});
