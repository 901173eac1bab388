import { InvalidInput, type UserError } from "../../shared/errors.ts";
import { lockFile } from "../../shared/file-lock.ts";
import { createEarlierOutputs } from "./earlier-outputs.ts";
import { requireReviewed } from "./fingerprint.ts";
import { mintTokens, type OutputLocation } from "./mint-tokens.ts";
import { journalPathOf, openOutputJournal } from "./output-journal.ts";
import type { OutputLimits } from "./output-limits.ts";
import { planOutputs, type PlannedOutput } from "./plan-outputs.ts";
import { readOutputFile } from "./read-output-file.ts";
import { largestFile, readProposals, type ProposalFault } from "./read-proposals.ts";
import type { ProposedLine } from "./proposal.ts";
import { OutputRun, type Output, type Step } from "./output-run.ts";
import { chooseBearer, requireOwnRepository, runIdOf, secretsOf } from "./step-environment.ts";
import { findUnlistedWorkers, type ListWorkers } from "./workers.ts";

export interface Applied {
  readonly applied: readonly (Output & { readonly url: string })[];
  /** Proposals that were not applied, with the reasons. */
  readonly left: readonly (Output & { readonly reason: string })[];
  readonly failed: readonly (Output & { readonly reason: string })[];
  /** Other notes, for example about an unused credential or a token that is still valid. */
  readonly notes: readonly string[];
  /** The error that stopped the run early; undefined if the run finished. */
  readonly stopped: UserError | undefined;
}

export interface ApplyRequest extends Omit<OutputLocation, "repository"> {
  /** Path of the agent's proposals file. */
  readonly proposals: string;
  /** SHA-256 of the validated file; undefined if it was not passed. */
  readonly fingerprint: string | undefined;
  readonly limits: OutputLimits;
  readonly listWorkers: ListWorkers;
  /** The step's environment, as returned by `withoutMacros`. */
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Called as soon as each result is known. */
  readonly report: (step: Step) => void;
}

/**
 * Applies an agent's proposals in file order, each once. If one proposal fails, the others are
 * still applied.
 * @throws InvalidInput for a file with errors, Incomplete without a credential, and any error from
 *   minting tokens; in all these cases, nothing was applied
 */
export async function applyOutputs(request: ApplyRequest): Promise<Applied> {
  const { lines, sha256 } = readLines(request);
  const outputs = planOutputs(lines, request.limits);
  requireNoFaults(request.proposals, findUnlistedWorkers(outputs, request.listWorkers));
  const left = outputs.flatMap(({ handler, line, left: reason }) =>
    reason === undefined ? [] : [{ handler, line, reason }],
  );
  const wanted = outputs.filter((each) => each.left === undefined);
  if (wanted.length === 0) {
    return { applied: [], left, failed: [], notes: [], stopped: undefined };
  }
  // Uses a lock, because two simultaneous runs could otherwise apply the same proposal twice.
  const lock = lockFile(journalPathOf(request.proposals));
  try {
    return await applyWanted(wanted, left, { ...request, sha256 });
  } finally {
    lock.release();
  }
}

async function applyWanted(
  wanted: readonly PlannedOutput[],
  left: Applied["left"],
  request: ApplyRequest & { readonly sha256: string },
): Promise<Applied> {
  const { env, profile, sha256 } = request;
  const repository = requireOwnRepository(env);
  const target = `${profile.apiUrl}/repos/${repository.full.toLowerCase()}`;
  const binding = { target, run: runIdOf(env), proposals: sha256 };
  const journal = await openOutputJournal(journalPathOf(request.proposals), binding);
  const bearer = chooseBearer(env);
  const handlers = [...new Set(wanted.map(({ handler }) => handler))];
  const tokens = await mintTokens(bearer, handlers, { ...request, repository });
  const earlier = createEarlierOutputs({ ...request, repository, tokens });
  try {
    const run = new OutputRun(wanted, { ...request, repository, journal, tokens, earlier });
    const done = await run.through();
    const notes = [
      ...(journal.doubt === undefined ? [] : [journal.doubt]),
      ...(bearer.kind === "pat" ? [bearer.skipped] : []),
      ...done.notes,
      ...(await tokens.end()),
    ];
    return { ...done, left: [...left, ...done.left], notes };
  } finally {
    await tokens.end();
  }
}

/** @throws InvalidInput with all errors */
function readLines({
  proposals,
  fingerprint,
  limits,
  env,
}: Pick<ApplyRequest, "proposals" | "fingerprint" | "limits" | "env">): {
  readonly lines: readonly ProposedLine[];
  readonly sha256: string;
} {
  const file = readOutputFile(proposals, largestFile);
  if (file.kind === "unreadable") {
    throw new InvalidInput(`Could not read ${proposals}: ${file.reason}.`);
  }
  if (fingerprint !== undefined) requireReviewed(file, { proposals, fingerprint });
  if (file.kind === "missing") {
    const mayDo = [...limits.values()].some((limit) => limit > 0);
    // If a fingerprint was passed, `requireReviewed` has already accepted the missing file as
    // empty.
    if (fingerprint === undefined && mayDo) throw new InvalidInput(`${proposals} not found.`);
    return { lines: [], sha256: "" };
  }
  const { lines, faults } = readProposals(file.text, secretsOf(env));
  requireNoFaults(proposals, faults);
  return { lines, sha256: file.sha256 };
}

/** @throws InvalidInput with all errors */
function requireNoFaults(proposals: string, faults: readonly ProposalFault[]): void {
  if (faults.length === 0) return;
  const all = faults.map(({ line, reason }) => {
    const text = `${line === 0 ? "It" : `Line ${line}`} ${reason}`;
    return text.endsWith("?") ? text : `${text}.`;
  });
  throw new InvalidInput(`${proposals} contains invalid proposals. ${all.join(" ")}`);
}
