import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOutputs } from "../../emulator/runner/step-files.ts";
import { renderSettings } from "../../src/plane/scope/settings.ts";
import { openControlPlane, someSettings } from "../plane/control-plane-bench.ts";
import { makeFolder } from "../temporary-folder.ts";
import type { InstalledProgram } from "./installed-program.ts";

/**
 * Prepares a workflow step for the installed program on a forge of its own: its environment and its
 * directory.
 */
export async function openStep(program: InstalledProgram) {
  const plane = await openControlPlane();
  const folder = makeFolder("step");
  mkdirSync(join(folder, ".forge"));
  const settings = join(folder, ".forge/control-plane.json");
  writeFileSync(settings, renderSettings(someSettings));
  const [output, summary] = [join(folder, "output"), join(folder, "summary")];
  const files = { FORGE_OUTPUT: output, FORGE_STEP_SUMMARY: summary };
  const env: Record<string, string> = {
    FORGE_API_URL: plane.emulator.apiUrl,
    FORGE_REPOSITORY: "acme/control",
    FORGE_RUN_ID: "77",
  };
  return {
    ...plane,
    folder,
    settings,
    env,
    files,
    run: (args: readonly string[] = [], change: Record<string, string> = files) =>
      program.run(["admit", ...args], { cwd: folder, env: { ...env, ...change } }),
    outputs: () => readOutputs(output),
    summary: () => readFileSync(summary, "utf8"),
    setLeft: (who: string, remaining: number, reset: number) =>
      plane.control("PATCH", "world", { limits: { [who]: { core: { remaining, reset } } } }),
    /** Records the requests that the forge receives from now on. */
    heed: () => {
      const before = plane.emulator.requests().length;
      return () =>
        plane.emulator
          .requests()
          .slice(before)
          .map(({ method, path, status }) => `${method} ${path} ${status}`);
    },
  };
}

export const inHalfAnHour = () => Math.floor(Date.now() / 1000) + 1800;
