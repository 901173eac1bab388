import { describe, expect, test } from "vitest";
import { commandGroups } from "../../src/cli/command-table.ts";
import { program as table } from "../../src/cli/program.ts";
import { topHelp } from "../../src/cli/top-help.ts";
import { installProgram } from "../commands/installed-program.ts";

const program = installProgram();
const commands = table.commands ?? [];

describe("gatehouse --help", () => {
  test.each([80, 40])("fits %i columns, with all summaries in one column", (width) => {
    const lines = topHelp(commandGroups, width).split("\n");
    expect(lines.filter((line) => line.length > width)).toEqual([]);
    const rows = lines.filter((line) => /^ {2}[a-z]+ {2}/.test(line));
    const listed = commands.filter(({ isHidden }) => !isHidden);
    expect(rows).toHaveLength(listed.length + 1);
    for (const row of rows) expect(row).toMatch(/^ {2}[a-z]+ +(?<=^.{14})\S/);
  });

  test("lists each command in one row of 80 columns, below its heading", () => {
    const text = topHelp(commandGroups, 80);
    for (const { title, commands: listed } of commandGroups) {
      const block = listed.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}\n`).join("");
      expect(text).toContain(`${title}:\n${block}`);
    }
    const hidden = commands.filter(({ isHidden }) => isHidden).map(({ name }) => name);
    expect(hidden).toEqual(["forge", "manual"]);
    expect(text).not.toMatch(/^ {2}(forge|manual) /m);
  });
});

describe("gatehouse help", () => {
  test.each([
    [["help"], ["--help"]],
    [["help", "help"], ["--help"]],
    [["help", "--help"], ["--help"]],
    [
      ["help", "setup"],
      ["setup", "--help"],
    ],
    [
      ["help", "firewall", "logs"],
      ["firewall", "logs", "--help"],
    ],
    [
      ["firewall", "help", "logs"],
      ["firewall", "logs", "--help"],
    ],
    [
      ["help", "control", "render"],
      ["control", "render", "--help"],
    ],
    [
      ["control", "help", "render"],
      ["control", "render", "--help"],
    ],
  ])("%j prints what %j prints, byte for byte", async (asked, usual) => {
    const [one, other] = await Promise.all([program.run(asked), program.run(usual)]);
    expect(one).toEqual(other);
    expect(one).toMatchObject({ code: 0, err: "" });
    expect(one.out).toMatch(/^Usage: gatehouse /);
  });

  test.each([
    [["help", "setpu"], "unknown command 'setpu'", "setup", "gatehouse --help"],
    [["setpu", "--help"], "unknown command 'setpu'", "setup", "gatehouse --help"],
    [["help", "control", "chek"], "unknown command 'chek'", "check", "gatehouse control --help"],
    [["control", "chek", "--help"], "unknown command 'chek'", "check", "gatehouse control --help"],
    [["precompute", "shema"], "unknown command 'shema'", "schema", "gatehouse precompute --help"],
  ])("%j exits with 2 and suggests the intended word", async (args, what, meant, hint) => {
    const { code, out, err } = await program.run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const text of [what, `(Did you mean ${meant}?)`, hint]) expect(err).toContain(text);
  });

  test.each([
    [["help", "setup", "nope"], "nope", "gatehouse setup"],
    [["help", "setup", "--plain"], "--plain", "gatehouse setup"],
    [["help", "firewall", "nope"], "nope", "gatehouse firewall"],
    [["firewall", "help", "nope"], "nope", "gatehouse firewall"],
    [["help", "firewall", "run", "true"], "true", "gatehouse firewall run"],
    [["control", "help", "render", "nope"], "nope", "gatehouse control render"],
    [["help", "--nope"], "--nope", "gatehouse"],
  ])("%j exits with 2 and names the unknown command", async (args, word, path) => {
    const { code, out, err } = await program.run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const text of [`unknown command '${word}'`, `Usage: ${path} [`, `${path} --help`])
      expect(err).toContain(text);
  });

  test("a word that resembles no command is reported without a suggestion", async () => {
    const { code, err } = await program.run(["help", "nope"]);
    expect({ code, err }).toMatchInlineSnapshot(`
      {
        "code": 2,
        "err": " ✖ unknown command 'nope'
       │ Usage: gatehouse [options] [command]
       │ Show the options:
         gatehouse --help
      ",
      }
    `);
  });
});

describe("a wrong option", () => {
  test.each([
    [["setup", "--nope"], "Usage: gatehouse setup [options]", "gatehouse setup --help"],
    [
      ["control", "render", "--nope"],
      "Usage: gatehouse control render [options]",
      "gatehouse control render --help",
    ],
    [
      ["firewall", "logs", "--nope"],
      "Usage: gatehouse firewall logs [options] [view] [session]",
      "gatehouse firewall logs --help",
    ],
    [
      ["token", "revoke", "--nope"],
      "Usage: gatehouse token revoke",
      "gatehouse token revoke --help",
    ],
    [["compile", "--nope"], "Usage: gatehouse compile [options] [paths...]", "compile --help"],
    [["admit", "--nope"], "Usage: gatehouse admit [options]", "gatehouse admit --help"],
    [["--nope"], "Usage: gatehouse [options] [command]", "gatehouse --help"],
  ])("of %j is reported with that command's usage", async (args, usage, hint) => {
    const { code, out, err } = await program.run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    for (const text of ["unknown option '--nope'", usage, hint]) expect(err).toContain(text);
  });

  test("of a run behind the firewall exits with 125, like any other error before the command starts", async () => {
    const { code, err } = await program.run(["firewall", "--nope", "--", "true"]);
    expect(code).toBe(125);
    expect(err).toContain("Usage: gatehouse firewall run [options] -- <command> [args...]");
  });
});

test.each(["control", "outputs", "fleet", "secrets"])(
  "%s without a subcommand exits with 2 and prints only its help, on standard error",
  async (name) => {
    const [bare, help] = await Promise.all([program.run([name]), program.run([name, "--help"])]);
    expect(bare).toEqual({ code: 2, out: "", err: help.out });
  },
);

test("if the program is not on the PATH, help still uses its name, and a command in an error starts the program", async () => {
  const env = { PATH: "/usr/bin:/bin" };
  const { code, err } = await program.run(["control"], { env });
  expect(code).toBe(2);
  expect(err).toMatch(/^Usage: gatehouse control /);
  expect(err).toMatch(/^ +\$ gatehouse control render /m);
  const wrong = await program.run(["control", "--nope"], { env });
  expect(wrong.err).toContain("Usage: gatehouse control ");
  expect(wrong.err).toMatch(/^ +\S*node \S*cli\.js control --help$/m);
});
