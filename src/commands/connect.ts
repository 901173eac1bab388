import { join } from "node:path";
import { createForgeCli, NotSignedIn } from "../forge/forge-cli.ts";
import type { ForgeCli } from "../forge/forge-cli.ts";
import { requireBrand } from "../forge/brand.ts";
import { describeEmbeddedHost, embeddedHost, resolveHost } from "../forge/host-profile.ts";
import type { HostProfile } from "../forge/host-profile.ts";
import { createRestClient } from "../forge/client.ts";
import type { RestClient } from "../forge/client.ts";
import type { Command } from "../shared/run-command.ts";
import { stateFolder } from "./state-folder.ts";

/** A forge that was reached, and what ends when the command does. */
export interface Connection {
  readonly profile: HostProfile;
  readonly cli: ForgeCli;
  readonly fetch: typeof fetch;
  /** Speaks with the forge CLI's login; asks the CLI for it the first time. */
  readonly rest: () => Promise<RestClient>;
  readonly close: () => Promise<void>;
}

export interface ConnectOptions {
  readonly host: string;
  readonly brand?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** Reaches a host; the embedded forge is started within this process. */
export async function connect({ host, brand: word, env }: ConnectOptions): Promise<Connection> {
  const brand = word === undefined ? undefined : requireBrand(word);
  if (host !== embeddedHost) return speakWith(resolveHost(host, brand), env, noop);
  const { startEmulator } = await import("../emulator/emulator.ts");
  const emulator = await startEmulator({ stateFile: emulatorStateFile(env) });
  const profile = describeEmbeddedHost(emulator.origin, brand);
  const connection = speakWith(profile, env, () => emulator.close());
  // The forge CLI's login on the embedded forge is known here: one process less to start.
  const rest = createRestClient({ profile, fetch, token: emulator.userToken });
  return { ...connection, rest: () => Promise.resolve(rest) };
}

/** The file that the embedded forge lives in. */
export function emulatorStateFile(env: NodeJS.ProcessEnv): string {
  return join(stateFolder(env), "emulator", "forge.json");
}

function speakWith(
  profile: HostProfile,
  env: NodeJS.ProcessEnv,
  close: () => Promise<void>,
): Connection {
  const cli = createForgeCli({ profile, command: forgeCommand(profile, env), env });
  let client: Promise<RestClient> | undefined;
  const rest = async () => {
    const login = await cli.login();
    if (!login) throw new NotSignedIn(profile);
    return createRestClient({ profile, fetch, token: login.token });
  };
  return { profile, cli, fetch, rest: () => (client ??= rest()), close };
}

/** How the forge CLI is run for a host. */
function forgeCommand(
  { brand, host, webUrl, isEmbedded }: HostProfile,
  env: NodeJS.ProcessEnv,
): Command {
  const { command, hostVariable } = brand.cli;
  if (!isEmbedded) return { program: [command], environment: { [hostVariable]: host } };
  if (brand.name === "github") {
    // The real CLI reaches a forge of this machine as its proxy: the name makes it speak plain HTTP.
    const environment = {
      [hostVariable]: "github.localhost",
      http_proxy: webUrl,
      HTTP_PROXY: webUrl,
    };
    return { program: [command], environment };
  }
  return {
    program: [process.execPath, process.argv[1] ?? "", "forge"],
    environment: {
      [hostVariable]: new URL(webUrl).host,
      FORGE_CONFIG_DIR: env["FORGE_CONFIG_DIR"] ?? join(stateFolder(env), "emulator", "forge-cli"),
    },
  };
}

function noop(): Promise<void> {
  return Promise.resolve();
}
