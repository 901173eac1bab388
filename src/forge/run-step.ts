import { closeSync, constants, openSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { InvalidInput } from "../shared/errors.ts";

/**
 * Environment variables that the runner or the workflow sets for a step: `FORGE_OUTPUT`,
 * `GITHUB_OUTPUT`.
 */
export type StepVariable =
  "API_URL" | "OUTPUT" | "REPOSITORY" | "RUN_ID" | "STEP_SUMMARY" | "TOKEN" | "WORKSPACE";

/**
 * `FORGE_` takes precedence. The runner always sets the GITHUB_* variables, so a workflow that sets
 * a FORGE_* variable overrides them on purpose.
 */
const prefixes = ["FORGE_", "GITHUB_"];

/**
 * Returns the value of a step's environment variable, with either prefix. A blank value counts as
 * missing, as in workflow expressions.
 */
export function stepVariable(
  env: Readonly<NodeJS.ProcessEnv>,
  name: StepVariable,
): string | undefined {
  return prefixes.map((prefix) => env[`${prefix}${name}`]).find((value) => value?.trim());
}

/**
 * Writes the outputs of a step for later steps. Does nothing outside a run, because there is no
 * output file.
 * @throws InvalidInput if the file cannot be written
 */
export function writeStepOutputs(
  env: Readonly<NodeJS.ProcessEnv>,
  outputs: Readonly<Record<string, string>>,
): void {
  // The delimiter must not occur in a value. Values can contain any text, so the delimiter is
  // random.
  const end = `end-${randomUUID()}`;
  const lines = Object.entries(outputs).map(
    ([name, value]) => `${name}<<${end}\n${value}\n${end}\n`,
  );
  append(env, "OUTPUT", lines.join(""));
}

/**
 * Adds Markdown to the run's summary. Does nothing if there is no summary file.
 * @throws InvalidInput if the file cannot be written
 */
export function addToSummary(env: Readonly<NodeJS.ProcessEnv>, markdown: string): void {
  append(env, "STEP_SUMMARY", `${markdown}\n`);
}

// Without O_NONBLOCK, a pipe without a reader would block the step forever.
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
    const hints = [
      { text: `Keep the runner's value of FORGE_${name}; outside a run, leave it empty` },
    ];
    throw new InvalidInput(`Could not write the file named in FORGE_${name}.`, hints, { cause });
  }
}
