import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openKeychain } from "../../../src/credentials/keychain/keychain.ts";
import { KeychainUnavailable } from "../../../src/credentials/keychain/keychain-unavailable.ts";
import { joinPieces, splitSecret } from "../../../src/credentials/keychain/helper/pieces.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimLargeKey } from "../../keys/ready-keys.ts";

const key = new Secret(String(claimLargeKey().export({ type: "pkcs8", format: "pem" })));
const account = "forge.example/acme/control/read";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-keychain-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/**
 * Creates a helper that keeps values in a file and records its calls. `lines` run before each step.
 */
function openFake(lines = "") {
  const helperPath = join(folder, "helper.mjs");
  writeFileSync(
    helperPath,
    `import { existsSync, readFileSync, writeFileSync } from "node:fs";
     const file = (name) => new URL(name, import.meta.url);
     const held = existsSync(file("held.json")) ? JSON.parse(readFileSync(file("held.json"))) : {};
     writeFileSync(file("called.json"), JSON.stringify([process.argv, process.env]));
     const { steps } = JSON.parse(readFileSync(0, "utf8"));
     const done = steps.map((step) => {
       ${lines}
       if (step.do === "set") return (held[step.account] = step.value, true);
       if (step.do === "get") return held[step.account] ?? null;
       return step.account in held && delete held[step.account];
     });
     writeFileSync(file("held.json"), JSON.stringify(held));
     console.log(JSON.stringify({ done }));`,
  );
  return openKeychain({ helperPath });
}

/** Creates a helper that consists only of these lines. */
function openBroken(lines: string, limitSeconds = 5) {
  const helperPath = join(folder, "broken.mjs");
  writeFileSync(helperPath, lines);
  return openKeychain({ helperPath, limitSeconds });
}

const keychainAccounts = () =>
  Object.keys(JSON.parse(readFileSync(join(folder, "held.json"), "utf8")) as object);

describe("a working keychain", () => {
  test("returns the stored values", async () => {
    const keychain = openFake();
    await keychain.store(account, key);
    expect((await keychain.find(account))?.equals(key)).toBe(true);
  });

  test("finds nothing for another account", async () => {
    const keychain = openFake();
    await keychain.store(account, key);
    expect(await keychain.find("forge.example/acme/control/write")).toBeUndefined();
  });

  test("leaves no part of a longer secret behind when a shorter one is stored", async () => {
    const keychain = openFake();
    await keychain.store(account, key);
    expect(keychainAccounts()).toEqual([`${account}#1`, account]);
    await keychain.store(account, new Secret("short"));
    expect(keychainAccounts()).toEqual([account]);
    expect((await keychain.find(account))?.reveal()).toBe("short");
  });

  test("deletes every piece", async () => {
    const keychain = openFake();
    await keychain.store(account, key);
    expect(await keychain.drop(account)).toBe(true);
    expect(keychainAccounts()).toEqual([]);
    // Nothing was there to delete.
    expect(await keychain.drop(account)).toBe(false);
  });

  test("does not pass the secret in the helper's arguments or environment", async () => {
    await openFake().store(account, key);
    const body = key.reveal().split("\n")[5] ?? "";
    expect(readFileSync(join(folder, "held.json"), "utf8")).toContain(body);
    expect(readFileSync(join(folder, "called.json"), "utf8")).not.toContain(body);
  });

  test("does not pass a token from the environment to the helper", async () => {
    process.env["FORGE_TOKEN"] = "ghs_ofAnotherUser";
    try {
      await openFake().find(account);
    } finally {
      delete process.env["FORGE_TOKEN"];
    }
    const called = readFileSync(join(folder, "called.json"), "utf8");
    expect(called).toContain("PATH");
    expect(called).not.toContain("ghs_ofAnotherUser");
  });
});

describe("a keychain that does not work:", () => {
  test.each([
    ["waits", "setInterval(() => {}, 1000);"],
    ["blocks its thread", "for (;;);"],
    ["ignores SIGTERM", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);"],
  ])("is unavailable if its helper never answers and %s", async (_what, lines) => {
    const held = openBroken(lines, 0.5).store(account, key);
    await expect(held).rejects.toThrow("it did not answer within 0.5 seconds");
  });

  test.each([
    [
      "crashes",
      "process.kill(process.pid, 'SIGSEGV');",
      "the helper process was terminated by SIGSEGV",
    ],
    ["prints nothing", "", "the helper process did not return a valid reply."],
    ["throws", "throw new Error('no');", "the helper process did not return a valid reply."],
    [
      "prints an invalid reply",
      "console.log('** Message: hello');",
      "the helper process did not return a valid reply.",
    ],
    [
      "returns fewer replies than requested",
      "console.log('{\"done\":[]}');",
      "the helper process did not return a valid reply.",
    ],
    ["is locked", refusal("Cannot create an item in a locked collection"), "it is locked"],
    [
      "has no keychain service",
      refusal("Cannot autolaunch D-Bus without X11 $DISPLAY"),
      "no keychain service",
    ],
    [
      "cannot start a keychain service",
      refusal("Failed to execute child process “dbus-launch” (No such file or directory)"),
      "no keychain service",
    ],
    [
      "has no keychain library",
      refusal("Failed to load keytar native addon"),
      "KeychainUnavailable: Could not use this computer's keychain: its library is not installed.",
    ],
    [
      "fails with its own message",
      refusal("The disk is full."),
      "KeychainUnavailable: Could not use this computer's keychain: The disk is full.",
    ],
  ])("is unavailable if its helper %s", async (_what, lines, reason) => {
    const failure = await openBroken(lines)
      .store(account, key)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(KeychainUnavailable);
    expect(String(failure)).toContain(reason);
  });

  test("a helper that hangs has exited when the caller gets the error", async () => {
    const lines = `import { writeFileSync } from "node:fs";
      writeFileSync(new URL("pid", import.meta.url), String(process.pid));
      setInterval(() => {}, 1000);`;
    await expect(openBroken(lines, 3).find(account)).rejects.toThrow(KeychainUnavailable);
    expect(existsSync(join(folder, "pid"))).toBe(true);
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test.each([
    ["returns a different value", 'if (step.do === "get") return "something else";'],
    ["returns no value", 'if (step.do === "get") return null;'],
    ["loses the second piece", 'if (step.do === "get" && step.account.includes("#")) return null;'],
  ])("did not store the secret if it %s", async (_what, lines) => {
    await expect(openFake(lines).store(account, key)).rejects.toThrow(
      "Could not use this computer's keychain: it did not store the value correctly.",
    );
  });

  test("an error never contains the secret", async () => {
    const lines = `import { readFileSync } from "node:fs";
      const { steps } = JSON.parse(readFileSync(0, "utf8"));
      const value = steps.find((step) => step.do === "set").value;
      console.log(JSON.stringify({ refused: "cannot store " + value }));`;
    const token = new Secret("a-token-of-no-known-shape");
    const failure = await openBroken(lines)
      .store(account, token)
      .catch((error: unknown) => error);
    expect(String(failure)).toContain("cannot store [secret]");
  });
});

describe("the pieces of a secret", () => {
  test("fit the smallest keychain, and together form the secret", () => {
    const long = new Secret(`${"é🔑x".repeat(1500)}\n`);
    const pieces = splitSecret(long);
    expect(pieces.every((piece) => Buffer.byteLength(piece.reveal()) <= 2560)).toBe(true);
    expect(joinPieces([...pieces, undefined])?.equals(long)).toBe(true);
  });

  test("a token is stored as one piece", () => {
    expect(splitSecret(new Secret("ghp_short"))).toHaveLength(1);
  });

  test("a value that is too large for a credential is refused", () => {
    expect(() => splitSecret(new Secret("x".repeat(20_000)))).toThrow(
      "The secret is larger than 19200 bytes, so it is not a credential.",
    );
  });
});

function refusal(words: string): string {
  return `console.log(${JSON.stringify(JSON.stringify({ refused: words }))});`;
}
