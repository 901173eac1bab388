import { describe, expect, test } from "vitest";
import { pressEntries, startList, type ListState } from "../../../components/keys/list.ts";
import { pressAll } from "./press.ts";

const question = {
  title: "Which ones?",
  entry: "pattern",
  check: (text: string) => (text.startsWith("https://") ? undefined : "names no scheme"),
  trial: {
    title: "Test a URL",
    explain: (text: string, entries: readonly string[]) => {
      const isGood = entries.includes(text);
      const answer = { isGood, word: isGood ? "passes" : "blocked", reason: `${entries.length}` };
      return isGood ? answer : { ...answer, offer: text };
    },
  },
};
const a = "https://a";
const b = "https://b";
const press = (keys: string, initial: readonly string[] = [], start?: ListState) =>
  pressAll(pressEntries, start ?? startList({ ...question, initial }), keys);

describe("a list", () => {
  test("accepts lines, and an empty line submits the list", () => {
    expect(press(`${a}<enter> ${b} <enter><enter>`).answer).toEqual([a, b]);
  });

  test("reports a line's fault after each key, and does not accept the line", () => {
    expect(press("htt").state.complaint).toBe("names no scheme");
    expect(press("htt<enter>").state.entries).toEqual([]);
    expect(press("htt<erase-line>").state.complaint).toBeUndefined();
    expect(press(`${a}`, [a]).state.complaint).toBe("is already in the list");
  });

  test("changes each line in its position, or deletes it", () => {
    expect(press("<up><up>X<enter><enter>", [a, b]).answer).toEqual([`${a}X`, b]);
    expect(press("<up><up><delete-line><enter>", [a, b]).state.entries).toEqual([b]);
    expect(press("<up><up><erase-line><down>", [a, b]).state).toMatchObject({
      entries: [b],
      at: 0,
    });
    expect(press("<up><delete-line><enter>", [a, b]).answer).toEqual([a]);
  });

  test("keeps the typed text when the cursor leaves it, unless it is invalid", () => {
    expect(press(`${b}<up>`, [a]).state).toMatchObject({ entries: [a, b], at: 0 });
    expect(press("htt<up>", [a]).state).toMatchObject({ entries: [a], at: 1 });
  });

  test("deletes nothing on an empty line", () => {
    expect(press("<delete-line><enter>", [a]).answer).toEqual([a]);
  });

  test("is not submitted below its minimum, or with an invalid line", () => {
    const start = startList({ ...question, minimum: 1 });
    expect(press("<enter>", [], start).state.complaint).toBe("Add at least 1 pattern.");
    expect(press("<enter>", [a, "b"]).state).toMatchObject({ at: 1, complaint: "names no scheme" });
  });

  test("accepts pasted lines one by one and leaves the invalid ones for correction", () => {
    const outcome = pressEntries(startList(question), {
      name: "paste",
      text: `${a}\r\nb\r\n${b}\r\n`,
    });
    expect(outcome).toMatchObject({
      state: { entries: [a, b], complaint: "names no scheme", at: 2 },
    });
  });
});

describe("a trial", () => {
  test("explains the result with each key, and Enter adds its suggestion", () => {
    const { state } = press(`<tab>${b}`, [a]);
    expect(state.explained).toMatchObject({ word: "blocked", reason: "1" });
    expect(press("<enter>", [], state).state).toMatchObject({
      entries: [a, b],
      at: 2,
      explained: { word: "passes" },
    });
  });

  test("includes the unfinished line, and leaves an invalid line unchanged", () => {
    expect(press(`${b}<tab>${b}`, [a]).state.explained?.word).toBe("passes");
    const { state } = press(`htt<tab>${b}<enter><tab>`, [a]);
    expect(state).toMatchObject({ entries: [a, b], at: 2, isTrying: false });
    expect(state.field.characters.join("")).toBe("htt");
  });

  test("is evaluated again when a line is deleted", () => {
    expect(press(`<tab>${a}<tab><up><delete-line>`, [a]).state.explained?.word).toBe("blocked");
  });

  test("Enter without a suggestion returns to the lines", () => {
    expect(press("<tab><enter>", [a]).state.isTrying).toBe(false);
  });
});
