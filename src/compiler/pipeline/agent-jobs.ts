import { providerEnvironment } from "./engine-environment.ts";
import type { AgentDefinition } from "../definition/agent-definition.ts";
import type { YamlMap } from "../../yaml/yaml-node.ts";
import type { Brand } from "../../forge/brand.ts";
import type { CompilerSettings } from "./settings.ts";
import { installGatehouse } from "./install-gatehouse.ts";
import {
  forgetTokens,
  mintAppToken,
  mintProviderToken,
  revokeAppToken,
  type Programs,
} from "./credential-steps.ts";
import type { EngineRole } from "./engine-environment.ts";
import {
  artifact,
  besidePath,
  outside,
  proposalsName,
  telemetryName,
  verdictName,
} from "./folders.ts";
import { installEngine } from "./install-engine.ts";
import { jobs, validateName } from "./job-names.ts";
import type { AuthorStep, BashStep, CheckoutStep, Job, Step } from "./pipeline.ts";
import { outputLimits } from "./output-limits.ts";
import { agentPrompt, threatPrompt } from "./prompts.ts";
import { requireSet, runEngine } from "./run-engine.ts";
import { sealedVariables } from "./sealed-variables.ts";
import { strict, writeText } from "./shell.ts";

/** The input from which each job is generated. */
export interface Making {
  readonly definition: AgentDefinition;
  readonly settings: CompilerSettings;
  readonly brand: Brand;
  readonly programs: Programs;
}

export function agentJob(making: Making): Job {
  const { definition } = making;
  const { engine, pool, repositories, setup } = definition;
  return {
    ...jobs.agent,
    dependsOn: setup.length > 0 ? [jobs.setup.id] : [],
    ...(engine.timeoutMinutes !== undefined && { timeoutInMinutes: engine.timeoutMinutes }),
    pool,
    variables: {},
    sealed: sealedVariables,
    steps: [
      checkoutSelf(),
      ...repositories.map(({ alias }) => checkoutBeside(alias)),
      ...prepare(making),
      ...authored(definition.steps),
      writePrompt(agentPrompt(definition), [outside.drop]),
      ...engineSteps(making, "agent"),
      keepProposals(),
      ...authored(definition.postSteps),
      {
        kind: "publish",
        displayName: "Publish the agent's output",
        condition: "always()",
        path: "$(Agent.TempDirectory)/agent_outputs",
        artifact,
      },
    ],
  };
}

/** Returns the job in which a second engine assesses the proposals of the agent. */
export function detectionJob(making: Making): Job {
  const { definition } = making;
  return {
    ...jobs.detection,
    dependsOn: [jobs.agent.id],
    pool: definition.pool,
    variables: {},
    sealed: sealedVariables,
    steps: [
      checkoutSelf(),
      ...prepare(making),
      downloadOutputs(),
      writePrompt(threatPrompt(definition), [outside.proposals, outside.verdict]),
      ...engineSteps(making, "detection"),
      validateStep(definition),
    ],
  };
}

/** Returns a step that downloads the published output of the agent. */
export function downloadOutputs(): Step {
  return {
    kind: "download",
    displayName: "Download the agent's output",
    artifact,
    path: "$(Agent.TempDirectory)/agent_outputs",
  };
}

/**
 * Returns the step that checks out the pipeline's repository. The checkout does not persist the
 * token, because the engine can read the complete folder. The path is fixed, because Azure
 * Pipelines chooses a different path if there are several repositories.
 */
function checkoutSelf(): CheckoutStep {
  return { kind: "checkout", repository: "self", fields: { persistCredentials: false, path: "s" } };
}

function checkoutBeside(alias: string): CheckoutStep {
  const fields = { persistCredentials: false, path: besidePath(alias) };
  return { kind: "checkout", repository: alias, fields };
}

export function authored(steps: readonly YamlMap[]): readonly AuthorStep[] {
  return steps.map((step) => ({ kind: "author", step }));
}

function prepare({ definition, settings, brand }: Making): readonly Step[] {
  const { engine } = definition;
  return [
    ...installGatehouse(settings),
    ...installEngine(engine, { release: settings.engine, brand }),
    ...pullSidecar(definition, brand),
  ];
}

/**
 * Returns a step that verifies, before anything is minted, that a sidecar can serve the provider.
 */
function pullSidecar({ engine }: AgentDefinition, brand: Brand): readonly BashStep[] {
  const { provider } = engine;
  if (!provider?.credential) return [];
  const { credential: _, ...open } = provider;
  const env = {
    ...providerEnvironment(open, brand),
    // Placeholder: this step does not send requests to the provider, so it does not need a
    // credential.
    [`${brand.providerPrefix}_API_KEY`]: "none-yet",
  };
  const script = [
    strict,
    ...Object.entries(env).flatMap(([name, value]) => requireSet(name, value)),
    "gatehouse firewall pull --enable-api-proxy",
  ];
  return [
    {
      kind: "bash",
      displayName: "Prepare the sidecar",
      script: `${script.join("\n")}\n`,
      env,
    },
  ];
}

function writePrompt(prompt: string, folders: readonly string[]): BashStep {
  const made = [...folders, outside.logs].map((folder) => `"${folder}"`).join(" ");
  const script = [strict, `mkdir -p ${made}`, ...writeText(prompt, `"${outside.prompt}"`)];
  return { kind: "bash", displayName: "Write the prompt", script: `${script.join("\n")}\n` };
}

/**
 * Returns the engine step with its credential steps. A token is minted directly before the engine
 * and revoked directly after it, even if the engine fails.
 */
function engineSteps(making: Making, role: EngineRole): readonly Step[] {
  const { definition, brand } = making;
  const { appToken, provider } = definition.engine;
  return [
    ...(appToken ? [mintAppToken(appToken, making)] : []),
    ...(provider ? mintProviderToken(provider) : []),
    runEngine(definition, { brand, role }),
    ...(appToken ? revokeAppToken(appToken, making) : []),
    ...forgetTokens(definition.engine, brand),
  ];
}

/**
 * Returns a step that copies only regular files with known names. Otherwise, a symbolic link that
 * the engine created would be followed on this machine.
 */
function keepProposals(): BashStep {
  const kept = [proposalsName, telemetryName].map((name) => [
    `if [ -f "${outside.drop}/${name}" ] && [ ! -L "${outside.drop}/${name}" ]; then`,
    `  head -c ${largestKept} "${outside.drop}/${name}" > "${outside.proposals}/${name}"`,
    "fi",
  ]);
  const script = [strict, `mkdir -p "${outside.proposals}"`, ...kept.flat()];
  return {
    kind: "bash",
    displayName: "Collect the agent's output",
    condition: "always()",
    script: `${script.join("\n")}\n`,
  };
}

/**
 * Maximum size in bytes of the copy of an engine's output file. The validation reads fewer bytes.
 */
const largestKept = 64 * 1024 * 1024;

function validateStep({ safeOutputs }: AgentDefinition): BashStep {
  const reviewed = safeOutputs.filter(({ requireApproval }) => requireApproval);
  const words = [
    "gatehouse outputs check",
    `--proposals "${outside.proposals}/${proposalsName}"`,
    `--verdict "${outside.verdict}/${verdictName}"`,
    ...outputLimits(safeOutputs),
    ...(reviewed.length > 0
      ? [`--reviewed ${reviewed.map(({ handler }) => handler).join(",")}`]
      : []),
  ];
  return {
    kind: "bash",
    name: validateName,
    displayName: "Validate the proposals",
    script: `${strict}\n${words.join(" ")}\n`,
  };
}
