import { expect, test } from "vitest";
import { createPrint, printPrompt } from "../../src/prompts/print-plain.ts";

const output = (written: string[]) => ({
  isTTY: true,
  columns: 40,
  write: (piece: string | Uint8Array) => written.push(String(piece)) > 0,
});

// File answers also run in workflows, whose runner interprets its log.
test("no printed line is a workflow command, even if a line is wrapped", () => {
  const written: string[] = [];
  const print = createPrint(output(written), {});
  print("The forge said: no\n::error::a ##[group]b");
  print(`the name ${"x".repeat(30)} ::add-mask::a`);
  print("  ::error::a", "command");
  printPrompt(
    `${"y".repeat(38)} ::stop-commands::b Number: 1 2 3 4 5 6 7 8 9`,
    output(written),
    {},
  );
  expect(written.join("")).not.toMatch(/^\s*::|##\[/m);
  expect(written.join("")).toContain(": :add-mask::a");
});
