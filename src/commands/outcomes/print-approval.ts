import type { Approval } from "../../firewall/approvals.ts";
import type { FileToApprove } from "../../firewall/read-for-approval.ts";
import { printRows } from "../../terminal/paint.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";
import { printJson } from "./print-json.ts";

interface ApprovalOutcome {
  readonly read: Pick<FileToApprove, "path" | "sha256" | "sections">;
  readonly approval: Approval;
}

export function printApproval(outcome: ApprovalOutcome, { json }: { readonly json: boolean }) {
  if (json) printJson(toApprovalDocument(outcome));
  else printRows((style) => approvalRows(outcome, style));
}

/** Returns the document of `firewall approve --json`. */
export function toApprovalDocument({ read, approval }: ApprovalOutcome): object {
  const { path, sha256, sections } = read;
  return { path, sha256, sections, approvedAt: approval.approvedAt };
}

/**
 * Formats an approval:
 *
 *  ✔ rules.yml is approved until it changes.
 *    SHA-256: 9f86d081…
 */
export function approvalRows({ read }: ApprovalOutcome, style: RenderOptions): readonly Row[] {
  const prefix = marked(style, "done");
  return [
    ...textRows(`${read.path} is approved until it changes.`, { style, prefix }),
    ...textRows(`SHA-256: ${read.sha256}`, { style }),
  ];
}
