import type { OutputsVerdict } from "../../run/outputs/validate-outputs.ts";
import type { PlannedOutput } from "../../run/outputs/plan-outputs.ts";
import type { Proposal } from "../../run/outputs/proposal.ts";
import { handlers, type Handler } from "../../credentials/apps/handlers.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { factRows, marked, noRail, indented, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import { redact } from "../../shared/redact.ts";
import { printStepJson } from "./print-step-json.ts";
import { proposalDetails } from "./proposal-details.ts";

/**
 * Prints the result of a proposals check, then sets variables for later jobs. With `--json`, the
 * variables go to standard error. Azure Pipelines reads both streams.
 */
export function printVerdict(
  outcome: OutputsVerdict,
  { json, reviewed }: { readonly json: boolean; readonly reviewed: ReadonlySet<Handler> },
): void {
  if (json) printStepJson(toVerdictDocument(outcome));
  else printRows((style) => verdictRows(outcome, { style, reviewed }));
  (json ? process.stderr : process.stdout).write(outputLines(outcome).join(""));
}

/**
 * Returns the commands that set variables. The fingerprint is set only for safe proposals; without
 * it, nothing is applied.
 */
function outputLines({ isSafe, hasReviewed, fingerprint }: OutputsVerdict): string[] {
  return [
    ...(fingerprint === undefined ? [] : [outputLine("ProposalsSha256", fingerprint)]),
    outputLine("SafeToProcess", isSafe),
    outputLine("HasReviewedProposals", hasReviewed),
  ];
}

/** @see https://learn.microsoft.com/azure/devops/pipelines/scripts/logging-commands */
function outputLine(name: string, value: boolean | string): string {
  return `##vso[task.setvariable variable=${name};isOutput=true]${value}\n`;
}

/** Returns the document of `outputs check --json`. */
export function toVerdictDocument(outcome: OutputsVerdict) {
  const { isSafe, hasReviewed, fingerprint = null, verdict, outputs, faults } = outcome;
  return {
    safe: isSafe,
    hasReviewedProposals: hasReviewed,
    sha256: fingerprint,
    verdict: verdict.isReported
      ? { safe: verdict.isSafe, reasons: describeReasons(verdict.reasons), reason: null }
      : { safe: false, reasons: [], reason: verdict.reason },
    proposals: outputs.map(({ handler, line, proposal, left = null }) => ({
      handler,
      line,
      what: describe(proposal),
      details: proposalDetails(proposal),
      left,
    })),
    faults,
  };
}

/**
 * Formats the verdict:
 *
 *  ✔ Safe: 2 proposals.
 *
 *    PROPOSAL         WHAT               STATE
 *  ✔ issue, line 1    The build is slow  waits for review
 *  - comment, line 2  on #12             skipped: exceeds the limit of 0 for comment
 *
 *    issue, line 1
 *      labels  ci
 *      text    It takes an hour.
 */
export function verdictRows(
  outcome: OutputsVerdict,
  { style, reviewed }: { readonly style: RenderOptions; readonly reviewed: ReadonlySet<Handler> },
): Row[] {
  const { isSafe, verdict, outputs, faults } = outcome;
  const state = isSafe ? "done" : "failed";
  const rows = outputs
    .toSorted((one, other) => handlers.indexOf(one.handler) - handlers.indexOf(other.handler))
    .map((output) => outputRow(output, reviewed));
  const head = ["PROPOSAL", "WHAT", "STATE"] as const;
  const reasons = verdict.isReported ? describeReasons(verdict.reasons) : [];
  return [
    ...textRows(headOf(outcome), { style, prefix: marked(style, state), tone: "strong" }),
    ...reasons.flatMap((reason) => textRows(reason, { style, prefix: marked(style, "reported") })),
    ...faults.flatMap(({ line, reason }) => {
      const location = line === 0 ? "The proposals file" : `Line ${line}`;
      return textRows(`${location} ${reason}.`, { style, prefix: marked(style, "failed") });
    }),
    ...(rows.length === 0 ? [] : [[], ...tableRows(rows, { style, head })]),
    ...outputs.flatMap((output) => detailRows(output, style)),
  ];
}

/**
 * Formats the details that a reviewer approves. Skipped proposals are not applied, so they have no
 * details.
 */
function detailRows({ handler, line, proposal, left }: PlannedOutput, style: RenderOptions): Row[] {
  const details = proposalDetails(proposal);
  if (left !== undefined || details.length === 0) return [];
  return [
    [],
    ...textRows(`${handler}, line ${line}`, { style }),
    ...factRows(details, { style, prefix: indented(noRail, 2) }),
  ];
}

function headOf({ isSafe, verdict, outputs, faults }: OutputsVerdict): string {
  const proposed = outputs.length === 0 ? "no proposals" : count(outputs.length, "proposal");
  if (isSafe) return `Safe: ${proposed}.`;
  if (!verdict.isReported) return `Not safe: no verdict, ${verdict.reason}.`;
  if (!verdict.isSafe) return `Not safe according to the verdict: ${proposed}.`;
  return `Not safe: ${count(faults.length, "error")} in the proposals file.`;
}

function outputRow(
  { handler, line, proposal, left }: PlannedOutput,
  reviewed: ReadonlySet<Handler>,
): TableRow {
  const waits = reviewed.has(handler) ? "waits for review" : "proceeds";
  return {
    state: left === undefined ? "done" : "skipped",
    name: `${handler}, line ${line}`,
    text: describe(proposal),
    how: left === undefined ? waits : `skipped: ${left}`,
  };
}

/** Summarizes a proposal: first its effect, then its title. */
function describe(proposal: Proposal): string {
  switch (proposal.type) {
    case "issue":
      return proposal.title;
    case "comment":
      return `on #${proposal.number}`;
    case "pull-request":
      return `${proposal.branch}, ${count(proposal.files.length, "file")}: ${proposal.title}`;
    case "dispatch":
      return `${proposal.workflow}, ${count(Object.keys(proposal.inputs).length, "input")}`;
  }
}

const mostReasons = 20;
const longestReason = 500;

/** Redacts and shortens the reasons, because the engine may quote a credential. */
function describeReasons(reasons: readonly string[]): string[] {
  return reasons.slice(0, mostReasons).map((reason) => redact(reason).slice(0, longestReason));
}
