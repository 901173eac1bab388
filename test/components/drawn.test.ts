import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { headerRows, thenRows } from "../../components/header-rows.ts";
import { historyRows, leftRows } from "../../components/transcript.ts";
import { keyRows } from "../../components/key-rows.ts";
import { startSecret } from "../../components/keys/secret.ts";
import { startSelect } from "../../components/keys/select.ts";
import { startText } from "../../components/keys/text.ts";
import { startWait, updateWait } from "../../components/keys/wait.ts";
import { noteRows } from "../../components/note-rows.ts";
import { drawOptions } from "../../components/option-rows.ts";
import { bodyRows, titleRows } from "../../components/question-rows.ts";
import { drawSecret } from "../../components/secret-rows.ts";
import { drawText } from "../../components/text-rows.ts";
import { drawWait } from "../../components/wait-rows.ts";
import { SecretDraft } from "../../src/prompts/secret-draft.ts";
import { rail, type Row } from "../../src/terminal/rows.ts";
import { tableRows } from "../../src/terminal/table.ts";
import { linesOf, checkOf } from "../terminal/render-options.ts";
import { screenWith } from "./screens.ts";

const style = checkOf(80);
const here = rail(style, "active");
const outline = ["Repository", "Scope", "Billing", "Profile", "Read App", "Proof"];
const header = { title: "set up", subject: "acme/control", outline };
const repository = { name: "Repository", state: "done", summary: "you own acme" } as const;
const inScope = screenWith({}, { header, marks: [repository] });
const start = new Date("2030-01-01T10:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);

const past = screenWith(
  {},
  {
    marks: [
      repository,
      { name: "Profile", state: "done", summary: "Apps" },
      { name: "Billing", state: "reported", summary: "active" },
      { name: "Secrets", state: "unknown", summary: "cannot be listed by this sign-in" },
    ],
    answers: [{ name: "Targets", text: "acme/web, acme/api" }],
  },
);

const actions = [
  { key: "o", label: "open again" },
  { key: "e", label: "+10 min" },
  { key: "p", label: "paste" },
].map((action) => ({ ...action, id: action.key, run: () => undefined }));
const link = "http://127.0.0.1:41873/read";
const waiting = [
  { link, next: "receive, store and verify the key" },
  { seen: "your browser opened the page", line: "" },
].reduce((wait, update) => updateWait(wait, update, at(4)), startWait(actions, start));
const wait = updateWait(
  waiting,
  { line: "continued to the registration form; no response yet" },
  at(9),
);

const consent = screenWith({
  weight: "read first",
  facts: [
    { name: "Bound to you", text: "It acts as you, and stops when you leave or lose a right." },
    { name: "Long-lived", text: "An App token expires after 1 hour, this one on its own date." },
  ],
  body: ["Recorded in acme/control: your name, the time, and this text."],
});
const steps = [
  "If your browser did not open, open this link:",
  "Sign in if asked. Then press [ Create App ].",
];
const options = [
  { value: "review", label: "No, review only", hint: "results stay in acme/control; one App" },
  { value: "write", label: "Yes, write", hint: "approved changes go to both; a second App" },
];
const key = {
  ...startSecret({ shape: "lines" }),
  draft: new SecretDraft().plus("line\n".repeat(27) + "line"),
  notice: "RSA 2048",
};
const position = { at: 2, of: 4 };
const rest = { style, canScroll: false, isAtEnd: true };

test("a narrow summary row counts the items that fit, without cutting a word", () => {
  const narrow = checkOf(40);
  const known = { ...past, marks: past.marks.filter(({ state }) => state !== "unknown") };
  expect(linesOf(historyRows(known, narrow, 1))).toEqual([
    " ✔ 2 done   ” 1 reported   · 1 answered",
  ]);
  expect(linesOf(historyRows(past, narrow, 1))).toEqual([" ✔ 2 done   ” 1 reported   ? 1 unknown"]);
});

test("answers are folded before steps with an unknown result", () => {
  const rows = linesOf(historyRows(past, style, 2));
  expect(rows[0]).toMatch(/ ✔ 2 done   ” 1 reported   · 1 answered/);
  expect(rows[1]).toContain("Secrets");
});

test("a note without a following question remains below the completed steps, with its mark, and wraps at words", () => {
  const title = "PAT cannot access acme/control, acme/api.";
  const notes = [{ id: "unread", title, link: `https://forge.test/${"x".repeat(40)}` }];
  const screen = screenWith({}, { notes, log: [{ state: "done", name: "Scope", text: "1" }] });
  expect(linesOf(leftRows(screen, { ...checkOf(40), isPrinted: true }))).toEqual([
    " gatehouse  set up acme/control",
    " ✔ Scope: 1",
    "",
    " ! PAT cannot access acme/control,",
    " ┃ acme/api.",
    // Printed lines are wrapped by the terminal, where they can be copied as one.
    `https://forge.test/${"x".repeat(40)}`,
    "",
  ]);
});

test("printed output begins with unbroken words at any width", () => {
  const header = { title: "respond to exposure", subject: "acme/control", outline: [] };
  const screen = screenWith({}, { header, log: [{ state: "done", name: "Runs", text: "none" }] });
  expect(linesOf(leftRows(screen, checkOf(40)))).toEqual([
    " gatehouse  respond to exposure",
    "            acme/control",
    " ✔ Runs: none",
    "",
  ]);
});

describe("the drawing in a docstring matches the screen", () => {
  test.each<[file: string, name: string, rows: readonly Row[]]>([
    ["components/header-rows.ts", "headerRows", headerRows(inScope, style)],
    ["components/header-rows.ts", "thenRows", thenRows(inScope, style, 13)],
    ["components/transcript.ts", "historyRows", historyRows(past, style, 3)],
    [
      "components/note-rows.ts",
      "noteRows",
      noteRows(
        {
          id: "held",
          title: "The keychain contains the key",
          body: ["The next run stores it, then deletes it from the keychain:"],
          command: "gatehouse setup --repo acme/control",
        },
        style,
      ),
    ],
    [
      "components/question-rows.ts",
      "titleRows",
      titleRows(screenWith({ title: "May agents write to the targets?", position }), style),
    ],
    ["components/question-rows.ts", "bodyRows", bodyRows(consent, style)],
    [
      "components/question-rows.ts",
      "stepRows",
      bodyRows(screenWith({ steps, control: wait }), style),
    ],
    [
      "components/option-rows.ts",
      "drawOptions",
      drawOptions(startSelect(options), style, here).rows,
    ],
    [
      "components/text-rows.ts",
      "drawText",
      drawText(startText({ initial: "acme/control" }), style, here).rows,
    ],
    ["components/secret-rows.ts", "drawSecret", drawSecret(key, style, here).rows],
    ["components/wait-rows.ts", "drawWait", drawWait(wait, style, at(161)).rows],
    [
      "components/key-rows.ts",
      "keyRows",
      keyRows(screenWith({ why: "Because.", control: wait }), rest),
    ],
    [
      "src/terminal/table.ts",
      "tableRows",
      tableRows(
        [
          {
            state: "done",
            name: "Read App",
            text: "key stored, 2 of 2 repositories",
            how: "run 118, 3 min ago",
          },
          {
            state: "failed",
            name: "Write App",
            text: "sees 1 of 2 repositories",
            how: "asked now",
          },
        ],
        { style, head: ["WHAT", "STATE", "EVIDENCE"] },
      ),
    ],
  ])("%s, %s", (file, name, rows) => {
    expect(linesOf(rows)).toEqual(drawingOf(file, name));
  });
});

/** Returns the lines of a function's docstring that are indented by an additional column. */
function drawingOf(file: string, name: string): string[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const [head = ""] = text.split(new RegExp(`function ${name}\\b`));
  const docstring = head.slice(head.lastIndexOf("/**"));
  return docstring
    .split("\n")
    .filter((line) => line.startsWith(" *  "))
    .map((line) => line.slice(3).trimEnd());
}
