import { Command } from "commander";
import { expect, test } from "vitest";
import { commands } from "../../src/command-table.ts";
import { describeCommand, listCommands } from "../../src/commands/describe-commands.ts";

test("each command's help says what the command does, below its usage", async () => {
  const whole = new Command("gatehouse").enablePositionalOptions();
  for (const { name, summary, load } of commands) {
    const command = whole.command(name).description(summary);
    await (await load()).define(command, { words: "every", whole: () => Promise.resolve(whole) });
  }
  const [, ...described] = listCommands(describeCommand(whole));
  expect(described.length).toBeGreaterThan(commands.length);
  const silent = described.filter(({ description }) => description === "");
  expect(silent.map(({ path }) => path.join(" "))).toEqual([]);
});
