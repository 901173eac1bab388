import type { Secret } from "../../src/shared/secret.ts";
import { environmentPrefixes, runContexts } from "./spellings.ts";
import { WorkflowRefused } from "./yaml-reader.ts";

/** What the expressions of a job can see. Names of secrets and variables are upper case. */
export interface Scope {
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly variables: ReadonlyMap<string, string>;
  readonly inputs: Readonly<Record<string, string>>;
  /** `forge.repository`, `forge.api_url` …; the token stands apart. */
  readonly run: Readonly<Record<string, string>>;
  readonly token: Secret;
  /** What finished steps wrote to their output files, by step id. */
  readonly outputs: Map<string, Readonly<Record<string, string>>>;
  /** The jobs before this one, by id. */
  readonly needs: ReadonlyMap<string, NeededJob>;
  /** The `env:` of the workflow and of the job; none outside a job. */
  readonly env?: Readonly<Record<string, string>>;
  /** The values of a matrix that the job is for, and where it stands among its jobs. */
  readonly matrix?: Readonly<Record<string, string>>;
  readonly strategy?: Readonly<Record<string, string>>;
  /** What the runner tells of itself: `runner.temp`. */
  readonly runner?: Readonly<Record<string, string>>;
}

/** How a job ended that another one needs. */
export interface NeededJob {
  readonly result: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Whether a text is one that secrets may go into: `env:` only, never a script, a name or a condition. */
export type Secrecy = "secrets allowed" | "secrets refused";

/**
 * Fills `${{ … }}` in. Known are paths such as `vars.NAME`, `'texts'`, and `||` between them.
 * @throws WorkflowRefused for any other expression, and for a secret where none may be
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
    // Every operand is looked at, so that a refusal does not depend on what the others hold.
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
      throw new WorkflowRefused(`\${{ ${operand} }} is a secret: hand it to the step by "env".`);
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
  throw new WorkflowRefused(`The embedded forge does not know the expression \${{ ${operand} }}.`);
}

/** The forge gives each run its token as a secret, too: FORGE_TOKEN. */
function isWorkflowToken(name: string): boolean {
  return environmentPrefixes.some((prefix) => name.toUpperCase() === `${prefix}_TOKEN`);
}

/** How a job stands when a step is about to start. */
export type JobState = "success" | "failure";

/**
 * Decides an `if:`. Known are `always()`, `success()`, `failure()`, `!cancelled()`, `contains(text, part)`, an operand, or
 * two with `==` or `!=`, each joined by `&&`. Without a status function, `success()` is meant.
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
  const [, whole, part] = /^contains\(([^,]+),([^,]+)\)$/.exec(term) ?? [];
  if (whole !== undefined && part !== undefined) {
    return valueOf(whole).toLowerCase().includes(valueOf(part).toLowerCase());
  }
  if (left === undefined || right === undefined) return !["", "false", "0"].includes(valueOf(term));
  return (valueOf(left) === valueOf(right)) === (operator === "==");
}
