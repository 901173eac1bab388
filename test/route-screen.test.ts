import { Command } from "commander";
import { describe, expect, test } from "vitest";
import { commands } from "../src/command-table.ts";
import { describeCommand } from "../src/commands/describe-commands.ts";
import { flagsOf, routeScreen, valued } from "../src/route-screen.ts";

describe("the first screen of a line", () => {
  test.each([
    ["setup", "set up github.com"],
    ["setup --host emulator", "set up emulator"],
    ["setup --host http://127.0.0.1:41999/", "set up 127.0.0.1:41999"],
    ["setup --repo acme/control --no-open --host 127.0.0.1:8080", "set up acme/control"],
    ["setup --ask-again --brand github", "set up github.com"],
    ["scope --repo acme/control", "scope of acme/control"],
    ["rotate --pat --repo acme/control", "rotate acme/control"],
    ["remove --host emulator", "remove emulator"],
  ])("gatehouse %s: %s", (line, wanted) => {
    const { title, subject } = routeScreen(line.split(" ")) ?? {};
    expect(`${title} ${subject}`).toBe(wanted);
  });

  test("of no words is that of what to do here", () => {
    expect(routeScreen([])).toEqual({ title: "what to do", subject: "in this folder" });
  });

  test.each([
    [""],
    ["status"],
    ["toString"],
    ["setup --help"],
    ["setup help"],
    ["setup --plain"],
    ["setup --answers file"],
    ["setup --json"],
    ["setup --dry-run"],
    ["setup --repo"],
    ["setup --repo --host"],
    ["setup --repo=acme/control"],
    ["setup --repo acme/\u001b[2Jcontrol"],
    ["setup --host emulator nope"],
    ["scope --show"],
    ["rotate --app read"],
    ["remove --dry-run"],
    ["scope --ask-again"],
    ["--no-open setup"],
  ])("gatehouse %s is read by the program first", (line) => {
    expect(routeScreen(line.split(" "))).toBeUndefined();
  });
});

test.each(Object.entries(flagsOf))("%s knows each option of such a line", async (verb, flags) => {
  const command = new Command(verb);
  const entry = commands.find(({ name }) => name === verb);
  const loaded = await entry?.load();
  await loaded?.define(command, { words: [verb], whole: () => Promise.resolve(command) });
  const options = describeCommand(command).options;
  const named = (isFlag: boolean) =>
    options.filter(({ value }) => (value === undefined) === isFlag).flatMap(({ names }) => names);
  expect(named(true)).toEqual(expect.arrayContaining([...flags]));
  expect(named(false)).toEqual(expect.arrayContaining([...valued]));
});
