import { describe, expect, it } from "vitest";
import { redact } from "../../../src/shared/redact.ts";
import { bodyOf, broken, ecPem, pem, pkcs8, survivors } from "./samples.ts";

describe("an unknown private key", () => {
  const keys = { "PKCS#1": pem, "PKCS#8": pkcs8, SEC1: ecPem };
  const shapes: Record<string, (key: string) => string> = {
    "as it is": (key) => key,
    "with CRLF": (key) => key.replaceAll("\n", "\r\n"),
    "with escaped line breaks": (key) => JSON.stringify({ pem: key }),
    "with line breaks escaped twice": (key) => JSON.stringify(JSON.stringify({ pem: key })),
    "on one line": (key) => key.trim().replaceAll("\n", " "),
    "without any space": (key) => key.replaceAll("\n", ""),
    "in a URL": (key) => encodeURIComponent(key),
    "with lines broken by a terminal": (key) => broken(key.replaceAll("\n", " "), 33, "\n"),
    "in a box": (key) => key.replaceAll("\n", " │\n│ "),
    "behind timestamps": (key) => key.replaceAll("\n", "\n2030-01-01T00:00:00Z "),
    "without END": (key) => key.slice(0, key.indexOf("-----END")),
    "cut off in END": (key) => key.slice(0, key.indexOf("-----END") + 11),
    "cut off in the middle": (key) => key.slice(0, key.length / 2),
    "cut off, on one line": (key) => key.slice(0, key.length / 2).replaceAll("\n", " "),
    "cut off, escaped": (key) => JSON.stringify(key.slice(0, key.length / 2)),
    "without BEGIN": (key) => key.slice(key.indexOf("\n") + 20),
    "without armour": (key) => bodyOf(key),
    "as base64": (key) => Buffer.from(key).toString("base64"),
    "as base64 over many lines": (key) => broken(Buffer.from(key).toString("base64"), 76, "\n"),
    "as base64, cut off": (key) => Buffer.from(key).toString("base64").slice(0, 160),
  };
  const cases = Object.entries(keys).flatMap(([kind, key]) =>
    Object.entries(shapes).map(([shape, write]) => ({ kind, key, shape, write })),
  );

  it.each(cases)("is hidden: $kind $shape", ({ key, write }) => {
    const text = write(key);
    const shown = redact(`gh: it said: ${text}`);
    expect(survivors(bodyOf(key), shown.replace(/\s|│|\\n/g, ""))).toEqual([]);
    expect(shown).toMatch(/^gh: it said: /);
  });

  it.each([0, 1, 2])("is hidden as base64 after %d other bytes", (before) => {
    const text = Buffer.from("xy".slice(0, before) + pem.trim()).toString("base64");
    expect(redact(`data: ${text}`)).toMatch(/^data: .{0,3}\[secret\].{0,4}$/);
  });

  it("ends where ordinary text continues", () => {
    expect(redact(`before\n${pem}after it`)).toBe("before\n[secret]\nafter it");
    expect(redact(`${pem.slice(0, 500)}\nError: the key is cut off`)).toBe(
      "[secret]\nError: the key is cut off",
    );
  });

  it("is hidden with the headers of an encrypted key", () => {
    const head = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0123456789ABCDEF\n\n";
    const text = pem.replace("KEY-----\n", `KEY-----\n${head}`);
    expect(redact(text.slice(0, 600))).toBe("[secret]");
  });
});
