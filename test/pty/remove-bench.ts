import { execPath } from "node:process";
import type { InstalledProgram, makeHome } from "../commands/installed-program.ts";
import { createApp, installApp, openForge, type OpenForge } from "../emulator/open-forge.ts";
import { runCli } from "../emulator/cli-bench.ts";
import type { Wizard } from "./setup-hands.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";

export const home = "/repos/acme/control";
const worker = ".forge/workflows/worker.yml";

interface Start {
  readonly forge: OpenForge;
  readonly location: Awaited<ReturnType<typeof makeHome>>;
  readonly args?: readonly string[];
  readonly columns?: number;
}

/** Creates the read App with its record, and a workflow that uses it. */
export async function openWorld() {
  const forge = await openForge();
  const app = await createApp(forge);
  await installApp(forge, app, ["acme/control"]);
  const env = {
    FORGE_HOST: new URL(forge.emulator.origin).host,
    FORGE_CONFIG_DIR: forge.emulator.cliConfigDir,
  };
  const repo = ["--repo", "acme/control"];
  await runCli(["variable", "set", "CP_FORGE_READ_APP_ID", "--body", app.clientId, ...repo], {
    env,
  });
  await runCli(["secret", "set", "CP_FORGE_READ_APP_PRIVATE_KEY", ...repo], {
    env,
    stdin: app.pem,
  });
  const yaml = [
    "on: workflow_dispatch",
    "jobs:",
    "  work:",
    "    runs-on: embedded",
    "    steps:",
    "      - run: echo ${{ secrets.CP_FORGE_READ_APP_PRIVATE_KEY }}",
    "",
  ].join("\n");
  const body = { message: "m", content: Buffer.from(yaml).toString("base64") };
  await forge.rest("PUT", `${home}/contents/${worker}`, { body });
  return { forge, app };
}

export function startRemoval(
  program: InstalledProgram,
  { forge, location, args = [], columns = 80 }: Start,
): Wizard {
  const command = ["remove", "--repo", "acme/control", "--host", forge.emulator.origin];
  return startWizard({
    command: execPath,
    args: [program.cli(), ...command, "--no-open", ...args],
    env: { ...location.env, ...notOurs, FORGE_CONFIG_DIR: forge.emulator.cliConfigDir },
    cwd: location.home,
    columns,
  });
}

/** Deletes an App through its settings page, as a user does. */
export const deleteApp = (forge: OpenForge, slug: string) =>
  forge.page(`/organizations/acme/settings/apps/${slug}/delete`, {});

export const secretsLeft = async (forge: OpenForge) =>
  (await forge.rest("GET", `${home}/actions/secrets`)).json.total_count as number;
