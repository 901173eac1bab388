import { createHash } from "node:crypto";
import { handlers, parseHandler } from "../../credentials/apps/handlers.ts";
import { findNearest } from "../../shared/find-nearest.ts";
import type { Secret } from "../../shared/secret.ts";
import { fieldsOf, readJson } from "./json-value.ts";
import { proposalShapes } from "./proposal-shapes.ts";
import type { Proposal, ProposedLine } from "./proposal.ts";
import { mostFaults, type Site } from "./read-fields.ts";
import { formatWord } from "./format-word.ts";

/** An error in one line of an agent's file. The reason never quotes any part of a credential. */
export interface ProposalFault {
  /** Line number, starting at 1; 0 for the complete file. */
  readonly line: number;
  readonly reason: string;
}

/** All proposals in a file, or all of its errors. */
export interface ReadProposals {
  readonly lines: readonly ProposedLine[];
  readonly faults: readonly ProposalFault[];
}

/** Maximum size in bytes. */
export const largestFile = 1024 * 1024;
const longestLine = 256 * 1024;
const mostLines = 1000;
/** The maximum number of reported errors per file. */
const mostListed = 50;

/**
 * Reads JSON Lines with one proposal per line; blank lines are skipped.
 * @param secrets secrets of the caller, which proposals must not contain
 */
export function readProposals(text: string, secrets: readonly Secret[] = []): ReadProposals {
  const rows = text
    .replace(/^\ufeff/, "")
    .split("\n")
    .map((row, index) => ({ row: row.trim(), line: index + 1 }))
    .filter(({ row }) => row !== "");
  if (rows.length > mostLines) {
    return { lines: [], faults: [{ line: 0, reason: `has more than ${mostLines} proposals` }] };
  }
  const lines: ProposedLine[] = [];
  const faults: ProposalFault[] = [];
  for (const { row, line } of rows) {
    if (faults.length >= mostListed) {
      return {
        lines,
        faults: [...faults.slice(0, mostListed), { line: 0, reason: "has more errors" }],
      };
    }
    const found: string[] = [];
    const proposal = readRow(row, { path: "", faults: found, secrets });
    faults.push(...firstOf(found).map((reason) => ({ line, reason })));
    if (proposal) lines.push({ line, hash: hashOf(row), proposal });
  }
  return { lines, faults };
}

function firstOf(found: readonly string[]): readonly string[] {
  return found.length > mostFaults ? [...found.slice(0, mostFaults), "has more errors"] : found;
}

function hashOf(row: string): string {
  return createHash("sha256").update(row).digest("hex");
}

function readRow(row: string, site: Site): Proposal | undefined {
  const refuse = (reason: string): undefined => void site.faults.push(reason);
  if (Buffer.byteLength(row) > longestLine) return refuse("is longer than 256 KB");
  const reading = readJson(row);
  if (!reading.isJson) return refuse(reading.reason);
  const fields = fieldsOf(reading.value);
  if (!fields) return refuse("is not an object");
  const type = fields.get("type");
  if (typeof type !== "string")
    return refuse(`does not contain "type"; valid types: ${handlers.join(", ")}`);
  const handler = parseHandler(type);
  if (!handler) return refuse(explainType(type));
  return proposalShapes[handler](reading.value, site);
}

function explainType(type: string): string {
  const nearest = findNearest(type, handlers);
  const guess = nearest === undefined ? "" : `; did you mean "${nearest}"?`;
  const all = nearest === undefined ? `; valid types: ${handlers.join(", ")}` : "";
  return `has an unknown type: ${formatWord(type)}${guess}${all}`;
}
