import { renderToString } from "ink";
import { describe, expect, test } from "vitest";
import { Rows } from "../../components/rows.tsx";
import { chooseTheme, type RenderOptions } from "../../src/terminal/render-options.ts";
import { commandRows, linkRows } from "../../src/terminal/rows.ts";

const style: RenderOptions = {
  ...chooseTheme({ LANG: "C.UTF-8", TERM_PROGRAM: "WezTerm" }),
  width: 40,
};
const plain: RenderOptions = { ...chooseTheme({ LANG: "C.UTF-8" }), width: 40 };
const url = "https://forge.example/organizations/acme/settings/apps/new?state=0123456789";
const draw = (rows: ReturnType<typeof linkRows>) =>
  renderToString(<Rows rows={rows} />, { columns: 80 });

describe("an address", () => {
  test("is next to the text if it fits", () => {
    expect(draw(linkRows("http://127.0.0.1:1/", plain))).toBe("   http://127.0.0.1:1/");
  });

  test("that does not fit starts at the left edge and is complete", () => {
    expect(draw(linkRows(url, plain))).toBe(`${url.slice(0, 40)}\n${url.slice(40)}`);
  });

  test("links to its complete URL from each of its rows, if the terminal supports links", () => {
    const drawn = draw(linkRows(url, style));
    expect(drawn.split(`\u001b]8;;${url}\u0007`)).toHaveLength(3);
  });
});

test("a line break in a link or a command does not start a new row", () => {
  const rows = [
    ...linkRows("https://a.example/\nb", style),
    ...commandRows("gatehouse\n-h", style),
  ];
  expect(rows.flat().filter(({ text, link }) => /\n/.test(text + (link ?? "")))).toEqual([]);
});

describe("a command", () => {
  test("of several rows stays one command when it is pasted", () => {
    const command = "gatehouse setup --repo acme/control --profile two-apps --org acme";
    const drawn = draw(commandRows(command, plain));
    expect(drawn.split("\n").length).toBeGreaterThan(1);
    expect(drawn.trim().replaceAll(/ \\\n */g, " ")).toBe(command);
  });

  test.each([
    `echo '${"abi <abi/4.0>, ".repeat(2)}{ userns, }' | sudo tee /etc/apparmor.d/bwrap`,
    "gatehouse secrets set MODEL_KEY --definition 'our agents/review of.md'",
    "gatehouse explain --brand github 'it'\\''s one/of our agents.md'",
    `gatehouse explain '${"one long directory ".repeat(3)}/probe.md'`,
  ])("keeps each quoted text on one row: %s", (command) => {
    const rows = commandRows(command, { ...plain, isPrinted: true });
    const pasted = rows.map((row) => row.map(({ text }) => text).join("")).join("\n");
    expect(pasted.replaceAll(/ \\\n */g, " ").trim()).toBe(command);
    for (const [quoted] of command.matchAll(/'[^']*'/g)) expect(pasted).toContain(quoted);
  });
});

describe("the theme", () => {
  test.each([
    [{ LANG: "de_DE.UTF-8" }, "linux", "✔"],
    [{ LANG: "C", LC_ALL: "C.utf8" }, "linux", "✔"],
    [{ LANG: "en_US.UTF-8", LC_ALL: "C" }, "linux", "+"],
    [{}, "darwin", "+"],
    [{ WT_SESSION: "1" }, "win32", "✔"],
    [{}, "win32", "+"],
  ])("in %j on %s marks completed steps with %s", (env, platform, sign) => {
    expect(chooseTheme(env, platform).signs.done).toBe(sign);
  });
});
