import { appendFileSync } from "node:fs";
import { randomUUID } from "node:crypto";

/** What the forge's runner, or the workflow, tells a step by its environment: `FORGE_OUTPUT`, `GITHUB_OUTPUT`. */
export type StepVariable =
  "API_URL" | "OUTPUT" | "REPOSITORY" | "RUN_ID" | "STEP_SUMMARY" | "TOKEN" | "WORKSPACE";

/** The neutral spelling first: a runner sets the brand's, a workflow sets ours on purpose. */
const prefixes = ["FORGE_", "GITHUB_"];

/** A variable of a workflow step, in whichever spelling it is there. An empty value is an absent one, as in a workflow's expressions. */
export function stepVariable(
  env: Readonly<NodeJS.ProcessEnv>,
  name: StepVariable,
): string | undefined {
  return prefixes.map((prefix) => env[`${prefix}${name}`]).find((value) => value);
}

/**
 * Writes a step's outputs for the steps behind it; nothing where there is no file for them, as outside a run.
 * @throws what the file system has against it
 */
export function writeStepOutputs(
  env: Readonly<NodeJS.ProcessEnv>,
  outputs: Readonly<Record<string, string>>,
): void {
  // A value may hold anything, line breaks and the usual ends as well: nobody can guess this one.
  const end = `end-${randomUUID()}`;
  const lines = Object.entries(outputs).map(
    ([name, value]) => `${name}<<${end}\n${value}\n${end}\n`,
  );
  append(stepVariable(env, "OUTPUT"), lines.join(""));
}

/** Adds Markdown to the run's summary; nothing where there is none. */
export function addToSummary(env: Readonly<NodeJS.ProcessEnv>, markdown: string): void {
  append(stepVariable(env, "STEP_SUMMARY"), `${markdown}\n`);
}

function append(file: string | undefined, text: string): void {
  if (file !== undefined) appendFileSync(file, text);
}
