import { parseArgs } from "node:util";
import { checkName } from "../forge-call/check-name.ts";
import { cleanText } from "../forge-call/print-lines.ts";
import { Problem } from "../forge-call/problem.ts";
import { publicApi, readApiUrl } from "../forge-call/read-api-url.ts";

export interface MintRequest {
  readonly appId: string;
  readonly owner: string;
  /**
   * Repository names without the owner. If empty, the token covers all repositories of the
   * installation.
   */
  readonly repositories: readonly string[];
  readonly api: string;
  /** Job variable that receives the token. */
  readonly outputVariable: string;
  /** Name of the pipeline variable whose value is in APP_KEY. */
  readonly keyVariable: string;
}

/** @throws Problem for arguments that the compiler does not generate */
export function readArguments(args: readonly string[]): MintRequest {
  const values = parse(args);
  const repositories = values.repositories?.split(/\s+/).filter((name) => name !== "");
  if (repositories?.length === 0) throw new Problem("The value of --repositories is empty.");
  return {
    appId: checkName("--app-id", values["app-id"]),
    owner: checkName("--owner", values.owner),
    repositories: (repositories ?? []).map((name) => checkName("--repositories", name)),
    api: readApiUrl(values["api-url"] ?? publicApi),
    outputVariable: checkName("--output-var", values["output-var"]),
    keyVariable: checkName("--key-variable", values["key-variable"] ?? "APP_KEY"),
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    "app-id": text,
    owner: text,
    "output-var": text,
    repositories: text,
    "api-url": text,
    "key-variable": text,
  };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Problem(cleanText(error instanceof Error ? error.message : "Invalid arguments."));
  }
}
