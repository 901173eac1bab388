import { PassThrough } from "node:stream";
import { render } from "ink";
import { describe, expect, test } from "vitest";
import { fitScreen, rowsOf } from "../../components/fit-screen.ts";
import { pressEntries, startList } from "../../components/keys/list.ts";
import { ListField } from "../../components/list-field.tsx";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import { linesOf } from "../terminal/render-options.ts";
import { pressAll } from "./keys/press.ts";
import { screenWith } from "./screens.ts";

const theme = chooseTheme({ LANG: "C.UTF-8" });
const title = "Which URLs are allowed?";
const start = startList({
  title,
  entry: "pattern",
  initial: ["https://api.forge.test/repos/acme/*", "https://registry.test/@acme/*"],
  placeholder: "https://api.forge.test/*",
  check: (text) => (text === "https://*" ? "too broad: name a host and a path" : undefined),
  trial: {
    title: "Test a URL",
    explain: () => ({
      isGood: false,
      word: "blocked",
      reason: "pattern 1 stops at the / after web: * is one segment",
      offer: "https://api.forge.test/repos/acme/*/pulls",
    }),
  },
});
const url = "https://api.forge.test/repos/acme/web/pulls";
const { state: tried } = pressAll(pressEntries, start, `https://*<tab>${url}`);

function draw(control: typeof start, columns: number): string {
  const screen = screenWith({ title, control, canGoBack: true }, { columns, rows: 24 });
  const fitted = fitScreen(screen, theme);
  const { title: head, control: rows, keys } = fitted.parts;
  const shown = linesOf([...head, ...rows, ...keys]).filter((line) => line.trim() !== "");
  return shown.join("\n");
}

describe("a list on a screen", () => {
  test("matches the drawing", () => {
    expect(draw(tried, 80)).toMatchInlineSnapshot(`
      " │
       ● Which URLs are allowed?                                           2 patterns
       │ 1  https://api.forge.test/repos/acme/*
       │ 2  https://registry.test/@acme/*
       │ ›  https://*
       ✖    too broad: name a host and a path
       │
       │ Test a URL  https://api.forge.test/repos/acme/web/pulls
       ✖ blocked     pattern 1 stops at the / after web: * is one segment
       │             enter adds  https://api.forge.test/repos/acme/*/pulls
         enter add  tab back to patterns  ctrl-d delete line  esc back  ctrl-c stop"
    `);
  });

  test("is drawn in 40 columns", () => {
    expect(draw(tried, 40)).toMatchInlineSnapshot(`
      " │
       ● Which URLs are allowed?
       │ 2 patterns
       │ ›  https://*
       ✖    too broad: name a host and a path
       │
       │ Test a URL:
       │   https://api.forge.test/repos/acme/
       │   web/pulls
       ✖ blocked: pattern 1 stops at the /
       │ after web: * is one segment
       │ enter adds
       │ https://api.forge.test/repos/acme/*/
       │ pulls
         ↑ 3 more lines
         enter add   tab back to patterns
         ctrl-d delete line   esc back
         ctrl-c stop"
    `);
  });

  test("shows how to submit an empty line", () => {
    expect(draw(start, 80)).toMatchInlineSnapshot(`
      " │
       ● Which URLs are allowed?                                           2 patterns
       │ 1  https://api.forge.test/repos/acme/*
       │ 2  https://registry.test/@acme/*
       │ ›   like https://api.forge.test/*
       │
       │ Test a URL
         enter done   up edit a line   tab test a URL   esc back   ctrl-c stop"
    `);
  });

  test.each([
    ["new line", "x", "x"],
    ["line 1", "<up><up>", "https://api.forge.test/repos/acme/*"],
    ["trial", `<tab>${url}`, url],
  ])("places the terminal's cursor in the %s", (_where, keys, text) => {
    const { state } = pressAll(pressEntries, start, keys);
    const fitted = fitScreen(screenWith({ title, control: state }), theme);
    const { x = 0, y = 0 } = fitted.cursor ?? {};
    const rows = linesOf(rowsOf(fitted));
    expect(rows[y]).toContain(text);
    expect(rows[y]).toHaveLength(x);
  });

  test("is announced to a screen reader with the fault and the fix", () => {
    const stdout = Object.assign(new PassThrough(), { columns: 200 });
    let heard = "";
    stdout.on("data", (piece: Buffer) => (heard += piece.toString()));
    const ink = render(<ListField list={tried} rows={[]} />, {
      stdout: stdout as unknown as NodeJS.WriteStream,
      debug: true,
      isScreenReaderEnabled: true,
    });
    ink.unmount();
    for (const text of ["2. https://registry", "too broad", "blocked: pattern 1", "enter adds"])
      expect(heard).toContain(text);
  });
});
