import { Refusal } from "../http/reply.ts";
import { isRecord } from "../is-record.ts";
import type { InputRule } from "../runner/workflow-file.ts";

const mostInputs = 25;
const mostCharacters = 65_535;

/**
 * Validates the inputs of a dispatch against the workflow, and returns them as strings.
 * @throws Refusal (422) with GitHub's messages, if they are known
 */
export function readInputs(
  given: unknown,
  rules: Readonly<Record<string, InputRule>>,
): Record<string, string> {
  const entries = Object.entries(isRecord(given) ? given : {});
  if (entries.length > mostInputs) throw refused(`There can be at most ${mostInputs} inputs.`);
  const inputs = Object.fromEntries(entries.map(([name, value]) => [name, toText(value)]));
  if (JSON.stringify(inputs).length > mostCharacters) throw refused("inputs are too large.");
  const unknown = Object.keys(inputs).filter((name) => !Object.hasOwn(rules, name));
  if (unknown.length > 0) {
    const names = unknown.map((name) => JSON.stringify(name)).join(", ");
    throw refused(`Unexpected inputs provided: [${names}]`);
  }
  for (const [name, rule] of Object.entries(rules)) checkInput(name, inputs[name], rule);
  return inputs;
}

function checkInput(name: string, value: string | undefined, rule: InputRule): void {
  if (value === undefined) {
    if (rule.required && rule.default === "")
      throw refused(`Required input '${name}' not provided`);
    return;
  }
  if (rule.allowed && !rule.allowed.includes(value)) {
    throw refused(
      `Provided value '${value}' for input '${name}' not in the list of allowed values`,
    );
  }
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

const refused = (message: string) => new Refusal(422, message);
