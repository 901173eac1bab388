import { selectCredential } from "../../../credentials/precedence.ts";
import { nameCredential } from "../../../credentials/credential.ts";
import type { Credential } from "../../../credentials/credential.ts";
import type { Discovery } from "../../proof/proof-workflow.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import { availableOf, list, reportOf, runLink, tokenReportOf } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";
import { reviewReach } from "./reach.ts";

/**
 * Checks that the credential for reading has access to the repositories and workflows that a run
 * must discover.
 */
export function checkDiscovery(checkContext: CheckContext): ReviewCheck[] {
  const available = availableOf(checkContext);
  if (!available) return [unknown("discovery", checkContext.unlisted)];
  const reader = selectCredential("forge-tools", available);
  const found = readDiscovery(checkContext, reader);
  const coverage = reader === "workflow-token" ? [reviewTokenCoverage(checkContext, found)] : [];
  return [...coverage, evaluate(checkContext, reader, found)];
}

type RenderOptions =
  | { readonly isSeen: false; readonly reason: string }
  | { readonly isSeen: true; readonly value: Discovery | undefined };

function readDiscovery(checkContext: CheckContext, reader: Credential): RenderOptions {
  const report =
    reader === "read-app"
      ? reportOf(checkContext, "read")
      : tokenReportOf(checkContext, reader === "pat" ? "pat" : "workflow-token");
  return report.isSeen ? { isSeen: true, value: report.value?.discovery } : report;
}

function reviewTokenCoverage(checkContext: CheckContext, found: RenderOptions): ReviewCheck {
  const id = "workflow-token-coverage";
  if (!found.isSeen) return unknown(id, found.reason);
  return found.value ? reviewReach(checkContext, id, found.value) : noReport(checkContext, id);
}

function evaluate(
  checkContext: CheckContext,
  reader: Credential,
  found: RenderOptions,
): ReviewCheck {
  const id = "discovery";
  if (!found.isSeen) return unknown(id, found.reason);
  if (!found.value) return noReport(checkContext, id);
  const { asked, read, workflowsAsked, workflowsListed, refusals } = found.value;
  const text = [
    `The ${nameCredential(reader)} read ${read} of ${asked} repositories,`,
    `and listed the workflows of ${workflowsListed} of ${workflowsAsked}.`,
  ].join(" ");
  if (asked > 0 && read === asked && workflowsListed === workflowsAsked) return pass(id, text);
  return fail(
    id,
    `${text} Refused: ${list(refusals) || "nothing"}.`,
    {
      text: "Check the run, and grant read access to Actions and Contents",
      link: runLink(checkContext),
    },
    { text: "Or review the scope", command: checkContext.command("scope") },
  );
}

function noReport(
  checkContext: CheckContext,
  id: "discovery" | "workflow-token-coverage",
): ReviewCheck {
  const see = { text: "See the run", link: runLink(checkContext) };
  return unknown(id, "The job for the reading credential did not succeed.", see);
}
