import { PassThrough } from "node:stream";
import { setTimeout as pass } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { readHidden } from "../../src/prompts/lines/read-hidden.ts";
import { Cancelled } from "../../src/shared/errors.ts";
import { noStops } from "./no-stops.ts";

/** Creates a terminal that echoes input unless it is in raw mode. */
function openTerminal() {
  const modes: string[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => void modes.push(isRaw ? "hidden" : "shown"),
  }) as unknown as NodeJS.ReadStream & PassThrough;
  const stops = noStops();
  const read = (shape: "line" | "lines") =>
    readHidden(
      { input, stops },
      { shape, asides: ["why", "back"], invite: () => void modes.push("invited") },
    );
  return { read, modes, type: (text: string) => void input.write(text) };
}

describe("the input of a secret", () => {
  test("is hidden before the prompt appears, and until it is complete", async () => {
    const { read, modes, type } = openTerminal();
    const reading = read("line");
    expect(modes).toEqual(["hidden", "invited"]);
    type("the-secret-words\r");
    const secret = await reading;
    expect(typeof secret === "string" ? secret : secret.reveal()).toBe("the-secret-words");
    expect(modes).toEqual(["hidden", "invited", "shown"]);
  });

  test("is complete after the last line of a secret with several lines", async () => {
    const { read, type } = openTerminal();
    const reading = read("lines");
    const pem = "-----BEGIN KEY-----\rMIIEvQIBADAN\r-----END KEY-----";
    type(`${pem}\r`);
    const secret = await reading;
    expect(typeof secret === "string" ? secret : secret.reveal().trim()).toBe(
      pem.replaceAll("\r", "\n"),
    );
  });

  test("includes the rest of a paste, so that the next question does not show it", async () => {
    const { read, modes, type } = openTerminal();
    const reading = read("line");
    type("the-secret-words\r");
    type("the rest of a paste");
    await pass(20);
    expect(modes.at(-1)).toBe("invited");
    const secret = await reading;
    expect(typeof secret === "string" ? secret : secret.reveal()).toBe("the-secret-words");
  });

  test.each([
    ["?", "why"],
    ["\u001b", "back"],
  ])("is aborted if %j comes before it", async (typed, aside) => {
    const { read, modes, type } = openTerminal();
    const reading = read("line");
    type(typed);
    expect(await reading).toBe(aside);
    expect(modes.at(-1)).toBe("shown");
  });

  test("is cancelled by Ctrl-C, and the terminal echoes input again", async () => {
    const { read, modes, type } = openTerminal();
    const reading = read("line");
    type("the-sec\u0003");
    await expect(reading).rejects.toBeInstanceOf(Cancelled);
    expect(modes.at(-1)).toBe("shown");
  });
});
