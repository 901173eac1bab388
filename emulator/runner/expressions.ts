import type { Secret } from "../../src/shared/secret.ts";
import { environmentPrefixes, runContexts } from "./spellings.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** Values that expressions in a job can use. Names of secrets and variables are in upper case. */
export interface Scope {
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly variables: ReadonlyMap<string, string>;
  readonly inputs: Readonly<Record<string, string>>;
  /** Values such as `forge.repository` and `forge.api_url`, except the token. */
  readonly run: Readonly<Record<string, string>>;
  readonly token: Secret;
  /** Outputs of finished steps, by step id. */
  readonly outputs: Map<string, Readonly<Record<string, string>>>;
  /** Jobs that this job needs, by id. */
  readonly needs: ReadonlyMap<string, NeededJob>;
  /** `env:` of the workflow and the job, or undefined outside a job. */
  readonly env?: Readonly<Record<string, string>>;
  /** Values of the `matrix` context; undefined if the job is not in a matrix. */
  readonly matrix?: Readonly<Record<string, string>>;
  readonly strategy?: Readonly<Record<string, string>>;
  /** Values of the `runner` context, such as `runner.temp`. */
  readonly runner?: Readonly<Record<string, string>>;
}

/** The result of a job that another job needs. */
export interface NeededJob {
  readonly result: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/**
 * Whether secrets are allowed in a text. They are allowed only in `env:`, not in scripts, names or
 * conditions.
 */
export type Secrecy = "secrets allowed" | "secrets refused";

/**
 * Evaluates `${{ … }}`. Supports paths such as `vars.NAME`, `'strings'`, and `||` between them.
 * @throws WorkflowRefused for any other expression, and for a secret in a text that cannot contain
 *   secrets
 */
export function fillIn(text: string, scope: Scope, secrecy: Secrecy): string {
  return text.replaceAll(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, scope, secrecy),
  );
}

export function fillInAll(
  texts: Readonly<Record<string, string>>,
  scope: Scope,
): Record<string, string> {
  const filled = Object.entries(texts).map(([name, text]) => [
    name,
    fillIn(text, scope, "secrets allowed"),
  ]);
  return Object.fromEntries(filled) as Record<string, string>;
}

function evaluate(expression: string, scope: Scope, secrecy: Secrecy): string {
  let value = "";
  for (const operand of expression.split("||")) {
    // Evaluates every operand, so that an invalid operand causes an error even if its value is not
    // needed.
    const next = evaluateOperand(operand.trim(), scope, secrecy);
    if (value === "") value = next;
  }
  return value;
}

function evaluateOperand(operand: string, scope: Scope, secrecy: Secrecy): string {
  const literal = /^'([^']*)'$/.exec(operand) ?? /^(-?\d+|true|false)$/.exec(operand);
  if (literal) return literal[1] ?? "";
  const [context = "", name = "", ...rest] = operand.split(".");
  const isPath = /^[a-z]+(?:\.[\w-]+)+$/i.test(operand);
  if (isPath && rest.length === 0) {
    const isSecret = context === "secrets" || (runContexts.includes(context) && name === "token");
    if (isSecret && secrecy === "secrets refused") {
      throw new WorkflowRefused(`\${{ ${operand} }} is a secret: pass it to the step with "env".`);
    }
    if (context === "secrets" && isWorkflowToken(name)) return scope.token.reveal();
    if (context === "secrets") return scope.secrets.get(name.toUpperCase())?.reveal() ?? "";
    if (context === "vars") return scope.variables.get(name.toUpperCase()) ?? "";
    if (context === "inputs") return scope.inputs[name] ?? "";
    if (isSecret) return scope.token.reveal();
    if (context === "env") return scope.env?.[name] ?? "";
    if (context === "matrix" && scope.matrix) return scope.matrix[name] ?? "";
    if (context === "strategy" && scope.strategy) return scope.strategy[name] ?? "";
    if (context === "runner" && scope.runner) return scope.runner[name] ?? "";
    const value = runContexts.includes(context) ? scope.run[name] : undefined;
    if (value !== undefined) return value;
  }
  if (isPath && context === "steps" && rest.length === 2 && rest[0] === "outputs") {
    return scope.outputs.get(name)?.[rest[1] ?? ""] ?? "";
  }
  if (isPath && context === "needs") {
    const needed = scope.needs.get(name);
    if (rest[0] === "result" && rest.length === 1) return needed?.result ?? "";
    if (rest[0] === "outputs" && rest.length === 2) return needed?.outputs[rest[1] ?? ""] ?? "";
  }
  throw new WorkflowRefused(
    `The embedded forge does not support the expression \${{ ${operand} }}.`,
  );
}

/**
 * Returns whether the name refers to the run's token, which is also available as the secret
 * FORGE_TOKEN.
 */
function isWorkflowToken(name: string): boolean {
  return environmentPrefixes.some((prefix) => name.toUpperCase() === `${prefix}_TOKEN`);
}

/** Result of the job's steps so far. */
export type JobState = "success" | "failure";

/**
 * Evaluates an `if:`. Supports `always()`, `success()`, `failure()`, `!cancelled()`,
 * `contains(text, part)`, an operand, and two operands with `==` or `!=`, joined by `&&`. Without a
 * status function, `success()` is implied.
 */
export function isWanted(condition: string, scope: Scope, state: JobState): boolean {
  const [, inner] = /^\s*\$\{\{(.*)\}\}\s*$/s.exec(condition) ?? [];
  const terms = (inner ?? condition).split("&&").map((term) => term.trim());
  const asksForState = terms.some((term) =>
    /^(?:always|success|failure|!cancelled)\(\)$/.test(term),
  );
  if (!asksForState && state !== "success") return false;
  return terms.every((term) => isTrue(term, scope, state));
}

function isTrue(term: string, scope: Scope, state: JobState): boolean {
  if (term === "always()" || term === "!cancelled()") return true;
  if (term === "success()" || term === "failure()") return term === `${state}()`;
  const [, left, operator, right] = /^(.+?)\s*([!=]=)\s*(.+)$/.exec(term) ?? [];
  const valueOf = (text: string) => evaluate(text, scope, "secrets refused");
  const [, complete, part] = /^contains\(([^,]+),([^,]+)\)$/.exec(term) ?? [];
  if (complete !== undefined && part !== undefined) {
    return valueOf(complete).toLowerCase().includes(valueOf(part).toLowerCase());
  }
  if (left === undefined || right === undefined) return !["", "false", "0"].includes(valueOf(term));
  return (valueOf(left) === valueOf(right)) === (operator === "==");
}
