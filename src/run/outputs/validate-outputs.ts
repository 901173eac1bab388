import type { Handler } from "../../credentials/apps/handlers.ts";
import { fingerprintOf } from "./fingerprint.ts";
import type { OutputLimits } from "./output-limits.ts";
import { planOutputs, type PlannedOutput } from "./plan-outputs.ts";
import { largestFile, readProposals, type ProposalFault } from "./read-proposals.ts";
import { readOutputFile, type OutputFile } from "./read-output-file.ts";
import { findUnlistedWorkers, type ListWorkers } from "./workers.ts";
import { largestVerdict, readVerdict, type Verdict } from "./read-verdict.ts";

/** The verdict on an agent's proposals, and the proposals themselves. */
export interface OutputsVerdict {
  readonly isSafe: boolean;
  /** Whether at least one proposal requires a person's approval. */
  readonly hasReviewed: boolean;
  /** SHA-256 of the validated bytes; undefined if the proposals are not safe. */
  readonly fingerprint: string | undefined;
  readonly verdict: Verdict;
  readonly outputs: readonly PlannedOutput[];
  readonly faults: readonly ProposalFault[];
}

export interface ValidateOptions {
  readonly proposals: string;
  readonly verdict: string;
  readonly reviewed: ReadonlySet<Handler>;
  readonly limits: OutputLimits | undefined;
  readonly listWorkers: ListWorkers;
}

/** Reads the proposals and the verdict, and validates the proposals. */
export function validateOutputs(options: ValidateOptions): OutputsVerdict {
  const proposals = readOutputFile(options.proposals, largestFile);
  const verdict = readVerdict(readOutputFile(options.verdict, largestVerdict));
  return validate(proposals, verdict, options);
}

/**
 * Validates the proposals. They are safe if the verdict approves them and the complete file was
 * read without errors.
 */
export function validate(
  file: OutputFile,
  verdict: Verdict,
  { reviewed, limits, listWorkers }: Pick<ValidateOptions, "reviewed" | "limits" | "listWorkers">,
): OutputsVerdict {
  const read = readFile(file);
  const outputs = planOutputs(read.lines, limits);
  const faults = [...read.faults, ...findUnlistedWorkers(outputs, listWorkers)];
  const isComplete = faults.length === 0;
  const isSafe = verdict.isReported && verdict.isSafe && isComplete;
  return {
    isSafe,
    fingerprint: isSafe ? fingerprintOf(file) : undefined,
    hasReviewed:
      isComplete &&
      outputs.some(({ handler, left }) => left === undefined && reviewed.has(handler)),
    verdict,
    outputs,
    faults,
  };
}

function readFile(file: OutputFile) {
  if (file.kind === "read") return readProposals(file.text);
  const faults =
    file.kind === "missing" ? [] : [{ line: 0, reason: `cannot be read: ${file.reason}` }];
  return { lines: [], faults };
}
