import { join } from "node:path";
import { brands, requireBrand } from "../forge/brand.ts";
import type { Brand } from "../forge/brand.ts";
import { openConnection } from "../forge/connection.ts";
import type { Connection } from "../forge/connection.ts";
import {
  conventionOf,
  describeEmbeddedHost,
  embeddedHost,
  loginVariables,
  resolveHost,
} from "../forge/host-profile.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { createSendOnce } from "../forge/send-once.ts";
import type { SendOnce } from "../forge/one-request.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import type { Command } from "../shared/run-command.ts";
import { stateFolder } from "../shared/state-folder.ts";

export interface ConnectOptions {
  readonly host: string;
  readonly brand?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Time limit for one call of the forge CLI, in milliseconds. */
  readonly cliLimitMilliseconds?: number;
  /** Wraps the transport, for example to count requests. */
  readonly wrap?: (send: SendOnce) => SendOnce;
}

/** Connects to a host. The embedded forge is started in this process. */
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
    const profile = resolveHost(host, brand ?? (await findConvention(host, env)));
    const own = { profile, env, send, ...counting };
    if (!profile.isEmbedded)
      return openConnection({ ...own, command: forgeCommand(profile, env, "") });
    const { cliConfigFolder, signInAt } = await import("../../emulator/entry.ts");
    // Finds the directory only for the embedded forge, because finding gatehouse's own directory
    // can fail on this machine.
    const folder =
      env["FORGE_CONFIG_DIR"] ?? cliConfigFolder(emulatorStateFile(env, profile.brand.name));
    const command = forgeCommand(profile, env, folder);
    return openConnection({ ...own, command, signIn: signInAt(profile.webUrl, folder) });
  }
  const { signInAt, startEmulator } = await import("../../emulator/entry.ts");
  const { announceTemporaryPages } = await import("../terminal/temporary-pages.ts");
  const emulator = await startEmulator({ stateFile: emulatorStateFile(env, brand) });
  const profile = describeEmbeddedHost(emulator.origin, brand);
  const start = ownCommandLine("emulator", ...conventionOf(profile));
  announceTemporaryPages({ origin: emulator.origin, command: start });
  const command = forgeCommand(profile, env, emulator.cliConfigDir);
  const signIn = signInAt(emulator.origin, emulator.cliConfigDir);
  const close = () => emulator.close();
  // The embedded forge's token is already known, so the forge CLI does not have to be started.
  const token = emulator.userToken;
  return openConnection({ profile, command, env, send, token, signIn, close, ...counting });
}

/**
 * Finds the naming convention of the embedded forge at an address, so that commands without
 * `--brand` find its login.
 */
async function findConvention(
  address: string,
  env: NodeJS.ProcessEnv,
): Promise<Brand["name"] | undefined> {
  const { host, isEmbedded } = resolveHost(address);
  if (!isEmbedded) return undefined;
  const { cliConfigFolder, startedAt } = await import("../../emulator/entry.ts");
  const starts = await Promise.all(
    Object.values(brands).map(async ({ name }) => {
      const at = await startedAt(cliConfigFolder(emulatorStateFile(env, name)), host);
      return at === undefined ? [] : [{ name, at }];
    }),
  );
  return starts.flat().toSorted((one, other) => other.at - one.at)[0]?.name;
}

/**
 * Returns the path of the embedded forge's state file. Each naming convention has its own forge, so
 * a rehearsal with the real `gh` does not change the forge of the demo.
 */
export function emulatorStateFile(
  env: NodeJS.ProcessEnv,
  brandName: Brand["name"] = "forge",
): string {
  const folder = brandName === "forge" ? "emulator" : `emulator-${brandName}`;
  return join(stateFolder(env), folder, "forge.json");
}

/**
 * Returns the command that runs the forge CLI for a host.
 * @param folder directory that contains the CLI's login on the embedded forge
 */
function forgeCommand(profile: HostProfile, env: NodeJS.ProcessEnv, folder: string): Command {
  const { brand, host, webUrl, isEmbedded } = profile;
  const { command, hostVariable, configVariable, plainHost } = brand.cli;
  const own = loginVariables(profile, env);
  if (!isEmbedded) return { program: [command], environment: { ...own, [hostVariable]: host } };
  if (plainHost !== undefined) {
    // The real CLI can connect to a forge on this machine only if it uses the forge as an HTTP
    // proxy.
    const proxy = { http_proxy: webUrl, HTTP_PROXY: webUrl };
    return { program: [command], environment: { ...own, ...proxy, [hostVariable]: plainHost } };
  }
  return {
    program: [process.execPath, process.argv[1] ?? "", "forge"],
    environment: { [hostVariable]: new URL(webUrl).host, [configVariable]: folder },
  };
}
