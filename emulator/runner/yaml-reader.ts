/**
 * Error for a workflow that the runner does not support or that fails. Its message is written to
 * the job log.
 */
export class WorkflowRefused extends Error {
  override readonly name = "WorkflowRefused";
}

/** Reads values from parsed YAML. Errors include the location of the invalid value. */
export class YamlReader {
  readonly where: string;
  readonly #value: unknown;

  constructor(value: unknown, where: string) {
    this.#value = value;
    this.where = where;
  }

  /** @throws WorkflowRefused if any other key exists */
  allow(keys: readonly string[]): void {
    const unknown = Object.keys(this.#record()).find((key) => !keys.includes(key));
    if (unknown === undefined) return;
    throw new WorkflowRefused(
      `The embedded forge does not support "${unknown}" (in ${this.where}).`,
    );
  }

  has(key: string): boolean {
    return (this.#record()[key] ?? null) !== null;
  }

  child(key: string): YamlReader {
    return new YamlReader(this.#record()[key], `${this.where} › ${key}`);
  }

  children(): [string, YamlReader][] {
    return Object.keys(this.#record()).map((key) => [key, this.child(key)]);
  }

  /**
   * Returns a string, number or boolean as text, or undefined if the value is missing, a map or a
   * list.
   */
  text(key: string): string | undefined {
    const value = this.#record()[key];
    return isScalar(value) ? String(value) : undefined;
  }

  flag(key: string): boolean {
    const value = this.#record()[key] ?? false;
    if (typeof value === "boolean") return value;
    throw new WorkflowRefused(`"${key}" must be true or false (in ${this.where}).`);
  }

  list(key: string): unknown[] {
    const value = this.#record()[key] ?? [];
    if (Array.isArray(value)) return value as unknown[];
    throw new WorkflowRefused(`"${key}" must be a list (in ${this.where}).`);
  }

  /** Returns a map of strings. */
  texts(): Record<string, string> {
    const entries = Object.entries(this.#record()).map(([key, value]): [string, string] => {
      if (value === null) return [key, ""];
      if (isScalar(value)) return [key, String(value)];
      throw new WorkflowRefused(`"${key}" must be a string (in ${this.where}).`);
    });
    return Object.fromEntries(entries);
  }

  #record(): Record<string, unknown> {
    const isMap = typeof this.#value === "object" && !Array.isArray(this.#value);
    return isMap ? ((this.#value ?? {}) as Record<string, unknown>) : {};
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}
