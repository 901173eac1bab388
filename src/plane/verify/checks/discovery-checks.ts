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
 * Checks that the reading credential can read the repositories and workflows which a run must
 * discover.
 */
export function checkDiscovery(checkContext: CheckContext): ReviewCheck[] {
  const available = availableOf(checkContext);
  if (!available) return [unknown("discovery", checkContext.unlisted)];
  const reader = selectCredential("forge-tools", available);
  const found = readDiscovery(checkContext, reader);
  const coverage = reader === "workflow-token" ? [reviewTokenCoverage(checkContext, found)] : [];
  return [...coverage, judge(checkContext, reader, found)];
}

type Look =
  | { readonly isSeen: false; readonly because: string }
  | { readonly isSeen: true; readonly value: Discovery | undefined };

function readDiscovery(checkContext: CheckContext, reader: Credential): Look {
  const report =
    reader === "read-app"
      ? reportOf(checkContext, "read")
      : tokenReportOf(checkContext, reader === "pat" ? "pat" : "workflow-token");
  return report.isSeen ? { isSeen: true, value: report.value?.discovery } : report;
}

function reviewTokenCoverage(checkContext: CheckContext, found: Look): ReviewCheck {
  const id = "workflow-token-coverage";
  if (!found.isSeen) return unknown(id, found.because);
  return found.value ? reviewReach(checkContext, id, found.value) : noReport(checkContext, id);
}

function judge(checkContext: CheckContext, reader: Credential, found: Look): ReviewCheck {
  const id = "discovery";
  if (!found.isSeen) return unknown(id, found.because);
  if (!found.value) return noReport(checkContext, id);
  const { asked, read, workflowsAsked, workflowsListed, refusals } = found.value;
  const said = [
    `The ${nameCredential(reader)} read ${read} of ${asked} repositories,`,
    `and listed the workflows of ${workflowsListed} of ${workflowsAsked}.`,
  ].join(" ");
  if (asked > 0 && read === asked && workflowsListed === workflowsAsked) return pass(id, said);
  return fail(
    id,
    `${said} Refused: ${list(refusals) || "nothing"}.`,
    {
      say: "Check the run, and grant read access to Actions and Contents",
      link: runLink(checkContext),
    },
    { say: "Or review the scope", command: checkContext.command("scope") },
  );
}

function noReport(
  checkContext: CheckContext,
  id: "discovery" | "workflow-token-coverage",
): ReviewCheck {
  const see = { say: "See the run", link: runLink(checkContext) };
  return unknown(id, "The job for the reading credential did not succeed.", see);
}
