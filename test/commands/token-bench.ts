import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ceilings } from "../../src/credentials/apps/ceilings.ts";
import { createApp, installApp, openForge } from "../emulator/open-forge.ts";
import { makeFolder } from "../temporary-folder.ts";
import { makeHome, type InstalledProgram } from "./installed-program.ts";

/** Prepares a step of a run in acme/control, on a forge with the write App. */
export async function openStep(
  program: InstalledProgram,
  repositories: readonly string[] | "all" = ["acme/control", "acme/api"],
) {
  const forge = await openForge();
  const app = await createApp(forge, { default_permissions: ceilings.write });
  await installApp(forge, app, repositories);
  const folder = makeFolder("token");
  const output = join(folder, "output");
  await writeFile(output, "");
  const pair = {
    CP_FORGE_WRITE_APP_ID: app.clientId,
    CP_FORGE_WRITE_APP_PRIVATE_KEY: app.pem,
  };
  const step = {
    ...(await makeHome()).env,
    FORGE_API_URL: forge.emulator.apiUrl,
    FORGE_OUTPUT: output,
    FORGE_REPOSITORY: "acme/control",
    FORGE_STEP_SUMMARY: join(folder, "summary"),
  };
  const run = (args: readonly string[], env: Record<string, string | undefined> = {}) =>
    program.run(["token", ...args], { env: { ...step, ...pair, ...env } });
  const minted = () =>
    forge.emulator.requests().filter(({ path }) => path.endsWith("access_tokens"));
  return { ...forge, app, run, minted, folder, outputs: () => readFile(output, "utf8") };
}
