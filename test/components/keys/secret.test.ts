import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { pressSecret, startSecret } from "../../../components/keys/secret.ts";
import { describeSecret } from "../../../components/secret-rows.ts";
import type { Secret } from "../../../src/shared/secret.ts";
import { pressAll } from "./press.ts";

const key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBg\nkqhkiG9w0BAQ\n-----END PRIVATE KEY-----";
const typed = key.replaceAll("\n", "<enter>");
const describeKey = () => "RSA 2048";
const lines = startSecret({ shape: "lines", describe: describeKey });
const line = startSecret({ shape: "line" });
const press = (keys: string, start = lines) => pressAll(pressSecret, start, keys);
const paste = (text: string, start = lines) => {
  const outcome = pressSecret(start, { name: "paste", text });
  if (!outcome || "answer" in outcome) throw new Error("a paste answers nothing");
  return outcome.state;
};

describe("a multi-line key", () => {
  test("can be typed line by line; Enter within the key starts its next line", () => {
    expect(press(`${typed}<enter>`).answer?.reveal()).toBe(`${key}\n`);
  });

  test.each([
    ["with line feeds", key],
    ["with carriage returns, as terminals paste", key.replaceAll("\n", "\r")],
    ["with carriage returns and line feeds", key.replaceAll("\n", "\r\n")],
    ["with whitespace around it", `\n  ${key}\n\n`],
  ])("is the same if it is pasted %s", (_how, text) => {
    expect(press("<enter>", paste(text)).answer?.reveal()).toBe(`${key}\n`);
  });

  test("counts the received lines, and describes the key once it is complete", () => {
    expect(describeSecret(paste(key.slice(0, 40)))).toBe("2 lines received, END line missing");
    expect(describeSecret(paste(key))).toBe("4 lines received: RSA 2048");
  });

  test("is discarded if it is rejected, and the error does not reveal any part of it", () => {
    const check = () => "This is not a key of an App.";
    const { state } = press("<enter>", paste(key, startSecret({ shape: "lines", check })));
    expect(state.complaint).toBe("This is not a key of an App.");
    expect(state.draft.isEmpty).toBe(true);
    expect(
      describeSecret(paste(key, startSecret({ shape: "lines", check, describe: describeKey }))),
    ).toBe("4 lines received");
  });
});

describe("a token", () => {
  test("is accepted on Enter, without surrounding spaces", () => {
    expect(press(" ghs_abc <enter>", line).answer?.reveal()).toBe("ghs_abc");
  });

  test("does not reveal its length", () => {
    expect(describeSecret(press("a", line).state)).toBe(
      describeSecret(press("abcdefghij", line).state),
    );
  });

  test("can be erased and typed again", () => {
    expect(press("wrong<erase-line>right<backspace><enter>", line).answer?.reveal()).toBe("righ");
  });

  test("is requested if Enter is pressed without input", () => {
    expect(press(" <enter>", line).state.complaint).toBe(
      "No input yet. Paste or type it, then press Enter.",
    );
  });
});

test("neither the state nor the answer shows the secret", () => {
  const shown = (value: unknown) => inspect(value, { depth: null, showHidden: true });
  const state = paste(key);
  const answer: Secret | undefined = press("<enter>", state).answer;
  expect(`${shown(state)}${JSON.stringify(state)}${shown(answer)}`).not.toContain("MIIEvQ");
});
