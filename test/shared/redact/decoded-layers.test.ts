import { describe, expect, test } from "vitest";
import { findShapes, redact } from "../../../src/shared/redact.ts";
import { pem, tokens } from "./samples.ts";
import { vendorSamples } from "./vendor-samples.ts";

const token = tokens["classic"]!;
const anthropic = vendorSamples.find(([kind]) => kind === "Anthropic API key")![1];
const fine = tokens["fine-grained"]!;

type Encode = (text: string) => string;

const each =
  (write: (code: number) => string): Encode =>
  (text) =>
    Array.from(text, (sign) =>
      /\w/.test(sign) && sign !== "_" ? sign : write(sign.charCodeAt(0)),
    ).join("");
const hexOf = (code: number) => code.toString(16).padStart(2, "0");
const base64: Encode = (text) => Buffer.from(text).toString("base64");
const utf16: Encode = (text) => Buffer.from(text, "utf16le").toString("base64");
const utf16Swapped: Encode = (text) => Buffer.from(text, "utf16le").swap16().toString("base64");
const percent = each((code) => `%${hexOf(code).toUpperCase()}`);
const json = each((code) => `\\u00${hexOf(code)}`);

const encodings: readonly (readonly [string, Encode])[] = [
  ["percent-encoding", percent],
  [
    "percent-encoding of every character",
    (text) => `%${Buffer.from(text).toString("hex").match(/../g)!.join("%")}`,
  ],
  ["JSON escapes", json],
  [
    "JSON escapes of every character",
    (text) => Array.from(text, (sign) => `\\u00${hexOf(sign.charCodeAt(0))}`).join(""),
  ],
  ["escapes of bytes", each((code) => `\\x${hexOf(code)}`)],
  ["octal escapes", each((code) => `\\${code.toString(8).padStart(3, "0")}`)],
  ["decimal entities", each((code) => `&#${code};`)],
  ["hexadecimal entities", each((code) => `&#x${hexOf(code)};`)],
  ["named entities", (text) => text.replaceAll("_", "&lowbar;").replaceAll("-", "&hyphen;")],
  ["base64", base64],
  ["base64 of UTF-16", utf16],
  ["base64 of UTF-16, high byte first", utf16Swapped],
  ["base64 of UTF-16 with a mark", (text) => utf16(`\ufeff${text}`)],
  ["base64 behind other letters", (text) => `xy${base64(`id:${text}`)}`],
  ["base64 in lines", (text) => base64(`id: ${text}`).replaceAll(/.{20}/g, "$&\n")],
  ["base64 twice", (text) => base64(base64(text))],
  ["hex", (text) => Buffer.from(text).toString("hex")],
  ["hex of UTF-16", (text) => Buffer.from(text, "utf16le").toString("hex").toUpperCase()],
  ["percent-encoding twice", (text) => percent(text).replaceAll("%", "%25")],
  ["percent-encoding in base64", (text) => base64(percent(text))],
  ["JSON escapes in base64 of UTF-16", (text) => utf16(`{"token":"${json(text)}"}`)],
  [
    "base64 in a URL in JSON",
    (text) => base64(text).replaceAll("=", "%3D").replaceAll("%", "\\u0025"),
  ],
];

describe.each(encodings)("a credential in %s", (_, encode) => {
  test.each([
    ["a forge token", token],
    ["a fine-grained token", fine],
    ["a vendor's key", anthropic],
  ])("is found and redacted, and the text around it is kept: %s", (_kind, value) => {
    const written = encode(value);
    const text = `before, ${written}, after`;
    expect(findShapes(text).filter(({ isCertain }) => isCertain)).not.toEqual([]);
    const shown = redact(text);
    expect(shown).toMatch(/^before, .{0,40}\[secret\].{0,8}, after$/s);
    expect(findShapes(shown).filter(({ isCertain }) => isCertain)).toEqual([]);
  });
});

test("a private key in JSON that escapes slashes is redacted to its end", () => {
  const shown = redact(JSON.stringify({ pem }).replaceAll("/", "\\/"));
  expect(shown).toMatch(/^\{"pem":"\[secret\](?:\\n)?"\}$/);
});

test("a percent-encoded field with a secret is found", () => {
  expect(findShapes("body=client%5Fsecret%3D0123456789abcdef")).toMatchObject([
    { kind: "field of a secret", isCertain: true },
  ]);
});

test.each([
  "100% of it, 50%25 and %zz and a\\u12",
  "Tom &amp; Jerry, &#169; &nbsp; &unknown;",
  String.raw`C:\users\x41\070 and \u0041`,
  Buffer.from("The quick brown fox jumps over the lazy dog, twice.").toString("base64"),
  Buffer.from("The quick brown fox jumps over the lazy dog.").toString("hex"),
  "550e8400-e29b-41d4-a716-446655440000",
])("%j is not changed", (text) => {
  expect(redact(text)).toBe(text);
});

test("an endlessly repeated encoding is decoded a limited number of times", () => {
  let text = "hello, nothing secret is in here";
  for (let depth = 0; depth < 12; depth += 1) text = base64(text);
  expect(findShapes(text)).toEqual([]);
});
