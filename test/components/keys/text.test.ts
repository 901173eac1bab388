import { describe, expect, test } from "vitest";
import { pressText, startText } from "../../../components/keys/text.ts";
import { pressAll } from "./press.ts";

const press = (keys: string, start = startText({})) => pressAll(pressText, start, keys);

describe("a line of text", () => {
  test("is the typed text without surrounding spaces", () => {
    expect(press("  acme/control <enter>").answer).toBe("acme/control");
  });

  test.each([
    ["abc<left><left>X", "aXbc"],
    ["abc<home>X<end>Y", "XabcY"],
    ["abc<backspace>", "ab"],
    ["<backspace>a", "a"],
    ["abc<home><delete>", "bc"],
    ["one two<erase-word>three", "one three"],
    ["abc<left><erase-rest>", "ab"],
    ["abc<erase-line>x", "x"],
    ["a👍🏽b<left><backspace>", "ab"],
  ])("%s gives %s", (keys, text) => expect(press(`${keys}<enter>`).answer).toBe(text));

  test("a pasted line loses its line break and its control characters", () => {
    const outcome = pressText(startText({}), { name: "paste", text: "acme/\u0007control\r" });
    expect(press("<enter>", outcome && "state" in outcome ? outcome.state : undefined).answer).toBe(
      "acme/control",
    );
  });

  test("a rejected text remains for correction, and the error disappears with the next key", () => {
    const check = (text: string) => (text.includes("/") ? undefined : "It has to be owner/name.");
    const { state, answer } = press("acme<enter>", startText({ check }));
    expect(answer).toBeUndefined();
    expect(state.complaint).toBe("It has to be owner/name.");
    expect(press("/", state).state.complaint).toBeUndefined();
    expect(press("/control<enter>", state).answer).toBe("acme/control");
  });

  test("starts with its initial text and the cursor after it", () => {
    expect(press("2<enter>", startText({ initial: "read" })).answer).toBe("read2");
  });
});
