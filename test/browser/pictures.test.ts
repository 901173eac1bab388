import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import xterm from "@xterm/headless";
import { expect, test } from "vitest";
import { drawAnimation } from "../../scripts/pictures/animate.ts";
import { readFrame, textOf, type Frame } from "../../scripts/pictures/frame.ts";
import { paletteOf, palettes } from "../../scripts/pictures/palettes.ts";
import {
  cellWidth,
  drawPicture,
  drawSheet,
  lineHeight,
  margin,
} from "../../scripts/pictures/svg.ts";
import { openChromium } from "./chromium.ts";

const open = openChromium();
const screens = fileURLToPath(new URL("../../docs/screens/", import.meta.url));

/** Renders bytes as a terminal does. */
async function frameOf(bytes: string): Promise<Frame> {
  const terminal = new xterm.Terminal({ cols: 60, rows: 6, allowProposedApi: true });
  await new Promise<void>((written) => terminal.write(bytes, written));
  const frame = readFrame(terminal);
  terminal.dispose();
  return frame;
}

const shown =
  " \u001b[1mset up acme/control\u001b[22m    2 of 9\r\n" +
  " \u001b[2m━━━━━━━━──────────────────────\u001b[22m\r\n" +
  " \u001b[32m✔\u001b[39m Scope      2 targets & <review>\r\n" +
  " \u001b[36m●\u001b[39m Which?\r\n \u001b[36m│\u001b[39m \u001b[36m›\u001b[39m one   二 two\r\n" +
  "   \u001b[4mhttps://forge.example/\u001b[24m";

/** Measures where Chromium draws each word, in cells. */
async function readBack(svg: string) {
  const page = await open();
  await page.setContent(
    `<!doctype html><html lang="en"><title>p</title><body>${svg}</body></html>`,
  );
  const script = `(() => {
    const picture = document.querySelector("svg");
    const { left, top } = picture.getBoundingClientRect();
    return [...picture.querySelectorAll("text")].map((word) => {
      const box = word.getBoundingClientRect();
      return {
        text: word.textContent,
        column: (box.left - left - ${margin}) / ${cellWidth},
        cells: box.width / ${cellWidth},
        row: Math.floor((box.top + box.height / 2 - top - ${margin}) / ${lineHeight}),
      };
    });
  })()`;
  return page.evaluate<DrawnWord[]>(script);
}

interface DrawnWord {
  readonly text: string;
  readonly column: number;
  readonly cells: number;
  readonly row: number;
}

test("Chromium draws each word at the position and width that it has in the terminal", async () => {
  const frame = await frameOf(shown);
  const words = await readBack(drawPicture(frame, paletteOf("dark"), "A screen"));
  const wanted = frame.rows.flatMap((row, index) =>
    row.map(({ text, column, width }) => ({ text, column, cells: width, row: index })),
  );
  expect(words).toHaveLength(wanted.length);
  for (const [index, word] of wanted.entries()) {
    expect(words[index]).toMatchObject({ text: word.text, row: word.row });
    expect(Math.abs((words[index]?.column ?? 99) - word.column)).toBeLessThan(0.25);
    expect(Math.abs((words[index]?.cells ?? 99) - word.cells)).toBeLessThan(0.25);
  }
  expect(textOf(frame)).toContain("✔ Scope      2 targets & <review>");
});

test("a sheet uses the colors and the background of each palette", async () => {
  const frame = await frameOf(shown);
  const sheet = drawSheet([frame, frame], palettes, "A screen");
  for (const { background, inks } of palettes) {
    expect(sheet.split(`fill="${background}"`)).toHaveLength(3);
    expect(sheet).toContain(`fill="${inks[2]}">✔`);
  }
});

test("an animation shows one frame at a time, and the last frame if reduced motion is preferred", async () => {
  const frames = await Promise.all(["one", "two", "three"].map(frameOf));
  const moments = frames.map((frame) => ({ frame, seconds: 1 }));
  const svg = drawAnimation(moments, paletteOf("light"), "A walk");
  const see = async (reducedMotion: "reduce" | "no-preference", at: number) => {
    const page = await open({ reducedMotion });
    await page.setContent(
      `<!doctype html><html lang="en"><title>p</title><body>${svg}</body></html>`,
    );
    return page.evaluate<boolean[]>(`(() => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = ${at};
      }
      return [...document.querySelectorAll(".f")].map(
        (frame) => getComputedStyle(frame).visibility === "visible",
      );
    })()`);
  };
  expect(await see("no-preference", 500)).toEqual([true, false, false]);
  expect(await see("no-preference", 1500)).toEqual([false, true, false]);
  expect(await see("no-preference", 2500)).toEqual([false, false, true]);
  expect(await see("reduce", 500)).toEqual([false, false, true]);
});

test("each picture in the documentation has a title, and no text element contains a space", async () => {
  const files = readdirSync(screens).filter((name) => name.endsWith(".svg"));
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const svg = readFileSync(screens + name, "utf8");
    // Renderers differ in how they draw a space inside a text element.
    expect(svg.match(/<text [^>]*>[^<]*\s[^<]*<\/text>/g)).toBeNull();
    expect(svg).toMatch(/<title>[^<]+<\/title>/);
  }
});

test("the pictures in the documentation reveal nothing about the machine that drew them", () => {
  const files = readdirSync(screens).filter((name) => name.endsWith(".svg"));
  for (const name of files) {
    const words = [...readFileSync(screens + name, "utf8").matchAll(/>([^<\s]+)<\/text>/g)];
    const reported = words.map(([, word = ""]) => word).filter((word) => ofMachine.test(word));
    expect({ name, reported }).toEqual({ name, reported: [] });
  }
});

/** Traces of a machine: a directory, a random free port, or the command that starts its program. */
const ofMachine = /^\/(?:tmp|home|root|Users|var|usr)\/|127\.0\.0\.1:(?!41873)\d|\bnode$|cli\.js/;
