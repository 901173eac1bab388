import { expect, test } from "vitest";
import { explainFault, requireRunnable } from "./check-printed.ts";
import { findPrinted, splitWords } from "./find-printed.ts";

const here = "http://127.0.0.1:4173";
const given = ["status", "--host", here, "--brand", "github", "--repo", "acme/control"];
const step = (command: string) => ` ✖ Not set up.\n │ Set it up:\n   gatehouse ${command}\n`;

test.each([
  ["statsu", /unknown command/],
  ["control", /only a group/],
  ["status --repository acme/control", /unknown option/],
  ["explain", /missing required argument/],
  ["profile", /required option/],
  ["status --host 127.0.0.1:4173 --repo acme/control", /requires http/],
  ["status --brand acme", /is not a valid brand/],
])("the command %s cannot run", async (line, fault) => {
  expect(await explainFault(line.split(" "))).toMatch(fault);
});

test.each([
  [`setup --brand github --repo acme/control`, `it lacks --host ${here}`],
  [`setup --host ${here} --repo acme/control`, "it lacks --brand github"],
  [`setup --host ${here} --brand github --repos acme/control`, "unknown option"],
])("an output with the command %s is refused", async (command, fault) => {
  await expect(requireRunnable(step(command), given)).rejects.toThrow(fault);
});

test.each([
  `setup --host ${here} --brand github --repo acme/control`,
  "status --host github.example --brand github --repo acme/control",
  "emulator --port 4173 --brand github",
  "status --help",
])("an output with the command %s is accepted", async (command) => {
  await expect(requireRunnable(step(command), given)).resolves.toBeUndefined();
});

test("commands are found below their introduction, in several rows, and in a document", () => {
  const rows = "Next  Run:\n   gatehouse status \\\n   --repo acme/control\nThe gatehouse program";
  expect(findPrinted(rows)).toEqual(["gatehouse status --repo acme/control"]);
  expect(findPrinted(`Run:\nnode /a/dist/cli.js demo\n`)).toEqual(["gatehouse demo"]);
  expect(findPrinted('{ "next": ["gatehouse setup", "az login"] }')).toEqual(["gatehouse setup"]);
  expect(findPrinted('{ "subject": "gatehouse session CA 1f2E3d" }')).toEqual([]);
});

test("quoted words stay one word, and a pipe ends the command", () => {
  const line = "gatehouse explain 'it'\\''s here.md' --json | jq .";
  expect(splitWords(line)).toEqual(["gatehouse", "explain", "it's here.md", "--json"]);
});
