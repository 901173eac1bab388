import { describe, expect, test } from "vitest";
import { pressMultiSelect, startMultiSelect } from "../../../components/keys/multi-select.ts";
import { pressAll } from "./press.ts";

const three = [
  { value: "one", label: "One" },
  { value: "two", label: "Two", disabled: "it is archived" },
  { value: "three", label: "Three" },
];
const press = (keys: string, start = startMultiSelect(three)) =>
  pressAll(pressMultiSelect, start, keys);

describe("a multiple choice", () => {
  test("Space followed by Enter selects the row", () => {
    expect(press(" <enter>").answer).toEqual([0]);
  });

  test("answers in the order of the rows, whatever the order of ticking", () => {
    expect(press("<end> <home> <enter>").answer).toEqual([0, 2]);
  });

  test("a number ticks its row, and a second press removes the tick", () => {
    expect(press("3<enter>").answer).toEqual([2]);
    expect(press("33<enter>").answer).toEqual([]);
  });

  test("starts with the initial rows, never with a disabled one", () => {
    const start = startMultiSelect(three, { initial: ["two", "three"] });
    expect(press("<enter>", start).answer).toEqual([2]);
  });

  test("a disabled row cannot be ticked, and shows the reason", () => {
    expect(press("2").state.complaint).toBe("Two is not available: it is archived");
  });

  test("`a` ticks all rows that are not disabled, and pressed again clears them", () => {
    expect(press("a<enter>").answer).toEqual([0, 2]);
    expect(press("aa<enter>").answer).toEqual([]);
  });

  test("Enter selects the current row if one is required and none is ticked", () => {
    expect(press("<down><enter>", startMultiSelect(three, { minimum: 1 })).answer).toEqual([2]);
  });

  test("requires its minimum number of rows", () => {
    const { state, answer } = press("<enter>", startMultiSelect(three, { minimum: 2 }));
    expect(answer).toBeUndefined();
    expect(state.complaint).toMatch(/Choose at least 2: press Space to tick a row\./);
  });

  test("a long list can be searched, and keeps the ticks of hidden rows", () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ value: `${at}`, label: `row ${at}` }));
    const keys = "11 <erase-line>7 <enter>";
    expect(press(keys, startMultiSelect(many)).answer).toEqual([7, 11]);
  });
});
