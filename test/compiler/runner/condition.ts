/** Functions that resolve the references of a condition. */
export interface ConditionScope {
  readonly succeeded: boolean;
  readonly failed: boolean;
  readonly canceled: boolean;
  /**
   * Resolves a reference, such as `variables['X']`, `dependencies.Detection.outputs['a.b']` or
   * `dependencies.Agent.result`.
   */
  readonly resolve: (path: string) => string | undefined;
}

/**
 * Evaluates a condition of the pipeline service, limited to the functions that compiled pipelines
 * use.
 */
export function evaluate(condition: string, scope: ConditionScope): boolean {
  const value = new Reader(condition, scope).read();
  return value === true || value === "true" || value === "True";
}

type Value = string | boolean | undefined;

function isSame(one: Value, other: Value): boolean {
  return String(one ?? "").toLowerCase() === String(other ?? "").toLowerCase();
}

class Reader {
  #rest: string;
  readonly #scope: ConditionScope;

  constructor(text: string, scope: ConditionScope) {
    this.#rest = text.trim();
    this.#scope = scope;
  }

  read(): Value {
    const quoted = this.#take(/^'((?:[^']|'')*)'/);
    if (quoted) return (quoted[1] ?? "").replaceAll("''", "'");
    const call = this.#take(/^([A-Za-z]+)\(/);
    if (call) return this.#call(call[1] ?? "");
    const path = this.#take(/^[A-Za-z_][\w.]*(?:\['[^']*'\])?/);
    if (!path) throw new Error(`no condition: ${this.#rest}`);
    if (/^(?:true|false)$/i.test(path[0])) return path[0].toLowerCase() === "true";
    return this.#scope.resolve(path[0]);
  }

  #call(name: string): Value {
    const args: Value[] = [];
    while (!this.#take(/^\s*\)/)) {
      this.#take(/^\s*,?\s*/);
      args.push(this.read());
    }
    const [first, second] = args;
    switch (name.toLowerCase()) {
      case "succeeded":
        return this.#scope.succeeded;
      case "failed":
        return this.#scope.failed;
      case "canceled":
        return this.#scope.canceled;
      case "always":
        return true;
      case "not":
        return !first;
      case "and":
        return args.every((arg) => arg === true);
      case "or":
        return args.some((arg) => arg === true);
      case "eq":
        return isSame(first, second);
      case "in":
        return args.slice(1).some((arg) => isSame(first, arg));
      default:
        throw new Error(`no function of a condition: ${name}`);
    }
  }

  #take(shape: RegExp): RegExpExecArray | undefined {
    const found = shape.exec(this.#rest);
    if (!found) return undefined;
    this.#rest = this.#rest.slice(found[0].length);
    return found;
  }
}
