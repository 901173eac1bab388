import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { machine } from "../../system/machine.ts";
import { definitions } from "./definitions.ts";
import { compileText } from "./compile-text.ts";
import { scriptsOf } from "./pipeline-scripts.ts";

describe.each(definitions)("the scripts of %s", (_, yaml) => {
  const scripts = scriptsOf(compileText(yaml).pipeline);

  test("are valid bash, without shellcheck findings", () => {
    for (const { name, script } of scripts) {
      const parsed = spawnSync("bash", ["-n"], { input: script, encoding: "utf8" });
      expect([name, parsed.stderr]).toEqual([name, ""]);
      const args = ["--shell=bash", "--format=gcc", "-"];
      const checked = spawnSync(machine().shellcheck, args, { input: script, encoding: "utf8" });
      expect([name, checked.stdout]).toEqual([name, ""]);
    }
    expect(scripts.length).toBeGreaterThan(5);
  });

  test("contain nothing that Azure Pipelines replaces", () => {
    for (const { name, script } of scripts) {
      expect([name, /\$\(|\$\{\{|\$\[/.exec(script)?.[0]]).toEqual([name, undefined]);
    }
  });
});
