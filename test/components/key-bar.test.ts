import { expect, test } from "vitest";
import { keyRows } from "../../components/key-rows.ts";
import { startDisclosure } from "../../components/keys/disclosure.ts";
import { pressMultiSelect, startMultiSelect } from "../../components/keys/multi-select.ts";
import { pressSelect, startSelect } from "../../components/keys/select.ts";
import type { Screen } from "../../components/screen-store.ts";
import { linesOf, checkOf } from "../terminal/render-options.ts";
import { pressAll } from "./keys/press.ts";
import { screenWith } from "./screens.ts";

const rows = Array.from({ length: 12 }, (_, index) => ({ value: `${index}`, label: "row" }));
const keysOf = (screen: Screen) =>
  linesOf(keyRows(screen, { style: checkOf(80), canScroll: false, isAtEnd: true })).map((line) =>
    line.trim(),
  );

test("if a search has no results, the key bar does not show a key for choosing", () => {
  const { state: one } = pressAll(pressSelect, startSelect(rows), "zz");
  expect(keysOf(screenWith({ control: one }))).toEqual(["esc clear search   ctrl-c stop"]);
  const { state: many } = pressAll(pressMultiSelect, startMultiSelect(rows, { minimum: 1 }), "zz");
  expect(keysOf(screenWith({ control: many }))).toEqual(["esc clear search   ctrl-c stop"]);
});

test("Enter continues with the ticked rows, whatever the search text", () => {
  const start = startMultiSelect(rows, { minimum: 1, initial: ["3"] });
  const { state } = pressAll(pressMultiSelect, start, "zz");
  expect(keysOf(screenWith({ control: state }))).toEqual([
    "enter continue   esc clear search   ctrl-c stop",
  ]);
});

test("while the reason is shown, enter returns to the question", () => {
  const open = { control: startDisclosure("Continue"), why: "Because." };
  expect(keysOf(screenWith(open, { isWhyShown: true }))).toEqual([
    "enter esc hide why   ctrl-c stop",
  ]);
});
