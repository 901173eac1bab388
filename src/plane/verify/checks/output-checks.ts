import type { AppRole } from "../../../credentials/apps/app-role.ts";
import { selectCredential } from "../../../credentials/precedence.ts";
import type { ReviewOutput } from "../outputs.ts";
import { fail, pass, unknown } from "./check.ts";
import type { ReviewCheck } from "./check.ts";
import { availableOf, installationOf, reportOf } from "./check-context.ts";
import type { CheckContext } from "./check-context.ts";
import { count as formatCount } from "../../../shared/count.ts";
import type { Hint } from "../../../shared/errors.ts";
import { ownCommandLine } from "../../../shared/own-command.ts";

const id = "review-output";

/**
 * Checks that a review output of this profile exists in the intended repository, and that no output
 * contains a credential. Outputs from before the decision belong to another profile.
 * @param isAllElseReady whether all other checks pass, so that an agent can run
 */
export function checkOutputs(checkContext: CheckContext, isAllElseReady: boolean): ReviewCheck {
  const { outputs, decided, command } = checkContext;
  if (!outputs.isSeen) return unknown(id, outputs.reason, ...(outputs.next ?? []));
  const { repository, latest } = outputs.value;
  const authors = listAuthors(checkContext);
  const ours = latest.filter(({ author }) => authors.all.includes(author.toLowerCase()));
  const leaking = ours.filter(({ hasCredential }) => hasCredential);
  if (leaking.length > 0) {
    return fail(
      id,
      `A possible credential was found in ${count(leaking)} of ${repository}.`,
      ...leaking.map(({ kind, link }) => ({ text: `Check this ${kind}`, link })),
      { text: "Respond to the exposure", command: command("exposed") },
    );
  }
  const unreadable = ours.filter(({ hasCredential }) => hasCredential === undefined);
  if (unreadable.length > 0) {
    return unknown(
      id,
      `The text of ${count(unreadable)} of ${repository} is not visible.`,
      ...unreadable.map(({ kind, link }) => ({ text: `Check this ${kind}`, link })),
    );
  }
  const since = Date.parse(decided?.decidedAt ?? "") || 0;
  const proofs = ours.filter(
    ({ at, author }) => Date.parse(at) >= since && author.toLowerCase() === authors.writer,
  );
  const newest = proofs.toSorted((one, other) => other.at.localeCompare(one.at))[0];
  if (newest) return pass(id, describe(newest, ours));
  const who = authors.writer ?? "the writing credential";
  return unknown(
    id,
    `${repository} contains no review output of ${who} since the decision.`,
    isAllElseReady
      ? suggestAgent(checkContext)
      : { text: "Run an agent in review mode, then verify again" },
  );
}

function suggestAgent({ controlRepository, isEmbedded, command }: CheckContext): Hint {
  if (isEmbedded) {
    return { text: "Run a first agent, which this forge simulates", command: command("demo") };
  }
  return {
    text: `Run an agent in review mode. Write a first one in a clone of ${controlRepository}`,
    command: ownCommandLine("new", "review", "--workflow"),
  };
}

function describe({ kind, link, author, at }: ReviewOutput, all: readonly ReviewOutput[]): string {
  const what = kind === "issue" ? "an issue" : `a ${kind}`;
  const searched = all.length === 1 ? "output" : count(all);
  return `${author} wrote ${what} at ${at}: ${link}. No credential was found in the latest ${searched}.`;
}

function count({ length }: readonly ReviewOutput[]): string {
  return formatCount(length, "output");
}

/** Returns the current author of outputs and all possible authors, with logins in lower case. */
function listAuthors(checkContext: CheckContext): { writer: string | undefined; all: string[] } {
  const operator = checkContext.decided?.consent?.operator.toLowerCase();
  const workflowBot = checkContext.brand.workflowBot.toLowerCase();
  const writeBot = botOf(checkContext, "write");
  const available = availableOf(checkContext);
  const writer = available && selectCredential("safe-outputs", available);
  const bots = { "write-app": writeBot, pat: operator, "workflow-token": workflowBot };
  const all = [workflowBot, writeBot, botOf(checkContext, "read"), operator];
  return {
    writer: writer && bots[writer as keyof typeof bots],
    all: all.filter((login) => login !== undefined),
  };
}

function botOf(checkContext: CheckContext, role: AppRole): string | undefined {
  const report = reportOf(checkContext, role);
  const slug =
    (report.isSeen ? report.value?.slug : undefined) ?? installationOf(checkContext, role)?.appSlug;
  return slug === undefined ? undefined : `${slug}[bot]`.toLowerCase();
}
