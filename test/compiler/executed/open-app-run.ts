import { brands } from "../../../src/forge/brand.ts";
import { createApp, installApp, openForge } from "../../emulator/open-forge.ts";
import { openFront } from "./secure-front.ts";

/**
 * Creates an App on a forge of its own, and a definition whose engine receives the App's token, in
 * a brand's naming convention.
 */
export async function openAppRun(brand: "forge" | "github" = "forge") {
  const { appBlock, appKey, id } = brands[brand].engine;
  const forge = await openForge();
  const app = await createApp(forge);
  await installApp(forge, app, ["acme/control"]);
  const front = await openFront(forge.emulator.origin);
  const probe = `${forge.emulator.apiUrl}/installation/repositories`;
  const yaml = (more: string) =>
    [
      "name: probe",
      "engine:",
      `  id: ${id}`,
      "  command: COMMAND",
      `  env: {PROBE_URL: '${probe}'${more}}`,
      `  ${appBlock}: {app-id: ${app.appId}, owner: acme, repositories: [control], api-url: '${front.origin}/api/v3'}`,
      `network: {allowed: ['${new URL(probe).origin}']}`,
      "post-steps: [{bash: 'echo after the engine'}]",
    ].join("\n");
  const run = {
    secrets: { [appKey]: app.pem },
    env: { NODE_EXTRA_CA_CERTS: front.certificate },
  };
  const isAlive = async (token: string) =>
    (await forge.rest("GET", "/installation/repositories", { token })).status === 200;
  return { yaml, run, isAlive };
}
