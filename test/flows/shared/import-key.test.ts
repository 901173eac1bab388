import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { importKey, type KeyQuestion } from "../../../flows/shared/import-key.ts";
import type { SecretQuestion } from "../../../src/prompts/prompter.ts";
import { readPrivateKey } from "../../../src/credentials/apps/private-key.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { runStep } from "./run-step.ts";

const pem = claimKey().export({ type: "pkcs1", format: "pem" }).toString();
const reading = readPrivateKey(new Secret(pem));
const fingerprint = reading.ok ? reading.fingerprint : "";
const [, firstLine = "", secondLine = ""] = pem.split("\n");

const question: KeyQuestion = {
  id: "app-key",
  pasteTitle: "The key:",
  pathTitle: "Path of the key's file:",
  placeholder: "~/Downloads/app.pem",
  pasteOption: "I paste it",
  hints: [{ text: "Download another one" }],
};

/** Reads a pasted key or the key in a named file. */
async function importIn(from: "file" | "paste", value: string, path = "app.pem") {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "pasted");
  writeFileSync(file, value);
  const read: string[] = [];
  const readKeyFile = (name: string) => {
    read.push(name);
    return Promise.resolve(new Secret(value));
  };
  const run = await runStep(
    (context) => importKey(context, { readKeyFile }, { from, ...question }),
    {
      answers: { "app-key-file": path },
      secrets: { "app-key": { file } },
    },
  );
  return { ...run, read };
}

describe("a key", () => {
  test("is pasted line by line, and reported by its size and fingerprint", async () => {
    const { result, asked, questions, read } = await importIn("paste", pem);
    expect(result?.fingerprint).toBe(fingerprint);
    expect(result?.key.reveal()).toBe(pem);
    expect({ asked, read }).toEqual({ asked: ["app-key"], read: [] });
    const secret = questions["app-key"] as SecretQuestion;
    expect(secret).toMatchObject({ title: "The key:", shape: "lines" });
    expect(secret.describe?.(new Secret(pem))).toBe(`RSA 2048, ${fingerprint}`);
    expect(secret.describe?.(new Secret("no key"))).not.toContain("no key");
  });

  test("is read from the file that is named", async () => {
    const { result, asked, questions, read } = await importIn("file", pem, "keys/app.pem");
    expect(result).toMatchObject({ fingerprint });
    expect({ asked, read }).toEqual({ asked: ["app-key-file"], read: ["keys/app.pem"] });
    expect(questions["app-key-file"]).toMatchObject({
      title: "Path of the key's file:",
      placeholder: "~/Downloads/app.pem",
    });
  });

  test("that is damaged in its file is refused with a fix, without printing its text", async () => {
    const { error } = await importIn("file", pem.slice(0, 400));
    expect(error?.message).toMatch(/This is not the App's private key: .+ Download another one\./);
    expect(error?.message).not.toContain(firstLine.slice(0, 20));
  });

  test("that is damaged is refused when it is pasted", async () => {
    const { error } = await importIn("paste", pem.slice(0, 400));
    expect(error?.message).toContain("it has no END line.");
  });
});

describe("a path question neither accepts, shows nor records a key:", () => {
  test.each([
    ["a complete key", pem],
    ["its first line", "-----BEGIN RSA PRIVATE KEY-----"],
    ["its last line", "-----END RSA PRIVATE KEY-----"],
    ["a line of the key", secondLine],
    ["a key on one line", pem.replaceAll("\n", " ")],
    ["two lines", "one\ntwo"],
    ["two lines with the line break of another system", "one\rtwo"],
    ["a token", `ghp_${"a1B2".repeat(9)}`],
  ])("%s", async (_, text) => {
    const { error, journal, text: message, read } = await importIn("file", pem, text);
    expect(error?.message).toContain("This looks like a key, not a path.");
    expect(error?.message).toContain('"I paste it"');
    expect(read).toEqual([]);
    const left = [message, error?.message, JSON.stringify(journal.answers())].join("\n");
    expect(left).not.toContain(text);
    expect(left).not.toContain(JSON.stringify(text).slice(1, -1));
  });

  test.each(["", " "])("Enter without a path (%j) explains what a path is", async (path) => {
    const { error, read } = await importIn("file", pem, path);
    expect(error?.message).toContain("Enter the path of the .pem file, or drop the file here.");
    expect(read).toEqual([]);
  });

  test.each([
    "~/Downloads/app.2026-11-21.private-key.pem",
    "/" + "a".repeat(64),
    `${"a".repeat(64)}.pem`,
    "a".repeat(63),
    `keys/${"a".repeat(64)}`,
    "C:\\Users\\mona\\key.pem",
  ])("but %s is accepted as a path", async (path) => {
    const { error, read } = await importIn("file", pem, path);
    expect(error).toBeUndefined();
    expect(read).toEqual([path]);
  });
});
