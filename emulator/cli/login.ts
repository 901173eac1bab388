import { join } from "node:path";
import { readJsonFile } from "../../src/shared/json-file.ts";
import { Secret } from "../../src/shared/secret.ts";
import { homeFolder } from "../../src/shared/this-user.ts";
import { CliFailure } from "./cli-failure.ts";

/** An account and its forge. */
export interface Login {
  /** `host` or `host:port` */
  readonly host: string;
  /** The account, or undefined if the configuration does not name it. */
  readonly user?: string;
  readonly token: Secret;
  /** The source of the token: an environment variable or a file. */
  readonly source: string;
}

const tokenVariable = "FORGE_CLI_TOKEN";

/**
 * Finds the host and the token. The host is read from `--hostname`, FORGE_HOST, or the first entry
 * of hosts.json, in this order; the token from FORGE_CLI_TOKEN or hosts.json. A token is never
 * accepted on the command line.
 * @throws CliFailure 4 if there is no login
 */
export async function readLogin(env: NodeJS.ProcessEnv, hostname?: string): Promise<Login> {
  const file = join(configFolder(env), "hosts.json");
  const hosts = await readHosts(file);
  const host = hostname || env["FORGE_HOST"] || Object.keys(hosts)[0];
  if (!host) throw new CliFailure(`You are not logged into any forge hosts (${file}).`, 4);
  if (!isHost(host)) throw new CliFailure(`"${host}" is not a valid host name`, 2);

  const entry = hosts[host];
  if (env[tokenVariable]) {
    return { host, token: new Secret(env[tokenVariable]), source: tokenVariable };
  }
  if (!entry) throw new CliFailure(`You are not logged into ${host} (${file}).`, 4);
  return { host, ...entry, source: file };
}

/**
 * Returns the folder for logins and the cache. @throws CliFailure if no environment variable
 * specifies it
 */
export function configFolder(env: NodeJS.ProcessEnv): string {
  const { FORGE_CONFIG_DIR: folder } = env;
  if (folder) return folder;
  const home = env["HOME"] || homeFolder();
  if (home === undefined) throw new CliFailure("neither HOME nor FORGE_CONFIG_DIR is set", 1);
  return join(home, ".config", "forge");
}

type Hosts = Record<string, { user: string; token: Secret }>;

async function readHosts(file: string): Promise<Hosts> {
  const hosts: Hosts = {};
  const json: unknown = await readJsonFile(file);
  if (typeof json !== "object" || json === null) return hosts;
  for (const [host, entry] of Object.entries(json as Record<string, unknown>)) {
    const { user, token } = (entry ?? {}) as Record<string, unknown>;
    if (typeof user === "string" && typeof token === "string") {
      hosts[host] = { user, token: new Secret(token) };
    }
  }
  return hosts;
}

function isHost(text: string): boolean {
  return /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[::1\])(?::\d{1,5})?$/i.test(text);
}
