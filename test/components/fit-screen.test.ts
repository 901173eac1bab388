import { describe, expect, test } from "vitest";
import { fitScreen, rowsOf, type FittedScreen } from "../../components/fit-screen.ts";
import type { Control } from "../../components/keys/control.ts";
import { startConfirm } from "../../components/keys/select.ts";
import { pressScreen } from "../../components/keys/screen.ts";
import { startWait } from "../../components/keys/wait.ts";
import type { Row } from "../../src/terminal/rows.ts";
import type { Screen } from "../../components/screen-store.ts";
import { chooseTheme } from "../../src/terminal/render-options.ts";
import { textWidth } from "../../src/terminal/wrap-text.ts";
import { controls, longBody, screenWith } from "./screens.ts";

const now = new Date("2030-01-01T10:00:00Z");
const open = { id: "open", key: "o", label: "open again", run: () => undefined };
const theme = chooseTheme({ LANG: "C.UTF-8" });
const sizes = [
  { columns: 80, rows: 24 },
  { columns: 40, rows: 24 },
  { columns: 40, rows: 10 },
  { columns: 200, rows: 60 },
];
const error = { message: "It did not work. ".repeat(8), hints: [{ text: "Try again later" }] };
const note = { id: "kept", title: "The key is kept. ".repeat(4), body: longBody };
const full = { title: "Which one of all these? ".repeat(8), body: longBody, why: "Because." };
const mark = {
  name: "Step",
  state: "done",
  summary: "a summary of some words ".repeat(5),
} as const;
const marks = Array.from({ length: 20 }, (_, index) => ({ ...mark, name: `Step ${index}` }));

describe.each(sizes)("at $columns x $rows", (size) => {
  test.each(Object.entries(controls))("a %s with too much of everything fits", (_kind, control) => {
    for (const more of [{}, { error }]) {
      for (const state of [control, { ...control, complaint: "That cannot be. ".repeat(9) }]) {
        const open = { ...full, ...more, control: state as Control, canGoBack: true };
        const fitted = fitScreen(screenWith(open, { ...size, marks, notes: [note] }), theme);
        const rows = rowsOf(fitted);
        expect(rows.length).toBeLessThan(size.rows);
        expect(Math.max(...rows.map(widthOf))).toBeLessThan(size.columns);
        expect(fitted.parts.keys.length).toBeGreaterThan(0);
        expect(fitted.parts.title.length).toBeGreaterThan(0);
        const least = control.kind === "disclosure" ? 0 : 1;
        expect(fitted.parts.control.length).toBeGreaterThanOrEqual(least);
      }
    }
  });

  test("a subject that is wider than a row continues in the next one, with or without steps", () => {
    for (const outline of [[], ["Profile", "Read App"]]) {
      const subject =
        "acme-of-a-long-name/control-of-a-long-name, the current directory's remote ".repeat(4);
      const header = { title: "status of", subject, outline };
      const { header: rows } = fitScreen(screenWith({}, { ...size, header }), theme).parts;
      expect(Math.max(...rows.map(widthOf))).toBeLessThan(size.columns);
    }
  });

  test("every line of a long body can be reached", () => {
    const body = Array.from({ length: 50 }, (_, index) => `fact ${index}.`);
    const seen = linesSeen(pagesOf(screenWith({ body }, size)));
    expect(body.filter((line) => !seen.has(line))).toEqual([]);
  });

  test.each([1, 2, 9])(
    "every line of a body of %d lines can be reached below a title of three rows",
    (lines) => {
      const body = Array.from({ length: lines }, (_, index) => `fact ${index}.`);
      const title = "Can you select this resource owner for a token?";
      const question = {
        title,
        position: { at: 1, of: 6 },
        why: "Because.",
        canGoBack: true,
        body,
      };
      const seen = linesSeen(pagesOf(screenWith({ ...question, canAskAgain: true }, size)));
      expect(body.filter((line) => !seen.has(line))).toEqual([]);
    },
  );

  test("the reason for a list with a search can be read completely", () => {
    const why = "Agents look at these repositories alone. A credential never widens the list.";
    const title = "Which repositories should agents work on?";
    const question = { title, position: { at: 1, of: 6 }, why, canGoBack: true };
    const screen = screenWith(
      { ...question, control: controls.many },
      { ...size, isWhyShown: true },
    );
    const pages = pagesOf(screen);
    const seen = [...linesSeen(pages)].join(" ");
    for (const page of pages) expect(print(page)).toContain("› □ Option");
    for (const word of why.split(" ")) expect(seen).toContain(word);
  });

  test.each(["read first", undefined] as const)("every page shows how to stop (%s)", (weight) => {
    const body = [...Array.from({ length: 20 }, (_, at) => `fact ${at}.`), "https://forge.example"];
    const question = { ...(weight && { weight }), why: "Because.", canGoBack: true, body };
    const control = startConfirm({});
    for (const { parts } of pagesOf(screenWith({ ...question, control }, size)))
      expect(parts.keys.map(textOf).join("\n")).toContain("ctrl-c stop");
  });

  test("every line of a long note can be reached, below the title", () => {
    const body = Array.from({ length: 30 }, (_, index) => `fact ${index}.`);
    const notes = [{ id: "n", title: "N", body }];
    const seen = linesSeen(pagesOf(screenWith({ body: ["asked"] }, { ...size, notes })));
    expect([...body, "asked"].filter((line) => !seen.has(line))).toEqual([]);
  });

  test("the current state of a wait is visible, however many events precede it", () => {
    const seen = Array.from({ length: 20 }, (_, index) => ({
      at: now,
      text: `event ${index}`,
      state: "done" as const,
    }));
    const control = { ...startWait([open], now), seen, line: "no response yet" };
    const fitted = fitScreen(screenWith({ control }, size), theme);
    expect(fitted.parts.control.map(textOf).join("\n")).toContain("no response yet");
  });

  test("the row under the cursor is always visible", () => {
    for (const cursor of [0, 7, 80, 149]) {
      const control = { ...controls.many, cursor };
      const fitted = fitScreen(screenWith({ ...full, control }, size), theme);
      expect(print(fitted)).toContain("› □ Option");
    }
  });

  test("the cursor of a text is after its last character", () => {
    const fitted = fitScreen(screenWith({ ...full, control: controls.text }, size), theme);
    const row = rowsOf(fitted)[fitted.cursor?.y ?? -1] ?? [];
    expect(widthOf(row)).toBe(fitted.cursor?.x);
    expect(textOf(row)).toMatch(/-$/);
  });

  test("an address is complete, however many rows it occupies", () => {
    const control = { ...controls.wait, problem: null };
    const fitted = fitScreen(screenWith({ control }, { ...size, rows: 40 }), theme);
    expect(print(fitted).replaceAll("\n", "")).toContain(controls.wait.link);
  });
});

test("a required text is readable to its last line if the answer and the keys leave no row for it", () => {
  const address = `https://forge.example/${"x".repeat(40)}`;
  const body = [...Array.from({ length: 9 }, (_, index) => `fact ${index}.`), address, "The end."];
  const ways = { why: "Because.", canGoBack: true, canAskAgain: true };
  const title = "Which one of all these? ".repeat(5);
  const question = {
    title,
    weight: "read first",
    body,
    control: controls.select,
    ...ways,
  } as const;
  let screen = screenWith(question, { columns: 40, rows: 10 });
  const seen = new Set<string>();
  for (;;) {
    const fitted = fitScreen(screen, theme, () => "http://127.0.0.1:1/x");
    rowsOf(fitted).forEach((row) => seen.add(textOf(row).slice(3).trim()));
    const change = pressScreen(screen, { name: "enter" }, fitted.body);
    if (!change) break;
    screen = { ...screen, ...change };
  }
  expect(body.filter((line) => line !== address && !seen.has(line))).toEqual([]);
});

test("a wait shows the completed steps, the pending ones, and the keys", () => {
  const control = { ...controls.wait, problem: null, link: "http://127.0.0.1:41873/register" };
  const open = { title: "Write App", body: ["Check the name."], why: "Two Apps.", control };
  expect(print(fitScreen(screenWith(open), theme))).toMatchInlineSnapshot(`
    " gatehouse  set up acme/control                                2 of 3  Read App
     ━━━━━━━━━━━━━━━━━━━━━━━━━━────────────────────────────────────────────────────
     ✔ Profile      two Apps: read targets, write outputs
     │ 
     ● Write App                                                          7:19 left
     │ Check the name.
       http://127.0.0.1:41873/register
     │ 
     ● 2:41  waiting for you in the browser
     │ 
     ○ Then         Done











       o open again   c copy link   ? why   ctrl-c stop"
  `);
});

test("a choice shows its hints, and why a row cannot be chosen", () => {
  const options = [
    { value: "two", label: "two Apps", hint: "read private targets" },
    { value: "pat", label: "one PAT", disabled: "the organization forbids it" },
  ];
  const control = { ...controls.select, options };
  const open = { title: "Which profile?", control, canGoBack: true };
  expect(print(fitScreen(screenWith(open), theme))).toMatchInlineSnapshot(`
    " gatehouse  set up acme/control                                2 of 3  Read App
     ━━━━━━━━━━━━━━━━━━━━━━━━━━────────────────────────────────────────────────────
     ✔ Profile      two Apps: read targets, write outputs
     │ 
     ● Which profile?
     │ › two Apps                    read private targets
     │ – one PAT                     not available: the organization forbids it
     │ 
     ○ Then         Done













       enter choose   esc back   ctrl-c stop"
  `);
});

test("the last step remains if the list of steps does not fit", () => {
  const screen = screenWith({ body: longBody }, { marks, rows: 20 });
  const { history } = fitScreen(screen, theme).parts;
  expect(history.map(textOf).join("\n")).toMatch(/^ ✔ \d+ done/);
});

test("without Unicode support, the screen contains only ASCII", () => {
  const ascii = chooseTheme({ LANG: "C" });
  for (const control of Object.values(controls)) {
    expect(print(fitScreen(screenWith({ control, body: longBody }), ascii))).toMatch(/^[ -~\n]*$/);
  }
});

test("external text cannot move the cursor or hide itself", () => {
  const evil = "acme\u001b[2J/\u202econ\u0007trol";
  const open = { title: evil, body: [evil], why: evil, error: { message: evil, hints: [] } };
  const screen: Screen = screenWith(open, { marks: [{ ...mark, name: evil, summary: evil }] });
  expect(print(fitScreen(screen, theme)).replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

function print(fitted: FittedScreen): string {
  return rowsOf(fitted).map(textOf).join("\n");
}

function textOf(row: Row): string {
  return row.map(({ text }) => text).join("");
}

function widthOf(row: Row): number {
  return textWidth(textOf(row));
}

/** Returns the screen at each page of its body, from the first to the last. */
function pagesOf(first: Screen): FittedScreen[] {
  const pages: FittedScreen[] = [];
  for (let screen = first; ;) {
    const fitted = fitScreen(screen, theme);
    pages.push(fitted);
    const { start, page, last } = fitted.body;
    if (start >= last) return pages;
    screen = { ...screen, scroll: start + page };
  }
}

function linesSeen(pages: readonly FittedScreen[]): Set<string> {
  return new Set(pages.flatMap(rowsOf).map((row) => textOf(row).slice(3).trim()));
}
