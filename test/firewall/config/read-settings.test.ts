import { describe, expect, test } from "vitest";
import { defineCommand, type OptionValue } from "../../../src/cli/command.ts";
import { parseLine } from "../../../src/cli/parse-line.ts";
import { ruleOptions } from "../../../src/commands/firewall/rule-options.ts";
import { optionTable } from "../../../src/firewall/config/option-table.ts";
import { camelCase, readCommandLine } from "../../../src/firewall/config/read-command-line.ts";
import { readSettings } from "../../../src/firewall/config/read-settings.ts";

const command = defineCommand({
  options: ruleOptions(),
  arguments: { command: { summary: "", isOptional: true, isVariadic: true } },
});

/** Returns the options of a command line, as a firewall command receives them. */
function optionsOf(...words: string[]): Readonly<Record<string, OptionValue | undefined>> {
  const line = parseLine(words, command);
  return line.kind === "run" ? line.options : {};
}

describe("the command line", () => {
  test("a list is split at commas, and a second list continues the numbering", () => {
    const words = ["--allow-domains", "a.test,b.test", "--allow-domains", "c.test"];
    expect(readCommandLine(optionsOf(...words))).toEqual([
      { name: "allow-domains", value: "a.test", id: "--allow-domains 1" },
      { name: "allow-domains", value: "b.test", id: "--allow-domains 2" },
      { name: "allow-domains", value: "c.test", id: "--allow-domains 3" },
    ]);
  });

  test("an empty element of a list is a value, so that it can be reported", () => {
    const written = readCommandLine(optionsOf("--allow-domains", "a.test,,b.test"));
    expect(written.map(({ value }) => value)).toEqual(["a.test", "", "b.test"]);
  });

  test("variables and mounts can contain commas, and an option can have several of them", () => {
    const { settings } = readSettings(
      readCommandLine(optionsOf("--env", "A=1,2", "B=3", "--mount", "/a,b:/c", "--", "true")),
    );
    expect(settings.env).toEqual([
      { name: "A", value: "1,2" },
      { name: "B", value: "3" },
    ]);
    expect(settings.mounts).toEqual([{ source: "/a,b", target: "/c", isReadOnly: false }]);
  });

  test("the value of --log-bodies is optional, and never taken from the next word", () => {
    const bytesOf = (...words: string[]) => {
      const line = parseLine(["--ssl-bump", ...words], command);
      if (line.kind !== "run") return line.kind;
      const { settings, problems } = readSettings(readCommandLine(line.options));
      return [settings.logBodies, line.args["command"], ...problems.map(({ problem }) => problem)];
    };
    expect(bytesOf()).toEqual([undefined, []]);
    expect(bytesOf("--log-bodies", "curl")).toEqual([16_384, ["curl"]]);
    expect(bytesOf("--log-bodies=64K", "--", "curl")).toEqual([65_536, ["curl"]]);
    expect(bytesOf("--log-bodies=0", "curl")).toEqual([undefined, ["curl"]]);
    expect(bytesOf("--log-bodies=2M", "curl")).toEqual([undefined, ["curl"], "is more than 1M"]);
    expect(bytesOf("--log-bodies=x", "curl")).toEqual([
      undefined,
      ["curl"],
      "is not a size such as 4096 or 64K",
    ]);
  });

  test("each option of the table is accepted by a command", () => {
    for (const { name, kind } of optionTable) {
      const words = kind === "flag" ? [`--${name}`] : [`--${name}`, "x"];
      expect(optionsOf(...words)).toHaveProperty(camelCase(name));
      expect(readCommandLine(optionsOf(...words)).map((one) => one.name)).toEqual([name]);
    }
  });
});

describe("settings", () => {
  test("have default values if no option is set", () => {
    const { settings, problems } = readSettings([]);
    expect(problems).toEqual([]);
    expect(settings).toMatchObject({
      allowDomains: [],
      sslBump: false,
      logLevel: "info",
      runtime: "auto",
      timeoutSeconds: undefined,
    });
  });

  test("the last of several single values takes precedence, and lists are concatenated", () => {
    const { settings } = readSettings([
      { name: "ssl-bump", value: true, id: "a" },
      { name: "timeout", value: 5, id: "a" },
      { name: "exclude-env", value: "A", id: "a" },
      { name: "ssl-bump", value: false, id: "b" },
      { name: "timeout", value: "6", id: "--timeout" },
      { name: "exclude-env", value: "B", id: "--exclude-env 1" },
    ]);
    expect(settings).toMatchObject({ sslBump: false, timeoutSeconds: 6, excludeEnv: ["A", "B"] });
  });

  test("an error never repeats a possible secret", () => {
    const { problems } = readSettings([
      { name: "env", value: "1TOKEN=hunter2", id: "--env 1" },
      { name: "env", value: "1hunter2", id: "--env 2" },
      { name: "upstream-proxy", value: "user:hunter2@proxy", id: "--upstream-proxy" },
    ]);
    expect(problems).toHaveLength(3);
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });
});

test("bodies can be logged only with interception, whose absence is a problem", () => {
  const option = { name: "log-bodies", value: true, id: "rules.yml:2:1" } as const;
  const bump = { name: "ssl-bump", value: true, id: "rules.yml:1:1" } as const;
  expect(readSettings([bump, option]).problems).toEqual([]);
  expect(readSettings([{ ...option, value: false }]).problems).toEqual([]);
  expect(readSettings([option]).problems).toEqual([
    {
      id: "rules.yml:2:1",
      text: "log-bodies",
      problem: "requires --ssl-bump: otherwise bodies are not visible",
      suggestion: "--ssl-bump",
    },
  ]);
});
