import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { machine } from "../../system/machine.ts";
import { definitions } from "./definitions.ts";
import { compileText } from "./compile-text.ts";
import { scriptsOf } from "./pipeline-scripts.ts";

describe.each(definitions)("the scripts of %s", (_, yaml) => {
  const scripts = scriptsOf(compileText(yaml).pipeline);

  test("are bash's, and shellcheck has nothing to say of them", () => {
    for (const { name, script } of scripts) {
      const parsed = spawnSync("bash", ["-n"], { input: script, encoding: "utf8" });
      expect([name, parsed.stderr]).toEqual([name, ""]);
      const args = ["--shell=bash", "--format=gcc", "-"];
      const checked = spawnSync(machine().shellcheck, args, { input: script, encoding: "utf8" });
      expect([name, checked.stdout]).toEqual([name, ""]);
    }
    expect(scripts.length).toBeGreaterThan(5);
  });

  test("hold nothing in whose place the service puts something else", () => {
    for (const { name, script } of scripts) {
      expect([name, /\$\(|\$\{\{|\$\[/.exec(script)?.[0]]).toEqual([name, undefined]);
    }
  });
});
