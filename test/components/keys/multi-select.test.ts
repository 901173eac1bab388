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

describe("a choice of many", () => {
  test("Space and Enter in one go take the row", () => {
    expect(press(" <enter>").answer).toEqual([0]);
  });

  test("answers in the order of the rows, whatever the order of ticking", () => {
    expect(press("<end> <home> <enter>").answer).toEqual([0, 2]);
  });

  test("a number ticks its row, and again takes the tick away", () => {
    expect(press("3<enter>").answer).toEqual([2]);
    expect(press("33<enter>").answer).toEqual([]);
  });

  test("starts with what it is told, never with a disabled row", () => {
    const start = startMultiSelect(three, { initial: ["two", "three"] });
    expect(press("<enter>", start).answer).toEqual([2]);
  });

  test("a disabled row is not ticked, and says why", () => {
    expect(press("2").state.complaint).toBe("Two is not available: it is archived");
  });

  test("`a` ticks all that can be, and then none", () => {
    expect(press("a<enter>").answer).toEqual([0, 2]);
    expect(press("aa<enter>").answer).toEqual([]);
  });

  test("Enter takes the row that it stands on where one is needed and none is ticked", () => {
    expect(press("<down><enter>", startMultiSelect(three, { minimum: 1 })).answer).toEqual([2]);
  });

  test("needs its minimum", () => {
    const { state, answer } = press("<enter>", startMultiSelect(three, { minimum: 2 }));
    expect(answer).toBeUndefined();
    expect(state.complaint).toMatch(/Choose at least 2: press space to tick a row\./);
  });

  test("a long list is searched, and keeps ticks that the search hides", () => {
    const many = Array.from({ length: 12 }, (_, at) => ({ value: `${at}`, label: `row ${at}` }));
    const keys = "11 <erase-line>7 <enter>";
    expect(press(keys, startMultiSelect(many)).answer).toEqual([7, 11]);
  });
});
