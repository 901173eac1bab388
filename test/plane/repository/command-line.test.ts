import { expect, test } from "vitest";
import { commandLine, rotateOptions } from "../../../src/plane/repository/command-line.ts";
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
