import { expect, test } from "vitest";
import { canDrawScreens } from "../../src/prompts/can-draw-screens.ts";

const stdin = { isTTY: true };
const stdout = { isTTY: true, columns: 80, rows: 24 };

test("a terminal with 40 columns and 10 rows is large enough", () => {
  const least = { ...stdout, columns: 40, rows: 10 };
  expect(canDrawScreens({ stdin, stdout: least, env: { CI: "true" } })).toEqual({ ok: true });
});

test.each([
  [{ stdin: { isTTY: false } }, "standard input is not a terminal"],
  [{ stdout: { ...stdout, isTTY: false } }, "standard output is not a terminal"],
  [{ env: { TERM: "dumb" } }, "TERM=dumb"],
  [{ stdout: { ...stdout, columns: 39 } }, "39 columns"],
  [{ stdout: { ...stdout, rows: 9 } }, "9 rows"],
  [{ stdout: { ...stdout, columns: 0, rows: 0 } }, "0 columns"],
])("screens are not drawn with %j", (change, reason) => {
  const verdict = canDrawScreens({ stdin, stdout, env: {}, ...(change as object) } as never);
  expect(verdict).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});
