import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { claimKey } from "../keys/ready-keys.ts";
import { outcomeOf, preparePlay } from "./play.ts";
import type { ProgramInTerminal } from "./pty.ts";

const play = preparePlay("screens");
const key = String(claimKey().export({ type: "pkcs1", format: "pem" }));
const digest = createHash("sha256").update(key).digest("hex");
// Terminals paste a line break as a carriage return.
const asTyped = key.trim().replaceAll("\n", "\r");

/**
 * Returns the parts of the key, 8 characters each, that were written to the terminal at any time.
 */
function listSeen(program: ProgramInTerminal): string[] {
  const shown = program.raw();
  const lines = key.split("\n").filter((line) => !line.startsWith("-----"));
  return lines.flatMap((line) => line.match(/.{8}/g) ?? []).filter((one) => shown.includes(one));
}

/** Waits until the key is complete, and answers the next question. */
async function finish(program: ProgramInTerminal): Promise<unknown> {
  await program.waitFor("27 lines received: RSA 2048");
  program.write("\r");
  await program.waitFor("What next?");
  program.write("on\r");
  return outcomeOf(program);
}

describe("a key leaves no byte on the screen", () => {
  test("as a bracketed paste", async () => {
    const program = play("key");
    await program.waitFor("paste the key here");
    program.write(`\u001b[200~${asTyped}\u001b[201~`);
    expect(await finish(program)).toEqual({ digest, next: "on" });
    expect(listSeen(program)).toEqual([]);
  });

  test("as a paste in a terminal without bracketed paste", async () => {
    const program = play("key");
    await program.waitFor("paste the key here");
    program.write(asTyped);
    expect(await finish(program)).toEqual({ digest, next: "on" });
    expect(listSeen(program)).toEqual([]);
  });

  test("in chunks of 100 bytes", async () => {
    const program = play("key");
    await program.waitFor("paste the key here");
    for (const chunk of asTyped.match(/[^]{1,100}/g) ?? []) program.write(chunk);
    expect(await finish(program)).toEqual({ digest, next: "on" });
    expect(listSeen(program)).toEqual([]);
  });

  test("line by line, each followed by Enter", async () => {
    const program = play("key");
    await program.waitFor("paste the key here");
    const lines = asTyped.split("\r");
    for (const [index, line] of lines.entries()) {
      program.write(index < lines.length - 1 ? `${line}\r` : line);
      await program.waitFor(index === 0 ? "1 line received" : `${index + 1} lines received`);
    }
    expect(await finish(program)).toEqual({ digest, next: "on" });
    expect(listSeen(program)).toEqual([]);
  });

  test("and the line breaks after it do not answer a question", async () => {
    const program = play("key");
    await program.waitFor("paste the key here");
    program.write(`${asTyped}\r\n\r\n`);
    await program.waitFor("What next?");
    program.write("on\r");
    expect(await outcomeOf(program)).toEqual({ digest, next: "on" });
  });
});

test("a token does not even reveal its length", async () => {
  const screens = [];
  for (const token of ["ghs_a", "ghs_0123456789abcdefghij"]) {
    const program = play("token");
    await program.waitFor("paste or type it here");
    program.write(token);
    screens.push(await program.waitFor("received, not shown"));
    program.write("\r");
    const sum = createHash("sha256").update(token).digest("hex");
    expect(await outcomeOf(program)).toBe(sum);
    expect(program.raw()).not.toContain("ghs_");
  }
  expect(screens[0]).toBe(screens[1]);
});
