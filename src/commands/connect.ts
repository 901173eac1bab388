import { join } from "node:path";
import { requireBrand } from "../forge/brand.ts";
import { openConnection } from "../forge/connection.ts";
import type { Connection } from "../forge/connection.ts";
import {
  describeEmbeddedHost,
  embeddedHost,
  loginVariables,
  resolveHost,
} from "../forge/host-profile.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { createSendOnce } from "../forge/send-once.ts";
import type { SendOnce } from "../forge/one-request.ts";
import type { Command } from "../shared/run-command.ts";
import { stateFolder } from "./state-folder.ts";

export interface ConnectOptions {
  readonly host: string;
  readonly brand?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** How long one call of the forge CLI may take. */
  readonly cliLimitMilliseconds?: number;
  /** What stands before the way to the host: who counts requests. */
  readonly wrap?: (send: SendOnce) => SendOnce;
}

/** Reaches a host; the embedded forge is started within this process. */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const { host, brand: word, env, wrap } = options;
  const { cliLimitMilliseconds } = options;
  const counting = {
    ...(wrap && { wrap }),
    ...(cliLimitMilliseconds !== undefined && { cliLimitMilliseconds }),
  };
  const brand = word === undefined ? undefined : requireBrand(word);
  const send = createSendOnce(env);
  if (host !== embeddedHost) {
    const profile = resolveHost(host, brand);
    const own = { profile, env, send, ...counting };
    if (!profile.isEmbedded)
      return openConnection({ ...own, command: forgeCommand(profile, env, "") });
    const { cliConfigFolder, signInAt } = await import("../../emulator/entry.ts");
    // Only the embedded forge's login lies in our own folder, which a machine may have no place for.
    const folder = env["FORGE_CONFIG_DIR"] ?? cliConfigFolder(emulatorStateFile(env));
    const command = forgeCommand(profile, env, folder);
    return openConnection({ ...own, command, signIn: signInAt(profile.webUrl, folder) });
  }
  const { signInAt, startEmulator } = await import("../../emulator/entry.ts");
  const emulator = await startEmulator({ stateFile: emulatorStateFile(env) });
  const profile = describeEmbeddedHost(emulator.origin, brand);
  const command = forgeCommand(profile, env, emulator.cliConfigDir);
  const signIn = signInAt(emulator.origin, emulator.cliConfigDir);
  const close = () => emulator.close();
  // The forge CLI's login on the embedded forge is known here: one process less to start.
  const token = emulator.userToken;
  return openConnection({ profile, command, env, send, token, signIn, close, ...counting });
}

/** The file that the embedded forge lives in. */
export function emulatorStateFile(env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), "emulator", "forge.json");
}

/** How the forge CLI is run for a host; `folder` holds its login on the embedded forge. */
function forgeCommand(profile: HostProfile, env: NodeJS.ProcessEnv, folder: string): Command {
  const { brand, host, webUrl, isEmbedded } = profile;
  const { command, hostVariable, configVariable, plainHost } = brand.cli;
  const own = loginVariables(profile, env);
  if (!isEmbedded) return { program: [command], environment: { ...own, [hostVariable]: host } };
  if (plainHost !== undefined) {
    // The real CLI reaches a forge of this machine as its proxy.
    const proxy = { http_proxy: webUrl, HTTP_PROXY: webUrl };
    return { program: [command], environment: { ...own, ...proxy, [hostVariable]: plainHost } };
  }
  return {
    program: [process.execPath, process.argv[1] ?? "", "forge"],
    environment: { [hostVariable]: new URL(webUrl).host, [configVariable]: folder },
  };
}
