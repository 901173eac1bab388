import { expect, test } from "vitest";
import type { Frame } from "../../scripts/pictures/frame.ts";
import { textOf } from "../../scripts/pictures/frame.ts";
import { createStill } from "../../scripts/pictures/freeze.ts";

/** Creates a terminal row in the form that the pictures read, word by word. */
function frameOf(text: string): Frame {
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    column: index,
    width: word.length,
    text: word,
    ink: "text" as const,
    isBold: false,
    isDim: false,
    isUnderlined: false,
  }));
  return { columns: 80, rows: [words] };
}

const days = ["2027-03-04", "2027-03-05"];

test.each([
  ["a date", "seen on 2027-03-04; unchanged", "seen on 2026-11-23; unchanged"],
  ["a date after midnight", "decided 2027-03-05", "decided 2026-11-23"],
  ["a time", "at 2027-03-04T01:02:03.456Z;", "at 2026-11-23T14:07:31.250Z;"],
  ["a forge's response time", "within 387 ms; through", "within 142 ms; through"],
  ["a number of requests", "looking · 22 of 120 requests", "looking · 18 of 120 requests"],
  ["the hash in a package's name", "cli-0.1.0-0a1b2c3d.tgz.", "cli-0.1.0-5f0c9b1e.tgz."],
  ["a port", "http://127.0.0.1:53124/acme", "http://127.0.0.1:41873/acme"],
])("%s is replaced by a constant in each picture", (_what, shown, still) => {
  expect(textOf(createStill(days)(frameOf(shown)))).toBe(still);
});

test("text that does not change between runs remains unchanged", () => {
  const shown = "in support until 2028-04-30 142 of 387 targets, 22 of 25";
  expect(textOf(createStill(days)(frameOf(shown)))).toBe(shown);
});

test("a key has the same fingerprint in all frames, and different keys have different fingerprints", () => {
  const freeze = createStill(days);
  const report = (text: string) => textOf(freeze(frameOf(text)));
  const [old, young] = ["ITAE+x9/".padEnd(43, "A"), "kGaBs3vQ".padEnd(43, "B")];
  const [first = "", second = ""] = report(`SHA256:${old}= SHA256:${young}=`).split(" ");
  expect(first).not.toBe(second);
  expect([first, second].join()).not.toMatch(/ITAE|kGaB/);
  expect(report(`SHA256:${young.slice(0, 8)}… ends, ITAE.`)).toBe(
    `${second.slice(0, 15)}… ends, ${first.slice(7, 11)}.`,
  );
});
