/** Variables of a job, as the pipeline service has them: any case of a name is the same one. */
export class JobVariables {
  readonly #values = new Map<
    string,
    { name: string; value: string; isSecret: boolean; isReadonly: boolean }
  >();

  /** What is read-only stays as it is. */
  set(name: string, value: string, { isSecret = false, isReadonly = false } = {}): void {
    const key = name.toLowerCase();
    const before = this.#values.get(key);
    if (before?.isReadonly) return;
    // Once a secret, always one.
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

  /** Puts values in the place of macros; one of an unknown variable stays as it is. */
  expand(text: string): string {
    return text.replaceAll(/\$\(([^()]+)\)/g, (macro, name: string) => this.get(name) ?? macro);
  }

  /** What every step has in its environment: no secret. */
  environment(): Record<string, string> {
    const shown = [...this.#values.values()].filter(({ isSecret }) => !isSecret);
    return Object.fromEntries(
      shown.map(({ name, value }) => [name.toUpperCase().replaceAll(/[.\s]/g, "_"), value]),
    );
  }

  /** Hides secrets in a log, as the service does. */
  mask(text: string): string {
    const secrets = [...this.#values.values()]
      .filter(({ isSecret, value }) => isSecret && value !== "")
      .flatMap(({ value }) => [value, ...value.split("\n").filter((line) => line.length > 3)]);
    return secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), text);
  }
}
