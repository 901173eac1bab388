import { parseArgs } from "node:util";
import { checkName } from "../forge-call/check-name.ts";
import { cleanText } from "../forge-call/print-lines.ts";
import { Problem } from "../forge-call/problem.ts";
import { publicApi, readApiUrl } from "../forge-call/read-api-url.ts";

export interface MintRequest {
  readonly appId: string;
  readonly owner: string;
  /** By their names alone. None: all that the installation covers. */
  readonly repositories: readonly string[];
  readonly api: string;
  /** Which variable of the job gets the token. */
  readonly outputVariable: string;
  /** How the pipeline calls what arrives as APP_KEY. */
  readonly keyVariable: string;
}

/** @throws Problem for what the compiler would not have written */
export function readArguments(args: readonly string[]): MintRequest {
  const values = parse(args);
  const repositories = values.repositories?.split(/\s+/).filter((name) => name !== "");
  if (repositories?.length === 0) throw new Problem("--repositories names none.");
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
    throw new Problem(cleanText(error instanceof Error ? error.message : "Wrong arguments."));
  }
}
