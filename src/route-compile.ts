/** What `gatehouse compile` was asked for. */
export interface CompileWish {
  readonly paths: readonly string[];
  readonly options: {
    readonly output?: string;
    readonly brand?: string;
    readonly stdout?: true;
    readonly check?: true;
    readonly strict?: true;
    readonly json?: true;
  };
}

const flags = ["stdout", "check", "strict", "json"] as const;
const values: ReadonlyMap<string, "output" | "brand"> = new Map([
  ["-o", "output"],
  ["--output", "output"],
  ["--brand", "brand"],
]);

/**
 * Reads a line that asks for a compilation and for nothing else. Whatever has to be explained, help or a slip of the pen, and
 * what goes on for long, is undefined here, and the command table's business.
 */
export function routeCompile([verb, ...words]: readonly string[]): CompileWish | undefined {
  if (verb !== "compile") return undefined;
  const paths: string[] = [];
  let options: CompileWish["options"] = {};
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const flag = flags.find((each) => word === `--${each}`);
    const value = values.get(word);
    if (flag) options = { ...options, [flag]: true };
    else if (value) {
      index += 1;
      const given = words[index];
      if (given === undefined || given.startsWith("-")) return undefined;
      options = { ...options, [value]: given };
    } else if (word.startsWith("-") || word === "") return undefined;
    else paths.push(word);
  }
  return { paths, options };
}
