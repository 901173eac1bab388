import { configureEngine, type EngineOutcome } from "../../../flows/engine/configure-engine.ts";
import type { EngineDeps, SecretStore } from "../../../flows/engine/engine-deps.ts";
import { compileSource } from "../../../src/compiler/compile-source.ts";
import { firstDefinition } from "../../../src/compiler/first-definition.ts";
import { brands, type Brand } from "../../../src/forge/brand.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { settings } from "../../compiler/pipeline/compile-text.ts";
import { runStep, type StepOptions, type StepRun } from "../shared/run-step.ts";

/** A repository with an optional definition, and the service that runs its pipeline. */
export interface EngineBench {
  readonly deps: EngineDeps;
  readonly file: () => string | undefined;
  readonly pipeline: () => string | undefined;
  /** File contents in the order in which they were written. */
  readonly saved: readonly string[];
  /** Names and values of the stored secrets. */
  readonly stored: Readonly<Record<string, string>>;
  readonly configure: (
    answers: Readonly<Record<string, unknown>>,
    options?: StepOptions,
  ) => Promise<StepRun<EngineOutcome>>;
}

export interface BenchOptions {
  readonly file?: string;
  /** Text of the existing pipeline. `compiled`: the compiler's output for the file. */
  readonly pipeline?: string;
  /** Names and values that are stored before the run. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly brand?: Brand["name"];
  readonly change?: Partial<EngineDeps>;
  readonly secrets?: Partial<SecretStore>;
}

/** A definition that contains a user's own text. */
export const plain = `---
# Who it is.
name: probe # for people
network:
  allowed: [a.example] # ours
---

Look.
`;

/** Compiles as the program does, for one machine of the test. */
export function compile(text: string, brand: Brand["name"] = "forge") {
  return compileSource(new TextEncoder().encode(text), {
    settings: { ...settings, brand },
    programs: { mint: "mint();\n".repeat(30), revoke: "revoke();\n".repeat(30) },
    version: "0.0.0",
    source: "agents/probe.md",
  });
}

export function openEngineBench(options: BenchOptions = {}): EngineBench {
  const { brand = "forge" } = options;
  let { file, pipeline } = options;
  const saved: string[] = [];
  const stored: Record<string, string> = { ...options.stored };
  const deps: EngineDeps = {
    brand: brands[brand],
    pinnedVersion: "1.0.47",
    definitionFile: "/work/agents/probe.md",
    definitionName: "agents/probe.md",
    pipelineFile: "/work/agents/probe.yml",
    pipelineName: "agents/probe.yml",
    compileCommand: "gatehouse compile agents/probe.md",
    readDefinition: () => Promise.resolve(file),
    readPipeline: () => Promise.resolve(pipeline),
    firstText: () => firstDefinition("probe", brand),
    saveDefinition: (text) => {
      file = text;
      saved.push("definition");
      return Promise.resolve();
    },
    savePipeline: (text) => {
      pipeline = text;
      saved.push("pipeline");
      return Promise.resolve();
    },
    compile: (text) => Promise.resolve(compile(text, brand)),
    verifyAppKey: () => Promise.resolve({ kind: "verified" }),
    readKeyFile: () => Promise.resolve(new Secret("no key")),
    secrets: {
      find: () =>
        Promise.resolve({
          locations: [
            {
              kind: "pipeline",
              id: "7",
              name: "probe",
              names: Object.keys(stored).map((name) => name.toUpperCase()),
            },
          ],
        }),
      store: (_place, { name, value }) => {
        stored[name] = value.reveal();
        return Promise.resolve();
      },
      ...options.secrets,
    },
    ...options.change,
  };
  return {
    deps,
    file: () => file,
    pipeline: () => pipeline,
    saved,
    stored,
    configure: (answers, more = {}) =>
      runStep((context) => configureEngine(context, deps), { ...more, answers }),
  };
}

/** The fewest answers: only the required content of a new file. */
export const least = {
  "engine-version": "pinned",
  "engine-model": "",
  "engine-agent": "",
  "engine-minutes": "",
  authentication: "token",
  "token-terms": true,
  "network-allowed": ["a.example"],
  "network-blocked": [],
  "network-urls": [],
  pipeline: "now",
  "engine-save": "write",
  "forge-token-when": "later",
};

export const withApp = {
  ...least,
  authentication: "app",
  "app-terms": true,
  "app-id": "1234567",
  "app-owner": "octo-org",
  "app-repositories": ["octo-repo"],
  "app-api-url": "",
  "app-key-variable": "FORGE_APP_PRIVATE_KEY",
  "app-key-when": "later",
};

export const withKey = {
  ...least,
  authentication: "provider",
  "provider-url": "https://models.example.com/v1",
  "provider-type": "openai",
  "provider-wire-api": "completions",
  "provider-credential": "api-key",
  "provider-key-variable": "MODEL_KEY",
  "provider-terms": true,
  "provider-forge": "none",
  "provider-key-when": "later",
};

/**
 * A definition with every value that the wizard asks for, and comments in every possible position.
 */
export const full = `---
name: probe
# Which engine.
engine:   # the block
  id: agent-cli
  version: "v1.2.3" # not newer
  model:   model-1
  timeout-minutes: 45
  forge-app-token: { app-id: 1234567, owner: octo-org, repositories: [ "octo-repo" ] }
  provider:
    # Ours.
    base-url: 'https://models.example.com/v1'
    type: openai
    api-key: $(MODEL_KEY)
network:
  allowed:
    - a.example   # first
    - b.example
  urls: ["https://docs.example.com/api/**"]
---
Look.
`;

export const compiledFull = compile(full).text ?? "";

/** The answers to each question about the full definition if the operator only presses Enter. */
export const fullAnswers = {
  ...withApp,
  ...withKey,
  "engine-version": "own",
  "engine-version-name": "1.2.3",
  "engine-model": "model-1",
  "engine-minutes": "45",
  "provider-forge": "app",
  "network-allowed": ["a.example", "b.example"],
  "network-urls": ["https://docs.example.com/api/**"],
  "interception-terms": true,
};
