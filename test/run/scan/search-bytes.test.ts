import { describe, expect, test } from "vitest";
import { pem, tokens } from "../../shared/redact/samples.ts";
import { scanOne as scan, text, token } from "./scan-one.ts";

describe("a search for credentials", () => {
  test.each([
    ...Object.entries(tokens).map(([kind, value]): [string, string, string] => [
      kind,
      value,
      value.startsWith("ey") ? "JSON Web Token" : "forge token",
    ]),
    ["a private key", pem, "private key"],
    ["an authorization header", "Authorization: Basic bW9uYTpoZWxsbzE=", "authorization header"],
    [
      "a URL with a password",
      "https://mona:hello1@forge.example/acme",
      "URL with user information",
    ],
    ["a secret field", '{"client_secret": "0123456789abcdef"}', "field of a secret"],
    ["base64", Buffer.from(`x ${token} y`).toString("base64"), "key or token in base64"],
  ])("finds %s with its line, and does not print it", async (_, value, kind) => {
    const { findings, notSearched } = await scan("a.txt", `one\n\n${value}\nend`);
    expect(findings).toContain(`a.txt:3 ${kind}`);
    expect(notSearched).toEqual([]);
    expect(JSON.stringify(findings)).not.toContain(value.slice(0, 16));
  });

  test.each([
    "Authorization: Bearer ***",
    "https://x-access-token:***@forge.example/acme",
    'password: string; token: "${{ secrets.TOKEN }}"',
    "authorization: needed for every request",
    "https://user:$TOKEN@forge.example",
    "access_token=[secret]",
    "commit 3f786850e387550fdab836ed7e6dc881de23001b",
  ])("does not report %s", async (line) => {
    expect(await scan("a.txt", line)).toEqual({ findings: [], notSearched: [] });
  });

  test.each(["utf16le", "latin1"] as const)(
    "finds a credential after other bytes, in the encoding %s",
    async (encoding) => {
      const bytes = Buffer.concat([
        Buffer.from([0, 1, 254, 255, 10]),
        Buffer.from(text.toString(), encoding),
      ]);
      expect((await scan("a.bin", bytes)).findings).toEqual(["a.bin:3 forge token"]);
    },
  );

  test.each([0, 17, 1 << 16])(
    "finds a credential across the end of a window, %d bytes before it",
    async (before) => {
      const head = "a".repeat((1 << 20) + (1 << 16) - before - 8);
      const { findings } = await scan("a.txt", `${head}\n${token} ${"b ".repeat(1 << 16)}`);
      expect(findings).toEqual(["a.txt:2 forge token"]);
    },
  );
});
