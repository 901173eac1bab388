/** Variables of a job, with the semantics of the pipeline service: names are case-insensitive. */
export class JobVariables {
  readonly #values = new Map<
    string,
    { name: string; value: string; isSecret: boolean; isReadonly: boolean }
  >();

  /** Sets a variable unless it is read-only. */
  set(name: string, value: string, { isSecret = false, isReadonly = false } = {}): void {
    const key = name.toLowerCase();
    const before = this.#values.get(key);
    if (before?.isReadonly) return;
    // A secret variable remains secret.
    this.#values.set(key, {
      name,
      value,
      isReadonly,
      isSecret: isSecret || before?.isSecret === true,
    });
  }

  get(name: string): string | undefined {
    return this.#values.get(name.toLowerCase())?.value;
  }

  /** Replaces macros with values; a macro of an unknown variable remains unchanged. */
  expand(text: string): string {
    return text.replaceAll(/\$\(([^()]+)\)/g, (macro, name: string) => this.get(name) ?? macro);
  }

  /** Returns the environment of every step, without secrets. */
  environment(): Record<string, string> {
    const shown = [...this.#values.values()].filter(({ isSecret }) => !isSecret);
    return Object.fromEntries(
      shown.map(({ name, value }) => [name.toUpperCase().replaceAll(/[.\s]/g, "_"), value]),
    );
  }

  /** Masks secrets in a log, as the service does. */
  mask(text: string): string {
    const secrets = [...this.#values.values()]
      .filter(({ isSecret, value }) => isSecret && value !== "")
      .flatMap(({ value }) => [value, ...value.split("\n").filter((line) => line.length > 3)]);
    return secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}
