import { brands, type Brand } from "../../forge/brand.ts";
import { plainEngine } from "../engine/read-engine.ts";
import { Findings, type Diagnostics } from "../../yaml/diagnostics.ts";
import { readYaml } from "../../yaml/read-yaml.ts";
import type { Site } from "../../yaml/shape.ts";
import { definitionYaml, type SourceFault, type SourceFile } from "../source/source-file.ts";
import { fieldOf, type YamlMap, type YamlNode } from "../../yaml/yaml-node.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { definitionShapes } from "./definition-shape.ts";
import { findHosts, type NamedHost } from "./find-hosts.ts";
import { ownNames, refuseHalves, refuseOwnNames } from "./own-names.ts";
import { defaultPool } from "./read-pool.ts";
import { refuseCredentials } from "./refuse-credentials.ts";
import { refuseUnseen } from "./unseen-steps.ts";
import { lintNetwork } from "./lint-network.ts";
import { lintSchedules } from "./lint-schedules.ts";
import { lintParameters } from "./lint-parameters.ts";

/**
 * A definition with all its errors and warnings. If there is an error, the definition is undefined.
 */
export interface ReadDefinition extends Diagnostics {
  readonly definition?: AgentDefinition;
  /**
   * Hosts that still have to be checked against the public suffix list. Offsets are relative to the
   * start of the file.
   */
  readonly hosts?: readonly NamedHost[];
}

/**
 * Maximum length of the prompt, in bytes. The engine receives the prompt as one argument, and
 * operating systems limit the size of an argument.
 */
const longestBody = 120_000;

/** Reads a definition file that uses the brand's naming convention. */
export function readDefinition(
  file: SourceFile | SourceFault,
  brand: Brand["name"],
  defaultBranch?: string,
): ReadDefinition {
  if (!("yaml" in file)) {
    const { line, column, message } = file;
    return { errors: [{ path: "", line, column, message }], warnings: [] };
  }
  const findings = new Findings((offset) => file.placeOf(offset));
  const start = { start: file.yamlStart };
  const { root, faults } = readYaml(file.yaml, { ...definitionYaml, base: file.yamlStart });
  for (const { offset, message } of faults) findings.error({ start: offset }, "", { message });
  checkBody(file, findings);
  refuseCredentials(file, findings);
  const site = { path: "", key: start, findings };
  const definition =
    root && faults.length === 0 ? build(root, site, { brand, file, defaultBranch }) : undefined;
  if (!root && faults.length === 0) {
    findings.error(start, "", { message: "the front matter is empty", hint: `Add a "name"` });
  }
  const hosts = root && faults.length === 0 ? findHosts(root) : [];
  const all = { ...findings.all(), ...(hosts.length > 0 && { hosts }) };
  return all.errors.length > 0 || !definition ? all : { definition, ...all };
}

function checkBody({ body, bodyStart, text }: SourceFile, findings: Findings): void {
  const end = { start: text.length };
  const size = Buffer.byteLength(body);
  if (body === "") {
    const hint = "Describe the task of the agent below the front matter";
    findings.error(end, "", { message: "the prompt is empty", hint });
  } else if (size > longestBody) {
    const message = `the prompt has ${size} bytes; the engine accepts at most ${longestBody}`;
    findings.error({ start: bodyStart }, "", { message });
  } else if (body.includes("\0")) {
    findings.error({ start: text.indexOf("\0") }, "", { message: "contains a NUL character" });
  }
}

interface Given {
  readonly brand: Brand["name"];
  readonly file: SourceFile;
  /** Default branch of the repository; undefined if it is unknown. */
  readonly defaultBranch: string | undefined;
}

function build(
  root: YamlNode,
  site: Site,
  { brand, file, defaultBranch }: Given,
): AgentDefinition | undefined {
  const read = definitionShapes[brand].read(root, site);
  if (!read || root.kind !== "map") return undefined;
  const { name = "", engine = plainEngine, pool = defaultPool } = read;
  const definition: AgentDefinition = {
    name,
    engine,
    pool,
    ...(read.description !== undefined && { description: read.description }),
    network: read.network ?? { allowed: [], blocked: [], urls: [] },
    on: read.on ?? { schedules: [] },
    parameters: read.parameters ?? [],
    repositories: read.repositories ?? [],
    setup: read.setup ?? [],
    steps: read.steps ?? [],
    postSteps: read.postSteps ?? [],
    teardown: read.teardown ?? [],
    safeOutputs: read.safeOutputs?.outputs ?? [],
    ...(read.safeOutputs?.approval && { approval: read.safeOutputs.approval }),
    body: file.body,
  };
  lintSecrets(root, definition, { site, brand: brands[brand] });
  lintProvider(root, definition, { site, brand: brands[brand] });
  lintNetwork(root, site);
  if (defaultBranch !== undefined) lintSchedules(root, definition, { site, defaultBranch });
  if (engine.appToken || engine.provider?.credential) lintParameters(definition, site);
  return definition;
}

/** Keys whose values are free text. Any of that text can become part of a step. */
const authored = ["setup", "steps", "post-steps", "teardown", "parameters", "repositories", "pool"];

function lintSecrets(
  root: YamlMap,
  { engine }: AgentDefinition,
  { site, brand }: { readonly site: Site; readonly brand: Brand },
): void {
  const names = ownNames(engine, brand);
  const hasKey = engine.appToken !== undefined;
  const isMinted = hasKey || engine.provider?.credential?.kind === "token";
  for (const name of authored) {
    const field = fieldOf(root, name);
    if (!field) continue;
    const within = { ...site, path: name, key: field.key };
    const isElsewhere = name === "setup" || name === "teardown";
    const isReachable = isElsewhere ? hasKey : isMinted;
    refuseOwnNames(field.value, within, { names, isReachable });
    if (!isReachable) continue;
    if (name === "parameters") refuseHalves(field.value, within);
    else if (name.endsWith("steps"))
      refuseUnseen(field.value, within, "in a job that mints a token");
    else if (isElsewhere) {
      refuseUnseen(field.value, within, "and they could use the App's private key");
    }
  }
}

/**
 * Warns if the provider's host is unknown, so the firewall blocks it. Also warns if the provider
 * has no credential, because the engine could send it the engine's own credential.
 */
function lintProvider(
  root: YamlMap,
  { engine, network }: AgentDefinition,
  { site, brand }: { readonly site: Site; readonly brand: Brand },
): void {
  const { provider, appToken } = engine;
  if (!provider) return;
  const block = fieldOf(root, "engine")?.value;
  const field = block?.kind === "map" ? fieldOf(block, "provider") : undefined;
  const address = field?.value.kind === "map" ? fieldOf(field.value, "base-url") : undefined;
  const location = address?.value ?? root;
  if (!provider.credential && !appToken) {
    site.findings.warn(location, "engine.provider.base-url", {
      message: `does not have a credential, so the engine could send ${brand.workflowToken} to the provider`,
      hint: `Add "api-key" or "token". If the provider does not need a credential, add "${brand.engine.appBlock}" with few permissions`,
    });
  }
  const isVariable = provider.host === undefined && provider.baseUrl.includes("$(");
  if (!isVariable || network.allowed.length > 0 || network.urls.length > 0) return;
  site.findings.warn(location, "engine.provider.base-url", {
    message: "is only known at run time, so the firewall blocks the provider's host",
    hint: `Add the provider's host to "network.allowed"`,
  });
}
