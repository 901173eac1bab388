import { parseArgs } from "node:util";
import { checkName } from "../forge-call/check-name.ts";
import { publicApi, readApiUrl } from "../forge-call/read-api-url.ts";

export interface Revocation {
  readonly api: string;
  /** The variable that is empty afterwards. */
  readonly clear?: string;
}

/** @throws Problem, or what Node throws, for what the compiler would not have written */
export function readArguments(args: readonly string[]): Revocation {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { "api-url": text, clear: text } });
  return {
    api: readApiUrl(values["api-url"] ?? publicApi),
    ...(values.clear !== undefined && { clear: checkName("--clear", values.clear) }),
  };
}
