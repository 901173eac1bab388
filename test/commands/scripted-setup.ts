import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeBrowserScript } from "../browser/browser-script.ts";
import type { OpenForge } from "../emulator/open-forge.ts";
import { createRobot } from "../emulator/signed-in.ts";
import { makeHome } from "./installed-program.ts";
import type { Ended, InstalledProgram } from "./installed-program.ts";

/**
 * The answers of an operator who wants both Apps, created in the browser, for acme/control only.
 */
export const answers = {
  scope: "later",
  "read-plan": true,
  "write-plan": true,
  "read-app-name": "gatehouse-acme-control-read",
  "read-app-how": "browser",
  "write-app-name": "gatehouse-acme-control-write",
  "write-app-how": "browser",
};

export interface ScriptedSetup {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** Runs `gatehouse VERB --host … --repo acme/control`. */
  readonly run: (verb: "setup" | "status", args?: readonly string[]) => Promise<Ended>;
  /** Runs the setup with these answers. */
  readonly answer: (file: object, args?: readonly string[]) => Promise<Ended>;
}

/**
 * Creates an operator's machine: a home directory, a login on the forge, and a browser that clicks
 * by itself.
 */
export async function openScriptedSetup(
  program: InstalledProgram,
  { emulator }: OpenForge,
  {
    env: more = {},
    args: always = [],
  }: Partial<Pick<ScriptedSetup, "env">> & {
    args?: readonly string[];
  } = {},
): Promise<ScriptedSetup> {
  const { home, env: location } = await makeHome();
  const browser = await makeBrowserScript(home, (link) => createRobot().visit(link));
  const env = {
    ...location,
    BROWSER: browser.path,
    FORGE_CONFIG_DIR: emulator.cliConfigDir,
    ...more,
  };
  const where = ["--host", emulator.origin, "--repo", "acme/control", ...always];
  const run: ScriptedSetup["run"] = (verb, args = []) =>
    program.run([verb, ...where, ...args], { env, cwd: home });
  return {
    home,
    env,
    run,
    answer: async (file, args = []) => {
      const path = join(home, "answers.json");
      await writeFile(path, JSON.stringify(file));
      return run("setup", ["--answers", path, ...args]);
    },
  };
}
