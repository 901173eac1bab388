import { Command } from "commander";
import { expect, test } from "vitest";
import { describeCommand } from "../src/commands/describe-commands.ts";
import { define } from "../src/commands/status.ts";
import { routeStatus, statusLine } from "../src/route-status.ts";

const repo = "acme/control";

test.each([
  ["status --repo acme/control", { repo, host: "github.com", json: false }],
  ["status --json --repo acme/control --host emulator", { repo, host: "emulator", json: true }],
  [
    "status --repo acme/control --brand github --environment agents",
    { repo, host: "github.com", json: false, brand: "github", environment: "agents" },
  ],
])("gatehouse %s is answered alone", (line, wanted) => {
  expect(routeStatus(line.split(" "))).toEqual(wanted);
});

test.each([
  "status",
  "status --json",
  "status --repo",
  "status --repo --json",
  "status --repo=acme/control",
  "status --repo acme/control --help",
  "status --repo acme/control help",
  "status --repo acme/control --plain",
  "verify --repo acme/control",
  "--json status --repo acme/control",
  "",
])("gatehouse %s is the command table's business", (line) => {
  expect(routeStatus(line.split(" "))).toBeUndefined();
});

test("the command knows each option of such a line, and has no other", () => {
  const command = new Command("status");
  define(command);
  const { options } = describeCommand(command);
  const named = (isFlag: boolean) =>
    options.filter(({ value }) => (value === undefined) === isFlag).flatMap(({ names }) => names);
  expect(named(true).filter((name) => !/^(-h|--help)$/.test(name))).toEqual(statusLine.flags);
  expect(named(false).toSorted()).toEqual(statusLine.valued.toSorted());
});
