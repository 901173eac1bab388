import { readPlainLine } from "./read-plain-line.ts";

/** What `gatehouse status` was asked for, as it was typed. */
export interface StatusLine {
  readonly repo: string;
  readonly host: string;
  readonly brand?: string;
  readonly environment?: string;
  readonly json: boolean;
}

/** The options of such a line. */
export const statusLine = {
  flags: ["--json"],
  valued: ["--repo", "--host", "--brand", "--environment"],
} as const;

/** Reads a line that asks how a repository stands which it names, and for nothing else. */
export function routeStatus([verb, ...words]: readonly string[]): StatusLine | undefined {
  const values = verb === "status" ? readPlainLine(words, statusLine) : undefined;
  const repo = values?.get("--repo");
  if (values === undefined || repo === undefined) return undefined;
  const [brand, environment] = [values.get("--brand"), values.get("--environment")];
  return {
    repo,
    host: values.get("--host") ?? "github.com",
    json: values.has("--json"),
    ...(brand !== undefined && { brand }),
    ...(environment !== undefined && { environment }),
  };
}
