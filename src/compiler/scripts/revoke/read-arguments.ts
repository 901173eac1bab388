import { parseArgs } from "node:util";
import { checkName } from "../forge-call/check-name.ts";
import { publicApi, readApiUrl } from "../forge-call/read-api-url.ts";

export interface Revocation {
  readonly api: string;
  /** Name of a variable to clear. */
  readonly clear?: string;
}

/** @throws Problem, or a Node error, for arguments that the compiler does not generate */
export function readArguments(args: readonly string[]): Revocation {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args: [...args], options: { "api-url": text, clear: text } });
  return {
    api: readApiUrl(values["api-url"] ?? publicApi),
    ...(values.clear !== undefined && { clear: checkName("--clear", values.clear) }),
  };
}
