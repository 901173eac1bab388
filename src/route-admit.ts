/** What `gatehouse admit` was asked for. */
export interface AdmitOptions {
  readonly json?: true;
  readonly soft?: true;
  /** As it was typed. */
  readonly requirement?: string;
}

/**
 * Reads a line that asks for admission and for nothing else. Whatever has to be explained, help or a slip of the pen, is
 * undefined here, and the command table's business.
 */
export function routeAdmit([verb, ...words]: readonly string[]): AdmitOptions | undefined {
  if (verb !== "admit") return undefined;
  let options: AdmitOptions = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const [, assigned] = /^--requirement=(.+)$/s.exec(word ?? "") ?? [];
    if (word === "--json") options = { ...options, json: true };
    else if (word === "--soft") options = { ...options, soft: true };
    else if (assigned !== undefined) options = { ...options, requirement: assigned };
    else {
      const value = word === "--requirement" ? words[index + 1] : undefined;
      if (value === undefined || value.startsWith("-")) return undefined;
      options = { ...options, requirement: value };
      index += 1;
    }
  }
  return options;
}
