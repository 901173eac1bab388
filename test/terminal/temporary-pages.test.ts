import { expect, test } from "vitest";
import { paintRows, printRows, printingOn, type Draw } from "../../src/terminal/paint.ts";
import { hintRows, textRows } from "../../src/terminal/rows.ts";
import { announceTemporaryPages } from "../../src/terminal/temporary-pages.ts";

const origin = "http://127.0.0.1:4711";

/** Returns what a command prints. */
function printed(draw: Draw): string {
  let text = "";
  printRows(draw, { write: (piece: string) => ((text += piece), true) });
  return text;
}

const print = (link: string) =>
  printed((style) => hintRows({ text: "Open the run", link }, { style }));
const printText = (text: string) => printed((style) => textRows(text, { style }));

test("links to pages that exist only until the command exits are printed as paths, with one explanation", () => {
  const page = `${origin}/acme/control/actions/runs/1`;
  expect(print(page)).toContain(`   ${page}\n`);
  announceTemporaryPages({ origin, command: "gatehouse emulator" });
  expect(print("https://github.com/acme/control")).toContain(
    "   https://github.com/acme/control\n",
  );
  expect(print(`${origin}0/acme`)).toContain(`   ${origin}0/acme\n`);
  expect(print(page)).toBe(
    [
      "   Open the run:",
      "   /acme/control/actions/runs/1",
      "",
      "   The embedded forge stops when this command exits. To open its pages, start it:",
      "   gatehouse emulator",
      "",
    ].join("\n"),
  );
  expect(print(page)).toBe("   Open the run:\n   /acme/control/actions/runs/1\n");
  expect(printText(`It wrote an issue: ${origin}/acme/control/issues/2.`)).toBe(
    "   It wrote an issue: /acme/control/issues/2.\n",
  );
  // Screens are drawn while the pages exist.
  const { style } = printingOn({}, {});
  const rows = hintRows({ text: "Open the run", link: page }, { style });
  expect(paintRows(rows, { hasColour: false })).toContain(page);
});
