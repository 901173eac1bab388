import { expect, test } from "vitest";
import { findCredentials } from "../../src/shared/redact.ts";
import { Secret } from "../../src/shared/secret.ts";
import { claimKey } from "../keys/ready-keys.ts";

const token = `github_pat_11ABCDEFG0${"k3Jq9Zx7Vb2N".repeat(7)}`.slice(0, 93);
const secret = new Secret(token);
const pem = String(claimKey().export({ type: "pkcs1", format: "pem" }));

const kinds = (text: string, secrets: readonly Secret[] = []) =>
  findCredentials(text, secrets).map(({ line, what }) => `${line} ${what}`);

test.each([
  ["in plain text", token],
  ["as base64", Buffer.from(token).toString("base64")],
  ["as base64 after other bytes", Buffer.from(`x-token:${token}`).toString("base64")],
  ["by its first half", token.slice(0, 46)],
  ["by its second half", token.slice(47)],
  ["split over two lines", `${token.slice(0, 50)}\n${token.slice(50)}`],
])("a known credential is found %s, with its line", (_, written) => {
  expect(kinds(`one\ntwo\nthree ${written} end\n`, [secret])).toContain("3 known");
});

test.each([
  ["twenty characters of a long credential", "k3Jq9Zx7Vb2Nw8Rt5Yp1Lc6Hd4Gf0Sa3Mu7Ei2Oo5Tq9Xw", 20],
  ["half of a credential of twenty-four characters", "k3Jq9Zx7Vb2Nw8Rt5Yp1Lc6H", 12],
  ["eight characters of a short credential", "k3Jq9Zx7Vb", 8],
])("a known credential is found by %s in a row, and not by fewer", (_, value, least) => {
  const known = [new Secret(value)];
  expect(kinds(`one ${value.slice(1, 1 + least)} two`, known)).toEqual(["1 known"]);
  expect(kinds(`one ${value.slice(1, least)} two`, known)).toEqual([]);
  expect(kinds(`one\n${value.slice(1, least)}, ${value.slice(0, least)} two`, known)).toEqual([
    "2 known",
  ]);
});

test("the common prefix of tokens does not identify this one", () => {
  expect(kinds("set github_pat_… in the environment, or github_pat_11ABC", [secret])).not.toContain(
    "1 known",
  );
});

test("unknown keys and tokens are recognized by their form", () => {
  const other = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
  expect(kinds(`token ${other}\n${pem}`)).toEqual(["1 token", "2 private key"]);
});

test("a key whose lines begin with timestamps is found on each line", () => {
  const log = pem
    .split("\n")
    .map((line) => `2026-11-21T09:00:00.0000000Z ${line}`)
    .join("\n");
  expect(kinds(log, [new Secret(pem)])).toContain("3 known");
});

test("a text without credentials has no findings", () => {
  expect(
    findCredentials("commit 3f786850e387550fdab836ed7e6dc881de23001b\n".repeat(200), [secret]),
  ).toEqual([]);
});
