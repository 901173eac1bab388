import { expect, test } from "vitest";
import { program } from "../../src/cli/program.ts";

const commands = program.commands ?? [];
import { sayCommands, sayHelp, verbs } from "../../src/shared/say-commands.ts";

const own = "node dist/cli.js";

test.each([
  ["gatehouse status --repo acme/control", `${own} status --repo acme/control`],
  ["gatehouse --help", `${own} --help`],
  ["gatehouse -V", `${own} -V`],
  ["Usage: gatehouse [options] [command]", `Usage: ${own} [options] [command]`],
  ["  gatehouse status", `  ${own} status`],
  [
    "Or consent to a PAT; gatehouse setup asks for it.",
    `Or consent to a PAT; ${own} setup asks for it.`,
  ],
  ['Run "gatehouse secrets set KEY".', `Run "${own} secrets set KEY".`],
  ["cd web && gatehouse compile", `cd web && ${own} compile`],
])("%s is spelled as it is typed", (text, said) => {
  expect(sayCommands(text, own)).toBe(said);
});

test.each([
  "While it waits, gatehouse keeps waiting.",
  "gatehouse",
  "gatehouse 0.1.0",
  "gatehouse was installed without its optional package keytar",
  "gatehouse proof 4f1c",
  "The gatehouse session CA",
  "gatehouse-acme-control-read",
  "acme/gatehouse status",
  "gatehouse-firewall.yml is written",
  "# Written by `gatehouse control render`; do not edit it by hand.",
  "+       gatehouse outputs apply \\",
  "- # gatehouse compile makes a pipeline of it.",
  "gh auth login",
])("%s is no command to type, and stays as it is", (text) => {
  expect(sayCommands(text, own)).toBe(text);
});

test("what is spelled already stays as it is", () => {
  const npx = "npx ./gatehouse status.tgz";
  const said = sayCommands("gatehouse status", npx);
  expect(sayCommands(said, npx)).toBe(said);
});

test("a help shows how it was started, and keeps what is said of a command beside or below it", () => {
  const help = [
    "Usage: gatehouse status [options]",
    "",
    "  -h, --help  display help",
    "",
    "Examples:",
    "  $ gatehouse status --repo acme/control           what is set, what comes next",
    "  $ gatehouse status --repo acme/control --json | jq .next    the steps alone, as JSON",
    "  $ gatehouse verify",
  ].join("\n");
  expect(sayHelp(help, own)).toMatchInlineSnapshot(`
    "Usage: node dist/cli.js status [options]

      -h, --help  display help

    Examples:
      $ node dist/cli.js status --repo acme/control
          what is set, what comes next
      $ node dist/cli.js status --repo acme/control --json | jq .next
          the steps alone, as JSON
      $ node dist/cli.js verify"
  `);
  expect(sayHelp(help, "gatehouse")).toBe(help);
});

test("each verb of the command table is known for one", () => {
  const unknown = commands.filter(({ name }) => !verbs.includes(name));
  // The others are no commands for a person.
  expect(unknown.map(({ name }) => name)).toEqual(["forge", "manual"]);
  expect(unknown.every(({ isHidden }) => isHidden)).toBe(true);
});
