import type { AgentDefinition } from "../definition/agent-definition.ts";
import type { Engine } from "../engine/engine.ts";
import { hostOfApi, providerDomains, publicApiHost } from "../../forge/forge-domains.ts";
import type { Brand } from "../../forge/brand.ts";
import { shellWord } from "../../shared/shell-word.ts";
import {
  engineEnvironment,
  excludedVariables,
  hostEnvironment,
  type EngineRole,
} from "./engine-environment.ts";
import { besidePath, inside, outside } from "./folders.ts";
import { engineFolder } from "./install-engine.ts";
import type { BashStep, EnvValue } from "./pipeline.ts";
import { failWith, writeText } from "./shell.ts";

/**
 * The Git folder with the repository's history, which the agent can read. The step creates the
 * folder if nothing was checked out.
 */
const history = "$BUILD_SOURCESDIRECTORY/.git";

/** Returns the step that runs the engine behind the firewall. */
export function runEngine(
  definition: AgentDefinition,
  { brand, role }: { readonly brand: Brand; readonly role: EngineRole },
): BashStep {
  const { engine } = definition;
  const env = engineEnvironment(engine, brand, role);
  const script = [
    "set -uo pipefail",
    ...Object.entries(env).flatMap(([name, value]) => requireSet(name, value)),
    ...refuseClassicToken(env, brand),
    ...(role === "agent" ? [`mkdir -p "${history}"`] : []),
    ...writeReadRules(definition, brand),
    `IFS= read -r -d '' prompt < "${outside.prompt}" || true`,
    `prompt="\${prompt%$'\\n'}"`,
    // Prevents Azure Pipelines from executing logging commands that the engine prints.
    `${firewallCommand(definition, { brand, role })} -- ${engineCommand(engine, brand)} 2>&1 | sed -u -e 's/##\\(vso\\)\\{0,1\\}\\[/## \\1[/g'`,
  ];
  return {
    kind: "bash",
    displayName: role === "agent" ? "Run the agent" : "Run the safety check",
    script: `${script.join("\n")}\n`,
    workingDirectory: "$(Build.SourcesDirectory)",
    env,
  };
}

/**
 * Returns a line that fails if a variable is not set. Azure Pipelines does not replace the macro of
 * an unknown variable, and does not warn.
 */
export function requireSet(name: string, value: EnvValue): readonly string[] {
  if (typeof value === "string" || value.origin === "literal") return [];
  const [first, ...others] = value.variable.split(", ");
  const names = others.length > 0 ? `One of ${value.variable}` : `The secret variable ${first}`;
  const how =
    value.origin === "variable"
      ? `${names} is not set. To set it, run: gatehouse secrets set ${first}`
      : `No earlier step has set ${value.variable}.`;
  const [echo = "", exit = ""] = failWith(how);
  return [`case "\${${name}-}" in '' | *\\$\\(*) ${echo}; ${exit} ;; esac`];
}

/** Returns a line that fails if the operator's token is a classic one. Does not print the token. */
function refuseClassicToken(
  env: Readonly<Record<string, EnvValue>>,
  { title, workflowToken, engine }: Brand,
): readonly string[] {
  const value = env[workflowToken];
  if (value === undefined || typeof value === "string" || value.origin !== "variable") return [];
  const [echo = "", exit = ""] = failWith(
    `${workflowToken} is a classic personal access token, which cannot be limited to repositories or to reading. Store a fine-grained token of ${title}, or use "${engine.appBlock}".`,
  );
  return [`case "\${${workflowToken}-}" in ghp_*) ${echo}; ${exit} ;; esac`];
}

/**
 * Returns the lines that write a rules file, which limits the API to reading. Only the rules of an
 * intercepting firewall can contain methods.
 */
function writeReadRules(definition: AgentDefinition, brand: Brand): readonly string[] {
  const hosts = readOnlyHosts(definition, brand);
  const rules = hosts.flatMap((host) => [
    `  - url: https://${host}/**`,
    "    methods: [GET, HEAD]",
    "    reason: the engine only reads, and the pipeline applies its proposals",
  ]);
  return hosts.length > 0 ? writeText(["rules:", ...rules].join("\n"), `"${outside.rules}"`) : [];
}

function firewallCommand(
  definition: AgentDefinition,
  { brand, role }: { readonly brand: Brand; readonly role: EngineRole },
): string {
  const { engine, network } = definition;
  const allowed = allowedDomains(definition, brand);
  const words = [
    "gatehouse firewall",
    ...(allowed.length > 0 ? [`--allow-domains "${allowed.join(",")}"`] : []),
    ...(network.blocked.length > 0
      ? [`--block-domains "${unique(network.blocked).join(",")}"`]
      : []),
    ...(network.urls.length > 0
      ? [`--ssl-bump --allow-urls "${unique(network.urls).join(",")}"`]
      : []),
    ...(readOnlyHosts(definition, brand).length > 0 ? [`--config "${outside.rules}"`] : []),
    ...(engine.provider?.credential ? ["--enable-api-proxy"] : []),
    "--env-all",
    ...excludedVariables(engine, brand).map((name) => `--exclude-env ${name}`),
    ...mounts(definition, role),
    ...(role === "agent"
      ? [`--env AW_SAFE_OUTPUTS=${inside.proposalsFile}`]
      : [`--env AW_SAFE_OUTPUTS=${inside.proposalsFile} --env AW_VERDICT=${inside.verdictFile}`]),
    `--proxy-logs-dir "${outside.logs}"`,
  ];
  return words.join(" ");
}

/**
 * Returns the domains that the engine requires and those that the definition allows, sorted and
 * without duplicates.
 */
function allowedDomains({ engine, network }: AgentDefinition, brand: Brand): readonly string[] {
  const models = engine.provider?.credential ? [] : providerDomains(brand);
  const hosts = [
    engine.apiTarget?.toLowerCase(),
    ...Object.values(hostEnvironment(engine, brand)),
    engine.provider?.host,
  ];
  return unique([
    ...models,
    ...(brand.name === "github" ? [publicApiHost] : []),
    ...hosts.filter((host) => host !== undefined),
    ...network.allowed,
  ]);
}

/**
 * Returns the hosts to which the engine can only send GET and HEAD requests: those of the API and of
 * Git that the compiler allows, unless the definition has its own rules for them.
 */
function readOnlyHosts({ engine, network }: AgentDefinition, brand: Brand): readonly string[] {
  if (brand.name !== "github" || network.urls.length === 0) return [];
  const target = engine.apiTarget?.toLowerCase();
  // On a server whose API has no host of its own, the same host also serves models.
  const own =
    target !== undefined && hostOfApi(target) !== target ? [target, hostOfApi(target)] : [];
  const named = [...network.allowed, ...network.urls].map(hostOfRule);
  return unique([publicApiHost, ...own]).filter(
    (host) => !named.some((rule) => matches(rule, host)),
  );
}

/** Returns the host name, or the pattern of host names, of a domain or a URL. */
function hostOfRule(text: string): string {
  const [host = ""] = text
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .split(/[/:]/, 1);
  return host;
}

function matches(rule: string, host: string): boolean {
  return rule === host || (rule.startsWith("*.") && host.endsWith(rule.slice(1)));
}

function unique(words: readonly string[]): readonly string[] {
  return [...new Set(words)].toSorted();
}

function mounts({ engine, repositories }: AgentDefinition, role: EngineRole): readonly string[] {
  const { command } = engine;
  const own = command?.startsWith("/tmp/") ? [command] : [];
  return [
    ...(command === undefined ? [`--mount "${outside.engine}:${engineFolder}:ro"`] : []),
    ...own.map((path) => `--mount ${shellWord(`${path}:${path}:ro`)}`),
    ...(role === "agent"
      ? [
          `--mount "${outside.drop}:${inside.proposals}"`,
          // Read-only, because the engine could otherwise write programs to the Git folder, and a
          // later Git command would run them outside of the sandbox.
          `--mount "${history}:${history}:ro"`,
          ...repositories.map(({ alias }) => mountBeside(alias)),
        ]
      : [
          `--mount "${outside.proposals}:${inside.proposals}:ro"`,
          `--mount "${outside.verdict}:${inside.verdict}"`,
        ]),
  ];
}

function mountBeside(alias: string): string {
  const location = `$AGENT_BUILDDIRECTORY/${besidePath(alias)}`;
  return `--mount "${location}:${location}:ro"`;
}

/** Returns the command of the engine. The compiler's arguments come first, the author's last. */
function engineCommand({ command, model, agent, apiTarget, args }: Engine, brand: Brand): string {
  const program = command ?? `${engineFolder}/${brand.engine.id}`;
  return [
    shellWord(program),
    // One argument, because the engine would treat a prompt that starts with "-" as an option.
    '--prompt="$prompt"',
    ...(model === undefined ? [] : [`--model ${shellWord(model)}`]),
    ...(agent === undefined ? [] : [`--agent ${shellWord(agent)}`]),
    ...(apiTarget === undefined || brand.engine.hostVariables.length > 0
      ? []
      : [`--api-target ${shellWord(apiTarget)}`]),
    "--disable-builtin-mcps --no-ask-user --allow-all-tools --allow-all-paths",
    ...args.map((argument) => shellWord(argument)),
  ].join(" ");
}
