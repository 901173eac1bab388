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

/** It begins the number of each run, in which the service takes no more than this. */
const name = text({
  checks: [
    oneLine,
    noExpressions,
    never(/^\s*$/, "is empty"),
    never(/["/:<>\\|?@*$]/, 'has one of " / : < > \\ | ? @ * $ in it, which no run can be called'),
    never(/\.\s*$/, "ends with a dot"),
    never(/^.{101}/, "is longer than 100 characters"),
  ],
});

const description = text({ checks: [] });

/** All that a front matter may hold, in a brand. */
function definitionShape(brand: Brand["name"]) {
  return record(
    {
      name: { shape: name, about: "What the agent is called.", isRequired: true },
      description: { shape: description, about: "What it is for, for people." },
      engine: {
        shape: engineShapes[brand],
        about: `The engine that the agent runs on: "${brands[brand].engine.id}", or a block.`,
      },
      network: { shape: network, about: "What the engine may reach." },
      pool: { shape: pool, about: "Where jobs run." },
      on: { shape: triggers, about: "When it runs. Without it: when somebody starts it." },
      parameters: { shape: parameters, about: "What a run can be started with." },
      repositories: { shape: repositories, about: "Repositories that are checked out, too." },
      setup: { shape: steps, about: "Steps of a job before the agent's." },
      steps: { shape: steps, about: "Steps of the agent's job, before the engine." },
      postSteps: {
        name: "post-steps",
        shape: steps,
        about: "Steps of the agent's job, after the engine.",
      },
      teardown: { shape: steps, about: "Steps of a job after the safe outputs." },
      safeOutputs: {
        name: "safe-outputs",
        shape: safeOutputs,
        about: "What the agent may propose: issue, comment, pull-request, dispatch.",
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

/** The two of them, made once. */
export const definitionShapes = {
  forge: definitionShape("forge"),
  github: definitionShape("github"),
} as const satisfies Readonly<Record<Brand["name"], unknown>>;

/** In the order in which a definition has them: a key that is added finds its place by it. */
export const definitionKeys = keysOf(definitionShapes.forge.schema["properties"]);

function keysOf(properties: unknown): readonly string[] {
  return typeof properties === "object" && properties ? Object.keys(properties) : [];
}
