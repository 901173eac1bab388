import { expect, test } from "vitest";
import { findUnbuiltCommands } from "./printed-commands.ts";

const verbs = ["firewall", "setup", "status"];

test.each([
  'const hint = { say: "Set it up", command: "gatehouse setup" };',
  "const hint = { command: `gatehouse status --repo ${full}` };",
  "const line = `and ${left} more, which gatehouse status tells`;",
  'const command = "gatehouse --help";',
])("%s contains a hard-coded command", (text) => {
  expect(found(text)).toHaveLength(1);
});

test.each([
  'const command = ownCommandLine("setup");',
  'const example = "  $ gatehouse setup --repo acme/control";',
  'const title = "gatehouse waits for you";',
  'const told = "it is not what `gatehouse status` prints";',
  'const name = "gatehouse-firewall.yml";',
  "// gatehouse setup",
])("%s does not contain a hard-coded command", (text) => {
  expect(found(text)).toEqual([]);
});

function found(text: string): string[] {
  return findUnbuiltCommands({ path: "src/plane/repository/a.ts", text }, verbs);
}
