import type { FirewallDeps } from "../../../flows/firewall/firewall-deps.ts";
import type { DomainNeed } from "../../firewall/rules/known-domains.ts";
import { requireBrand } from "../../forge/brand.ts";
import { forgeDomains, providerDomains } from "../../forge/forge-domains.ts";
import { embeddedHost, resolveHost } from "../../forge/host-profile.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { explainRefusal, writeTextFile } from "../../shared/json-file.ts";
import { invokingUser } from "../../shared/invoking-user.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { userRow } from "../../shared/this-user.ts";
import { runTrial } from "./run-trial.ts";
import { readBoundedFile } from "../../shared/read-bounded-file.ts";

interface Place {
  readonly config: string;
  readonly rulesFile: string;
  readonly host: string;
  readonly brand?: string | undefined;
}

/** Gives the setup of a rules file its hands: that file, this machine's names, and the firewall itself. */
export function wireFirewall({ config, rulesFile, host, brand }: Place): FirewallDeps {
  const env = ourEnvironment();
  return {
    rulesFile,
    rulesName: config,
    readRules: () => readText(rulesFile),
    saveRules: (text) => writeTextFile(rulesFile, text),
    needs: listNeeds(host, { brand, env }),
    operator: nameOperator(env),
    variableNames: Object.keys(env).toSorted(),
    now: () => new Date(),
    runTrial: (command, hear, signal) => runTrial({ command, rulesFile, env }, hear, signal),
  };
}

/** The person who called sudo is who agrees to something. Of whom the system has no name, their number. */
function nameOperator(env: NodeJS.ProcessEnv): string {
  const { SUDO_USER: caller } = env;
  if (caller !== undefined && invokingUser(env)) return caller;
  return userRow()?.username ?? `uid ${process.getuid?.() ?? 0}`;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readBoundedFile(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") return undefined;
    const refusal = explainRefusal({ name: "", message: "", code });
    if (!refusal) throw error;
    const { because, say } = refusal;
    throw new InvalidInput(`${path} cannot be read: ${because}.`, [{ say }], { cause: error });
  }
}

/** What the forge and the engine's provider need; the embedded forge is on this machine, which no rule reaches. */
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
      ? [{ id: "forge", label: "The forge", domains: forgeDomains(profile) }]
      : []),
    ...(provider.length > 0
      ? [{ id: "provider", label: "The engine's provider", domains: provider }]
      : []),
  ];
}

/** The provider that the environment names goes before the usual one. */
function listProvider({ brand }: HostProfile, env: NodeJS.ProcessEnv): readonly string[] {
  const url = env[`${brand.providerPrefix}_BASE_URL`];
  if (url !== undefined && URL.canParse(url)) return [new URL(url).host];
  return providerDomains(brand);
}
