import { createRequire } from "node:module";
import { PassThrough } from "node:stream";
import xterm from "@xterm/headless";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fitScreen } from "../../components/fit-screen.ts";
import { loadInk } from "../../components/load-ink.ts";
import type { mountWizard as mount } from "../../components/mount-wizard.tsx";
import { paintScreens } from "../../components/paint-screens.ts";
import type { Screen, ScreenStore } from "../../components/screen-store.ts";
import { chooseTheme } from "../../src/layout/look.ts";
import { controls, longBody, screenWith } from "./screens.ts";

const theme = chooseTheme({ LANG: "C.UTF-8", TERM_PROGRAM: "ghostty" });
const fit = (screen: Screen) => fitScreen(screen, theme);
let mountWizard: typeof mount;

/** What paints for Ink looks once for colours, while it loads; here they are there, whoever loaded it. */
let paint: { level: number };
let levelBefore: number;

beforeAll(async () => {
  const ofInk = createRequire(import.meta.resolve("ink"));
  const chalk: { readonly default: { level: number } } = await import(ofInk.resolve("chalk"));
  paint = chalk.default;
  levelBefore = paint.level;
  paint.level = 1;
  ({ mountWizard } = await loadInk({}, () => import("../../components/mount-wizard.tsx")));
});

afterAll(() => {
  paint.level = levelBefore;
});

/** A terminal that lines are written to as a TTY writes them, with what stands in each of its cells. */
function openScreen({ columns, rows }: Screen) {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const stdout = Object.assign(new PassThrough(), { columns, rows, isTTY: true });
  const write = (text: string) => terminal.write(text.replaceAll("\n", "\r\n"));
  stdout.setEncoding("utf8").on("data", write);
  const cells = async () => {
    await new Promise<void>((resolve) => terminal.write("", resolve));
    const { active } = terminal.buffer;
    const lines = Array.from({ length: rows }, (_, y) => active.getLine(active.viewportY + y));
    const drawn = lines.map((line) =>
      Array.from({ length: columns }, (_column, x) => {
        const cell = line?.getCell(x);
        const shown = cell?.getChars() || " ";
        const isPlain = !cell || cell.isAttributeDefault() || shown === " ";
        return isPlain
          ? shown
          : [shown, cell.isBold(), cell.isDim(), cell.isUnderline(), cell.getFgColor()].join();
      }).join(""),
    );
    return { lines: drawn.map((line) => line.trimEnd()), x: active.cursorX, y: active.cursorY };
  };
  return { write, cells, stdout: stdout as unknown as NodeJS.WriteStream };
}

function still(screen: Screen): ScreenStore {
  return { read: () => screen, update: () => undefined, subscribe: () => () => undefined };
}

async function painted(screen: Screen) {
  const terminal = openScreen(screen);
  paintScreens(still(screen), { fit, hasColour: true, write: terminal.write });
  return terminal.cells();
}

async function drawnByInk(screen: Screen, before = "") {
  const terminal = openScreen(screen);
  terminal.write(before);
  const stdin = new PassThrough() as unknown as NodeJS.ReadStream;
  const end = mountWizard(still(screen), { stdin, stdout: terminal.stdout, fit, isSpoken: false });
  const cells = await terminal.cells();
  end();
  return cells;
}

const sizes = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 24 },
  { columns: 100, rows: 12 },
  { columns: 30, rows: 24 },
];
const screens: [string, Screen][] = [
  ...Object.entries(controls).map(([name, control]): [string, Screen] => [
    name,
    screenWith({ control, body: longBody.slice(0, 1) }),
  ]),
  ["nothing asked yet", screenWith({}, { open: undefined })],
];

describe("what is painted before Ink is there", () => {
  test.each(
    screens.flatMap(([name, screen]) =>
      sizes.map((size) => [name, `${size.columns}x${size.rows}`, { ...screen, ...size }] as const),
    ),
  )("%s, %s, is what Ink draws", async (_name, _size, screen) => {
    const { lines } = await painted(screen);
    expect(lines.join("").trim()).not.toBe("");
    expect(lines).toEqual((await drawnByInk(screen)).lines);
  });

  test("has the terminal's cursor where something is typed", async () => {
    const screen = screenWith({ control: controls.text });
    const { cursor } = fit(screen);
    expect(await painted(screen)).toMatchObject({ x: cursor?.x, y: cursor?.y });
  });
});

test("what is as wide as before is painted again where a narrower window was wiped", () => {
  // Wider than what is drawn, so that each row stays the same.
  let now = screenWith({}, { open: undefined, columns: 120 });
  let tell = () => {};
  const written: string[] = [];
  const write = (text: string) => void written.push(text);
  const subscribe = (listener: () => void) => {
    tell = listener;
    return () => undefined;
  };
  const store = { ...still(now), read: () => now, subscribe };
  paintScreens(store, { fit, hasColour: true, write });
  now = { ...now, columns: 100 };
  tell();
  expect(written.at(1)).toBe(written.at(0));
});

describe("when Ink takes over", () => {
  const long = screenWith({ control: controls.many });
  const short = screenWith({}, { open: undefined });

  test.each([
    ["the same screen", long, long],
    ["another screen", long, short],
  ])("%s has nothing left of what was painted", async (_name, before, after) => {
    let now = before;
    const written: string[] = [];
    const store = { ...still(before), read: () => now };
    const write = (text: string) => void written.push(text);
    const end = paintScreens(store, { fit, hasColour: true, write });
    now = after;
    end();
    expect((await drawnByInk(after, written.join(""))).lines).toEqual(
      (await drawnByInk(after)).lines,
    );
  });

  test("a screen that stays is not wiped first", () => {
    const written: string[] = [];
    const write = (text: string) => void written.push(text);
    paintScreens(still(long), { fit, hasColour: true, write })();
    expect(written.at(-1)).toBe("\u001b[H");
  });
});
