import { brands, type Brand } from "../../forge/brand.ts";
import { engineShapes } from "../engine/read-engine.ts";
import { record } from "../../yaml/record-shape.ts";
import { never, noExpressions, oneLine, text } from "../../yaml/scalar-shapes.ts";
import { network } from "./read-network.ts";
import { parameters } from "./read-parameters.ts";
import { pool } from "./read-pool.ts";
import { repositories } from "./read-repositories.ts";
import { safeOutputs } from "./read-safe-outputs.ts";
import { steps } from "./read-steps.ts";
import { triggers } from "./read-triggers.ts";

/**
 * The limits for run numbers in Azure Pipelines apply, because each run number starts with this
 * name.
 */
const name = text({
  checks: [
    oneLine,
    noExpressions,
    never(/^\s*$/, "is empty"),
    never(
      /["/:<>\\|?@*$]/,
      'contains one of " / : < > \\ | ? @ * $, which are not allowed in run names',
    ),
    never(/\.\s*$/, "ends with a dot"),
    never(/^.{101}/, "is longer than 100 characters"),
  ],
});

const description = text({ checks: [] });

/** Returns the shape of the front matter in the brand's naming convention. */
function definitionShape(brand: Brand["name"]) {
  return record(
    {
      name: { shape: name, about: "Name of the agent.", isRequired: true },
      description: { shape: description, about: "Purpose of the agent, for readers." },
      engine: {
        shape: engineShapes[brand],
        about: `Engine of the agent: "${brands[brand].engine.id}", or a block with its settings.`,
      },
      network: { shape: network, about: "Hosts that the engine can reach." },
      pool: { shape: pool, about: "Machines that run the jobs." },
      on: {
        shape: triggers,
        about: "Triggers. Without this key, the pipeline runs only when a person starts it.",
      },
      parameters: { shape: parameters, about: "Parameters of a run." },
      repositories: { shape: repositories, about: "Additional repositories to check out." },
      setup: { shape: steps, about: "Steps of a job before the agent job." },
      steps: { shape: steps, about: "Steps of the agent job, before the engine." },
      postSteps: {
        name: "post-steps",
        shape: steps,
        about: "Steps of the agent job, after the engine.",
      },
      teardown: { shape: steps, about: "Steps of a job after the safe outputs." },
      safeOutputs: {
        name: "safe-outputs",
        shape: safeOutputs,
        about: "Outputs that the agent can propose: issue, comment, pull-request, dispatch.",
      },
    },
    {
      what: "the definition",
      elsewhere: {
        model: `"model" is a key of "engine"`,
        "timeout-minutes": `"timeout-minutes" is a key of "engine"`,
        provider: `"provider" is a key of "engine"`,
        env: `"env" is a key of "engine"`,
        allowed: `"allowed" is a key of "network"`,
        schedule: `"schedule" is a key of "on"`,
        triggers: 'Did you mean "on"?',
      },
    },
  );
}

/** The shapes of both brands, created once. */
export const definitionShapes = {
  forge: definitionShape("forge"),
  github: definitionShape("github"),
} as const satisfies Readonly<Record<Brand["name"], unknown>>;

/** Front matter keys in schema order, which determines where an edit inserts a new key. */
export const definitionKeys = keysOf(definitionShapes.forge.schema["properties"]);

function keysOf(properties: unknown): readonly string[] {
  return typeof properties === "object" && properties ? Object.keys(properties) : [];
}
