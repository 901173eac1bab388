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
      const answer = { isGood, word: isGood ? "passes" : "blocked", because: `${entries.length}` };
      return isGood ? answer : { ...answer, offer: text };
    },
  },
};
const a = "https://a";
const b = "https://b";
const press = (keys: string, initial: readonly string[] = [], start?: ListState) =>
  pressAll(pressEntries, start ?? startList({ ...question, initial }), keys);

describe("a list", () => {
  test("takes lines, and an empty one ends it", () => {
    expect(press(`${a}<enter> ${b} <enter><enter>`).answer).toEqual([a, b]);
  });

  test("says what is wrong with each key, and does not take it", () => {
    expect(press("htt").state.complaint).toBe("names no scheme");
    expect(press("htt<enter>").state.entries).toEqual([]);
    expect(press("htt<erase-line>").state.complaint).toBeUndefined();
    expect(press(`${a}`, [a]).state.complaint).toBe("is already in the list");
  });

  test("has each line changed where it stands, or deleted", () => {
    expect(press("<up><up>X<enter><enter>", [a, b]).answer).toEqual([`${a}X`, b]);
    expect(press("<up><up><delete-line><enter>", [a, b]).state.entries).toEqual([b]);
    expect(press("<up><up><erase-line><down>", [a, b]).state).toMatchObject({
      entries: [b],
      at: 0,
    });
    expect(press("<up><delete-line><enter>", [a, b]).answer).toEqual([a]);
  });

  test("keeps what was typed when the cursor leaves it, unless that is wrong", () => {
    expect(press(`${b}<up>`, [a]).state).toMatchObject({ entries: [a, b], at: 0 });
    expect(press("htt<up>", [a]).state).toMatchObject({ entries: [a], at: 1 });
  });

  test("deletes nothing where nothing is written", () => {
    expect(press("<delete-line><enter>", [a]).answer).toEqual([a]);
  });

  test("does not end with less than it needs, or with a line that is wrong", () => {
    const start = startList({ ...question, minimum: 1 });
    expect(press("<enter>", [], start).state.complaint).toBe("Add 1 pattern at least.");
    expect(press("<enter>", [a, "b"]).state).toMatchObject({ at: 1, complaint: "names no scheme" });
  });

  test("takes pasted lines one by one and leaves the wrong ones to be mended", () => {
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
  test("explains with each key, and Enter adds what it offers", () => {
    const { state } = press(`<tab>${b}`, [a]);
    expect(state.explained).toMatchObject({ word: "blocked", because: "1" });
    expect(press("<enter>", [], state).state).toMatchObject({
      entries: [a, b],
      at: 2,
      explained: { word: "passes" },
    });
  });

  test("sees the line that was being written, and leaves a wrong one alone", () => {
    expect(press(`${b}<tab>${b}`, [a]).state.explained?.word).toBe("passes");
    const { state } = press(`htt<tab>${b}<enter><tab>`, [a]);
    expect(state).toMatchObject({ entries: [a, b], at: 2, isTrying: false });
    expect(state.field.characters.join("")).toBe("htt");
  });

  test("is explained anew when a line goes", () => {
    expect(press(`<tab>${a}<tab><up><delete-line>`, [a]).state.explained?.word).toBe("blocked");
  });

  test("Enter without an offer leads back to the lines", () => {
    expect(press("<tab><enter>", [a]).state.isTrying).toBe(false);
  });
});
