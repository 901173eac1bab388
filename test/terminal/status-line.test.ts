import { PassThrough } from "node:stream";
import { expect, test, vi } from "vitest";
import { openStatusLine } from "../../src/terminal/status-line.ts";

function watch(stream: { isTTY: boolean; columns?: number }, elsewhere?: "rows") {
  const output = Object.assign(new PassThrough({ encoding: "utf8" }), stream);
  const { report, end } = openStatusLine(output, elsewhere && { elsewhere });
  for (const what of ["1 of 2", "2 of 2 repositories of an organization"]) report(what);
  end();
  return output.read() as unknown;
}

test("is one row in a terminal of any width, and is cleared at the end", () => {
  vi.stubEnv("NO_COLOR", "1");
  vi.stubEnv("LANG", "C.UTF-8");
  const clear = "\r\u001b[K";
  expect(watch({ isTTY: true, columns: 24 })).toBe(
    `${clear} ● 1 of 2${clear} ● 2 of 2 repositories${clear}`,
  );
});

test("is omitted or printed as one row per update if the output is not a terminal", () => {
  vi.stubEnv("LANG", "C.UTF-8");
  expect(watch({ isTTY: false })).toBe(null);
  expect(watch({ isTTY: false }, "rows")).toBe(
    " ● 1 of 2\n ● 2 of 2 repositories of an organization\n",
  );
});

test("a terminal that cannot overwrite text omits the row", () => {
  vi.stubEnv("TERM", "dumb");
  expect(watch({ isTTY: true })).toBe(null);
});
