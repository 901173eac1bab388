import { brands } from "../../../src/forge/brand.ts";
import { renderDecision } from "../../../src/plane/scope/decision.ts";
import { appDecision } from "../../plane/control-plane-bench.ts";
import { least, plain } from "../../flows/engine/engine-bench.ts";
import { isUsage, noTerminal, type LineSituation } from "./prove-lines.ts";

const notRun = "it installs a package, or asks a service on another machine";

/** Steps that install and sign in to the CLI of the pipeline service. */
const withoutPipelineCli = {
  "Install its extension": notRun,
  "Sign in": notRun,
} as const;

/** Steps of GitHub's compiler, whose place the embedded forge takes in its own runs. */
const compileWorkflows = {
  forge: {},
  github: {
    "Install gh aw, GitHub's compiler for agentic workflows": notRun,
    "Compile the worker, then the orchestrator": notRun,
    "Commit and push the workflows": notRun,
    "Start the orchestrator": notRun,
    // The directory is not a clone of a repository on GitHub.
    "After the worker's run has ended, verify the control plane": ["--repo is missing", 2],
  },
} as const;

const definition = { "agents/probe.md": plain };

const noPipelineCli = ["The Azure CLI (az) is not installed.", 5] as const;

const named = (brand: keyof typeof brands) => `--brand ${brand}`;

const ofEachBrand: readonly LineSituation[] = Object.values(brands).flatMap((brand) => [
  {
    what: `a directory without definitions (${brand.name})`,
    run: [
      [`gatehouse compile ${named(brand.name)}`, 2],
      [`gatehouse explain ${named(brand.name)} agents/probe.md`, 2],
    ],
    steps: { "Create a first definition": ["Created agents/probe.md", 0] },
  },
  {
    what: `a first definition (${brand.name})`,
    run: [[`gatehouse new probe ${named(brand.name)}`, 0]],
    steps: { "Compile its Azure pipeline": ["agents/probe.md → agents/probe.yml", 0] },
  },
  {
    what: `first workflows (${brand.name})`,
    run: [[`gatehouse new probe --workflow ${named(brand.name)}`, 0]],
    steps: {
      "Pull the decision of setup, delete both files, and run this again": notRun,
      "Check that both use the control file": ["the control file is missing", 5],
      ...compileWorkflows[brand.name],
    },
  },
  {
    what: `first workflows without a control file (${brand.name})`,
    files: { [`${brand.folder}/control-plane-decision.json`]: renderDecision(appDecision) },
    run: [
      ["git init -q .", 0],
      ["mkdir sub", 0],
      [`cd sub && gatehouse new probe --workflow`, 0],
    ],
    steps: {
      "Go to the root of the clone": ["", 0],
      "Write the control file, which both import": [/shared\/control\.md is written/, 0],
      "Check that both use the control file": ["no problems found", 0],
      ...compileWorkflows[brand.name],
    },
  },
  {
    what: `a directory in place of a definition (${brand.name})`,
    run: [
      [`gatehouse new probe ${named(brand.name)} >/dev/null`, 0],
      [`gatehouse explain agents ${named(brand.name)}`, 2],
    ],
    steps: { "Specify a definition": [brand.workflowToken, 0] },
  },
  {
    what: `a pipeline in place of its definition (${brand.name})`,
    run: [[`gatehouse engine agents/probe.yml ${named(brand.name)}`, 2]],
    steps: { "Choose a definition": [noTerminal, 2] },
  },
  {
    what: `an engine whose secret is stored later (${brand.name})`,
    files: { "answers.json": JSON.stringify({ answers: { ...least, pipeline: "later" } }) },
    run: [
      [
        `gatehouse engine agents/probe.md ${named(brand.name)} --org https://dev.azure.com/acme --project 'our agents' --answers answers.json`,
        5,
      ],
    ],
    steps: {
      ...withoutPipelineCli,
      "Compile its Azure pipeline": ["agents/probe.md → agents/probe.yml", 0],
      "Store the secret": noPipelineCli,
      "Store the client ID of the write App, which applies the proposals": noPipelineCli,
      "Store the key of the write App": noPipelineCli,
      "Or store a PAT in place of the write App": noPipelineCli,
      "Show which secret reaches which step": [brand.workflowToken, 0],
    },
  },
  {
    what: `settings that are invalid (${brand.name})`,
    files: { ...definition, "gatehouse.json": `{ "brand": "${brand.name}", "pool": 1 }` },
    run: [[`gatehouse compile ${named(brand.name)}`, 2]],
    steps: { "Show its schema": ['"$schema"', 0] },
  },
  {
    what: `secrets without the CLI of the pipeline service (${brand.name})`,
    files: definition,
    run: [
      ["gatehouse secrets set KEY </dev/null", 5],
      ["gatehouse secrets set KEY --pipelines x", 2],
    ],
    steps: { ...withoutPipelineCli, "Show the options": [isUsage("secrets set"), 0] },
  },
]);

/** Commands about definitions, and their printed steps, with the names of each brand. */
export const compilerSteps: readonly LineSituation[] = [
  ...ofEachBrand,
  {
    what: "a definition in a clone of a GitHub repository",
    run: [
      ["git init -q . && git remote add origin https://github.com/acme/agents.git", 0],
      ["gatehouse new probe", 0],
    ],
    steps: {
      "Compile its Azure pipeline": ["agents/probe.md → agents/probe.yml", 0],
      "Or write workflows for GitHub Actions": ["Created .github/workflows/probe.md", 0],
    },
  },
];
