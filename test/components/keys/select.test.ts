import { describe, expect, test } from "vitest";
import { matchOptions } from "../../../components/keys/option-list.ts";
import { pressSelect, startConfirm, startSelect } from "../../../components/keys/select.ts";
import { pressAll } from "./press.ts";

const three = [
  { value: "one", label: "One", disabled: "it is closed" },
  { value: "two", label: "Two", hint: "the second" },
  { value: "three", label: "Three" },
];
const many = Array.from({ length: 12 }, (_, index) => ({
  value: `acme/target-${index + 1}`,
  label: `target-${index + 1}`,
}));
const press = (keys: string, start = startSelect(three)) => pressAll(pressSelect, start, keys);

describe("a choice", () => {
  test("starts at the first row that can be chosen, or at the initial one", () => {
    expect(startSelect(three).cursor).toBe(1);
    expect(startSelect(three, "three").cursor).toBe(2);
  });

  test("Down followed by Enter selects the next row", () => {
    expect(press("<down><enter>").answer).toBe(2);
  });

  test("wraps around at both boundaries", () => {
    const start = startSelect(three.map(({ value, label }) => ({ value, label })));
    expect(press("<down><down><down>", start).state.cursor).toBe(0);
    expect(press("<up>", start).state.cursor).toBe(2);
    expect(press("<end><home>", start).state.cursor).toBe(0);
  });

  test("pages through many rows, and stops at the first and last", () => {
    const many = Array.from({ length: 25 }, (_, at) => ({ value: `${at}`, label: `Row ${at}` }));
    const start = startSelect(many);
    expect(press("<pagedown>", start).state.cursor).toBe(10);
    expect(press("<pagedown><pagedown><pagedown>", start).state.cursor).toBe(24);
    expect(press("<end><pageup>", start).state.cursor).toBe(14);
    expect(press("<pageup>", start).state.cursor).toBe(0);
  });

  test("a number moves to its row and does not choose it", () => {
    expect(press("3")).toMatchObject({ state: { cursor: 2 } });
    expect(press("3<enter>").answer).toBe(2);
    expect(press("9").state.cursor).toBe(1);
  });

  test("the cursor skips a disabled row", () => {
    expect(press("<down><down>").state.cursor).toBe(1);
    expect(press("<home>").state.cursor).toBe(1);
  });

  test("a disabled row cannot be chosen by its number, and shows the reason", () => {
    const { state, answer } = press("1<enter>");
    expect(answer).toBeUndefined();
    expect(state.complaint).toBe("One is not available: it is closed");
    expect(press("<down>", state).state.complaint).toBeUndefined();
  });
});

describe("a long choice", () => {
  const start = startSelect(many);

  test("is searched by typing, including digits", () => {
    const { state } = press("target-1", start);
    expect(matchOptions(state)).toEqual([0, 9, 10, 11]);
    expect(press("2<enter>", state).answer).toBe(11);
  });

  test("moves only among the search results", () => {
    expect(press("1<down><enter>", start).answer).toBe(9);
  });

  test("Escape clears the search first; only then does Escape go back", () => {
    const { state } = press("zzz", start);
    expect(matchOptions(state)).toEqual([]);
    expect(press("<enter>", state).state.complaint).toMatch(/No matches\. Change the search\./);
    const cleared = press("<escape>", state).state;
    expect(cleared.search).toBe("");
    expect(pressSelect(cleared, { name: "escape" })).toBeUndefined();
  });
});

describe("a confirmation", () => {
  test("without a default, Enter answers no, which is harmless", () => {
    expect(press("<enter>", startConfirm({})).answer).toBe(1);
  });

  test.each([
    ["y", 0],
    ["N", 1],
    ["<down><enter>", 0],
    ["<up><enter>", 0],
  ])("%s answers", (keys, answer) => expect(press(keys, startConfirm({})).answer).toBe(answer));

  test("with a default, Enter accepts the default", () => {
    expect(press("<enter>", startConfirm({ initial: false })).answer).toBe(1);
  });
});
