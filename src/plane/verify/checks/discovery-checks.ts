import { selectCredential } from "../../../credentials/precedence.ts";
import { nameCredential } from "../../../credentials/credential.ts";
import type { Credential } from "../../../credentials/credential.ts";
import type { Discovery } from "../../proof/proof-workflow.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import { availableOf, list, reportOf, runLink, tokenReportOf } from "./ground.ts";
import type { Ground } from "./ground.ts";
import { judgeReach } from "./reach.ts";

/** The credential that reads for a run, on the repositories and workflows that it has to find. */
export function checkDiscovery(ground: Ground): ReviewCheck[] {
  const available = availableOf(ground);
  if (!available) return [unknown("discovery", ground.unlisted)];
  const reader = selectCredential("forge-tools", available);
  const found = readDiscovery(ground, reader);
  const coverage = reader === "workflow-token" ? [judgeTokenCoverage(ground, found)] : [];
  return [...coverage, judge(ground, reader, found)];
}

type Look =
  | { readonly isSeen: false; readonly because: string }
  | { readonly isSeen: true; readonly value: Discovery | undefined };

function readDiscovery(ground: Ground, reader: Credential): Look {
  const report =
    reader === "read-app"
      ? reportOf(ground, "read")
      : tokenReportOf(ground, reader === "pat" ? "pat" : "workflow-token");
  return report.isSeen ? { isSeen: true, value: report.value?.discovery } : report;
}

function judgeTokenCoverage(ground: Ground, found: Look): ReviewCheck {
  const id = "workflow-token-coverage";
  if (!found.isSeen) return unknown(id, found.because);
  return found.value ? judgeReach(ground, id, found.value) : noReport(ground, id);
}

function judge(ground: Ground, reader: Credential, found: Look): ReviewCheck {
  const id = "discovery";
  if (!found.isSeen) return unknown(id, found.because);
  if (!found.value) return noReport(ground, id);
  const { asked, read, workflowsAsked, workflowsListed, refusals } = found.value;
  const said = [
    `The ${nameCredential(reader)} read ${read} of ${asked} repositories,`,
    `and listed the workflows of ${workflowsListed} of ${workflowsAsked}.`,
  ].join(" ");
  if (asked > 0 && read === asked && workflowsListed === workflowsAsked) return pass(id, said);
  return fail(
    id,
    `${said} Refused: ${list(refusals) || "nothing"}.`,
    { say: "See the run, and let it read Actions and Contents of them", link: runLink(ground) },
    { say: "Or review the scope", command: ground.command("scope") },
  );
}

function noReport(ground: Ground, id: "discovery" | "workflow-token-coverage"): ReviewCheck {
  const see = { say: "See the run", link: runLink(ground) };
  return unknown(id, "The run's job for the credential that reads did not succeed.", see);
}
