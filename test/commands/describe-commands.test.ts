import { Command } from "commander";
import { expect, test } from "vitest";
import { commands } from "../../src/command-table.ts";
import { describeCommand, listCommands } from "../../src/commands/describe-commands.ts";

async function describeAll() {
  const whole = new Command("gatehouse").enablePositionalOptions();
  for (const { name, summary, load } of commands) {
    const command = whole.command(name).description(summary);
    await (await load()).define(command, { words: "every", whole: () => Promise.resolve(whole) });
  }
  return listCommands(describeCommand(whole)).slice(1);
}

test("each command's help says what the command does, below its usage", async () => {
  const described = await describeAll();
  expect(described.length).toBeGreaterThan(commands.length);
  const silent = described.filter(({ description }) => description === "");
  expect(silent.map(({ path }) => path.join(" "))).toEqual([]);
});

test("what a help says behind its options is not wider than 80 columns; a long command stays one", async () => {
  const lines = (await describeAll()).flatMap(({ notes }) => notes.split("\n"));
  const wide = lines.filter((line) => line.length > 80 && !/^ +\$ \S+(?: \S+)*$/.test(line));
  expect(wide).toEqual([]);
});
