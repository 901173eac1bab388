import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { InvalidInput } from "../shared/errors.ts";

/** What the forge's runner, or the workflow, tells a step by its environment: `FORGE_OUTPUT`, `GITHUB_OUTPUT`. */
export type StepVariable =
  "API_URL" | "OUTPUT" | "REPOSITORY" | "RUN_ID" | "STEP_SUMMARY" | "TOKEN" | "WORKSPACE";

/** The neutral spelling first: a runner sets the brand's, a workflow sets ours on purpose. */
const prefixes = ["FORGE_", "GITHUB_"];

/** A variable of a workflow step, in whichever spelling it is there. An empty or blank value is an absent one, as in a workflow's expressions. */
export function stepVariable(
  env: Readonly<NodeJS.ProcessEnv>,
  name: StepVariable,
): string | undefined {
  return prefixes.map((prefix) => env[`${prefix}${name}`]).find((value) => value?.trim());
}

/**
 * Writes a step's outputs for the steps behind it; nothing where there is no file for them, as outside a run.
 * @throws InvalidInput where the file cannot be written
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
  append(env, "OUTPUT", lines.join(""));
}

/** Adds Markdown to the run's summary; nothing where there is none. @throws InvalidInput where the file cannot be written */
export function addToSummary(env: Readonly<NodeJS.ProcessEnv>, markdown: string): void {
  append(env, "STEP_SUMMARY", `${markdown}\n`);
}

// A pipe that nobody reads would keep the step for ever.
const appending =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;

function append(
  env: Readonly<NodeJS.ProcessEnv>,
  name: "OUTPUT" | "STEP_SUMMARY",
  text: string,
): void {
  const file = stepVariable(env, name);
  if (file === undefined) return;
  try {
    const open = openSync(file, appending, 0o666);
    try {
      writeFileSync(open, text);
    } finally {
      closeSync(open);
    }
  } catch (cause) {
    const hints = [{ say: `Leave FORGE_${name} as the runner sets it, or empty outside a run` }];
    throw new InvalidInput(`The file of FORGE_${name} cannot be written.`, hints, { cause });
  }
}
