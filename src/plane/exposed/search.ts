import type { RepositoryName } from "../../forge/repository-name.ts";
import { findCredentials } from "../../shared/redact.ts";
import type { Sighting } from "../../shared/redact.ts";
import type { Secret } from "../../shared/secret.ts";
import { listLogs } from "./logs.ts";
import type { LogsRequest } from "./logs.ts";
import { listOutputs } from "./outputs.ts";
import type { NotSearched, Source } from "./source.ts";

/** Findings of a search and their locations, without the matched text. */
export interface ExposureSearch {
  /** Start of the searched period (ISO 8601). */
  readonly since: string;
  /** End of the searched period (ISO 8601). */
  readonly until: string;
  /**
   * `value`: the search covers the known credential and credential patterns. `shape`: the search
   * covers only patterns.
   */
  readonly by: "value" | "shape";
  readonly searched: { readonly logs: number; readonly outputs: number };
  readonly findings: readonly Finding[];
  readonly notSearched: readonly NotSearched[];
}

interface Finding {
  /** Location, such as "job 1043 of run 1042, line 17". */
  readonly where: string;
  readonly link: string;
  readonly what: "the credential" | "a private key" | "a token" | "a key or token in base64";
}

export interface SearchRequest extends LogsRequest {
  /**
   * Repositories that safe outputs write to. Their issues, comments and pull requests are searched.
   */
  readonly outputs: readonly RepositoryName[];
  readonly secrets: readonly Secret[];
  readonly now: () => Date;
}

/** Locations that no search covers. The record lists them explicitly. */
export const neverSearched: readonly string[] = [
  "artifacts, caches and job summaries of runs",
  "older runs that were rerun in this period",
  "earlier versions of edited texts, and deleted texts",
  "commits outside of pull requests, wiki pages, discussions",
  "repositories that are not listed here",
];

/**
 * Searches run logs and safe outputs for credentials. Locations that cannot be read are listed and
 * never count as clean.
 * @throws RateLimited, ForgeUnreachable
 */
export async function searchForge(request: SearchRequest): Promise<ExposureSearch> {
  const notSearched: NotSearched[] = [];
  const findings: Finding[] = [];
  const searched = { logs: 0, outputs: 0 };
  const search = (source: Source, kind: keyof typeof searched) => {
    searched[kind] += 1;
    findings.push(...searchSource(source, request.secrets));
  };
  for await (const source of listLogs(request, notSearched)) search(source, "logs");
  for (const repository of request.outputs) {
    request.report(`Issues, comments and pull requests of ${repository.full}`);
    const outputs = listOutputs({ ...request, repository }, notSearched);
    for await (const source of outputs) search(source, "outputs");
  }
  return {
    since: request.since.toISOString(),
    until: request.now().toISOString(),
    by: request.secrets.length > 0 ? "value" : "shape",
    searched,
    findings,
    notSearched,
  };
}

function searchSource({ where, link, text }: Source, secrets: readonly Secret[]): Finding[] {
  return findCredentials(text, secrets).map(({ line, what }) => ({
    where: `${where}, line ${line}`,
    link,
    what: kinds[what],
  }));
}

const kinds: Readonly<Record<Sighting["what"], Finding["what"]>> = {
  known: "the credential",
  "private key": "a private key",
  token: "a token",
  base64: "a key or token in base64",
};
