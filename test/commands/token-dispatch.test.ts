import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { text } from "../plane/scope/written-settings.ts";
import { installProgram } from "./installed-program.ts";
import { openStep } from "./token-bench.ts";

const program = installProgram();

describe("a token for a dispatch", () => {
  async function openPlane(settings?: string) {
    const step = await openStep(program);
    if (settings !== undefined) {
      await mkdir(join(step.folder, ".forge"));
      await writeFile(join(step.folder, ".forge/control-plane.json"), settings);
    }
    const run = (...args: string[]) =>
      step.run(["--for", "dispatch", ...args], { FORGE_WORKSPACE: step.folder });
    return { ...step, run };
  }

  test("is minted if the settings name a worker", async () => {
    const { run, outputs } = await openPlane(text({ workers: ["worker.yml"] }));
    expect((await run()).code).toBe(0);
    expect(await outputs()).toContain("token<<");
  });

  test.each([
    ["there are no settings", undefined, 2],
    ["the settings name no worker", text(), 5],
    ["the list of workers is empty", text({ workers: [] }), 5],
    ["the settings are invalid", text({ workers: "worker.yml" }), 2],
  ])("is refused if %s", async (_, settings, expected) => {
    const { run, minted, outputs } = await openPlane(settings);
    for (const args of [[], ["--ignore-if-missing"]]) {
      expect((await run(...args)).code).toBe(expected);
    }
    expect({ minted: minted(), outputs: await outputs() }).toEqual({ minted: [], outputs: "" });
  });

  test("is rejected for another repository, because the settings do not list its workflows", async () => {
    const { run, minted } = await openPlane(text({ workers: ["worker.yml"] }));
    const { code, err } = await run("--repository", "acme/api");
    expect({ code, minted: minted() }).toEqual({ code: 2, minted: [] });
    expect(err).toContain("acme/api");
  });
});
