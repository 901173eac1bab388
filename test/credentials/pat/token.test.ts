import { describe, expect, it, test } from "vitest";
import { classifyToken, fingerprintToken, refusePat } from "../../../src/credentials/pat/token.ts";
import type { TokenKind } from "../../../src/credentials/pat/token.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";

const privateKey = claimKey();
const body = "Ab12".repeat(9);
const samples: Record<Exclude<TokenKind, "fine-grained">, string[]> = {
  classic: [`ghp_${body}`, "0123456789abcdef0123456789abcdef01234567"],
  oauth: [`gho_${body}`],
  installation: [`ghs_${body}`, `ghs_123_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.${body}`],
  "user-to-server": [`ghu_${body}`],
  refresh: [`ghr_${body}`],
  "private-key": [privateKey.export({ type: "pkcs1", format: "pem" }).toString()],
  // One letter more or less than an old classic token.
  unknown: [
    "0".repeat(39),
    `${"a".repeat(40)}0`,
    `x${"0".repeat(40)}`,
    body,
    "password",
    `${"e30".repeat(5)}.${body}`,
  ],
};
const cases = Object.entries(samples).flatMap(([kind, texts]) =>
  texts.map((text) => ({ kind, text })),
);

describe("the entered token", () => {
  test.each(cases)(
    "$kind is recognized by its format and refused without repeating it",
    ({ kind, text }) => {
      const secret = new Secret(`  ${text}\n`);
      expect(classifyToken(secret)).toEqual({ kind });
      const refusal = refusePat(secret) ?? "";
      expect(refusal).toMatch(/^This is .*\.$/);
      const pieces = Array.from({ length: text.length - 7 }, (_, at) => text.slice(at, at + 8));
      expect(pieces.filter((piece) => refusal.includes(piece))).toEqual([]);
    },
  );

  it("a fine-grained PAT is accepted with a trailing line break", () => {
    const pat = new Secret(`github_pat_${body}_${body}\n`);
    expect(classifyToken(pat)).toEqual({ kind: "fine-grained" });
    expect(refusePat(pat)).toBeUndefined();
  });

  test.each([
    ["nothing", ""],
    ["blanks", " \n"],
    ["a PAT that contains a space", `github_pat_${body} ${body}`],
    ["two PATs", `github_pat_${body}\ngithub_pat_${body}`],
    ["a PAT prefix that is followed by dots", "github_pat_..."],
  ])("%s is refused", (_, text) => {
    expect(refusePat(new Secret(text))).toMatch(/\.$/);
  });

  it("an empty input is reported as such", () => {
    expect(refusePat(new Secret(" \n"))).toBe(
      "No token was entered. A fine-grained PAT begins with github_pat_ and is one line.",
    );
  });
});

test("a token fingerprint is unique, ignores a line break, and reveals little of the token", () => {
  const [one, other] = [`github_pat_${body}`, `github_pat_${body}x`];
  const fingerprint = fingerprintToken(new Secret(one));
  expect(fingerprint).toMatch(/^SHA256:[\da-f]{12}$/);
  expect(fingerprintToken(new Secret(`${one}\n`))).toBe(fingerprint);
  expect(fingerprintToken(new Secret(other))).not.toBe(fingerprint);
});
