import type { FirewallDeps } from "../../../flows/firewall/firewall-deps.ts";
import { readOptionFile } from "../../firewall/read-option-file.ts";
import type { DomainNeed } from "../../firewall/rules/known-domains.ts";
import { requireBrand } from "../../forge/brand.ts";
import { forgeDomains, providerDomains } from "../../forge/forge-domains.ts";
import { embeddedHost, resolveHost } from "../../forge/host-profile.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { explainUnreadable, writeTextFile } from "../../shared/json-file.ts";
import { invokingUser } from "../../shared/invoking-user.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { userRow } from "../../shared/this-user.ts";
import { runTrial } from "./run-trial.ts";
import { codeOf } from "../../shared/error-code.ts";

interface Location {
  readonly config: string;
  readonly rulesFile: string;
  readonly host: string;
  readonly brand?: string | undefined;
}

/**
 * Creates the dependencies of the rules file setup: the file, the names of environment variables,
 * and the firewall.
 */
export function wireFirewall({ config, rulesFile, host, brand }: Location): FirewallDeps {
  const env = ourEnvironment();
  return {
    rulesFile,
    rulesName: config,
    readRules: async () => readText(rulesFile),
    saveRules: (text) => writeTextFile(rulesFile, text),
    needs: listNeeds(host, { brand, env }),
    operator: nameOperator(env),
    variableNames: Object.keys(env).toSorted(),
    now: () => new Date(),
    runTrial: (command, onMessage, signal) =>
      runTrial({ command, rulesFile, env }, onMessage, signal),
  };
}

/**
 * Returns the name of the consenting operator: with sudo, the calling user. Falls back to the user
 * ID.
 */
function nameOperator(env: NodeJS.ProcessEnv): string {
  const { SUDO_USER: caller } = env;
  if (caller !== undefined && invokingUser(env)) return caller;
  return userRow()?.username ?? `uid ${process.getuid?.() ?? 0}`;
}

function readText(path: string): string | undefined {
  try {
    const read = readOptionFile(path);
    if ("reason" in read) throw new InvalidInput(`Cannot use ${path}: ${read.reason}.`);
    return Buffer.from(read.bytes).toString("utf8");
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
    if (codeOf(error) === "ENOENT") return undefined;
    throw explainUnreadable(path, error);
  }
}

/**
 * Lists the domains of the forge and of the engine's provider. Returns an empty list for the
 * embedded forge, which is on this machine, where rules do not apply.
 */
function listNeeds(
  host: string,
  { brand, env }: { brand: string | undefined; env: NodeJS.ProcessEnv },
): DomainNeed[] {
  const profile =
    host === embeddedHost
      ? undefined
      : resolveHost(host, brand === undefined ? brand : requireBrand(brand));
  const provider = profile ? listProvider(profile, env) : [];
  return [
    ...(profile && !profile.isEmbedded
      ? [{ id: "forge", label: "Repository host", domains: forgeDomains(profile) }]
      : []),
    ...(provider.length > 0
      ? [{ id: "provider", label: "Engine provider", domains: provider }]
      : []),
  ];
}

/**
 * Lists the domains of the engine's provider. A provider in the environment takes precedence over
 * the default provider.
 */
function listProvider({ brand }: HostProfile, env: NodeJS.ProcessEnv): readonly string[] {
  const url = env[`${brand.providerPrefix}_BASE_URL`];
  if (url !== undefined && URL.canParse(url)) return [new URL(url).host];
  return providerDomains(brand);
}
