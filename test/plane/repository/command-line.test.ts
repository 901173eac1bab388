import { expect, test } from "vitest";
import {
  changeOption,
  commandLine,
  rotateOptions,
} from "../../../src/plane/repository/command-line.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

const repository = requireRepositoryName("acme/control", "--repo");

test.each([
  ["github.com", undefined, ""],
  ["github.com", "forge", " --brand forge"],
  ["forge.example", undefined, " --host forge.example"],
  ["forge.example", "forge", " --host forge.example --brand forge"],
  ["http://127.0.0.1:4173", undefined, " --host http://127.0.0.1:4173"],
  ["http://127.0.0.1:4173", "github", " --host http://127.0.0.1:4173 --brand github"],
] as const)(
  "a command for the host %s with the brand %s selects the same forge again",
  (host, brand, options) => {
    const profile = resolveHost(host, brand);
    const command = commandLine("status", { profile, repository }, ["--json"]);
    expect(command).toBe(`gatehouse status${options} --repo acme/control --json`);
    const named = /--host (\S+)/.exec(command)?.[1] ?? "github.com";
    const branded = /--brand (forge|github)/.exec(command)?.[1] as typeof brand;
    expect(resolveHost(named, branded)).toEqual(profile);
  },
);

test("each credential has its rotate options", () => {
  expect((["read-app", "write-app", "pat"] as const).map(rotateOptions)).toEqual([
    ["--app", "read"],
    ["--app", "write"],
    ["--pat"],
  ]);
});

test.each([
  [["setup", "--repo", "acme/control"], "--repo acme/control --name b"],
  [["setup", "--name", "a", "--repo", "acme/control"], "--name b --repo acme/control"],
  [["setup", "--json", "--name=a", "--plain"], "--json --name b --plain"],
  [["setup", "--name", "a", "--name", "c", "--names", "d"], "--name b --names d"],
  [["setup", "--answers", "it's here.json"], "--answers 'it'\\''s here.json' --name b"],
  [["setup", "--answers="], "--answers= --name b"],
  [["setup", "--answers", ""], "--answers '' --name b"],
] as const)(
  "one option of the command %j is changed, and all others remain unchanged",
  (given, expected) => {
    expect(changeOption(given, "--name", "b")).toBe(`gatehouse setup ${expected}`);
  },
);

test("a value of several words is passed as one quoted argument", () => {
  expect(changeOption(["setup"], "--name", "a b")).toBe("gatehouse setup --name 'a b'");
});
