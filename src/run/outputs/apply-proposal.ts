import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { addComment, openIssue } from "../../forge/resources/issues.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { dispatchWorkflow } from "../../forge/resources/workflows.ts";
import { runPage, workflowPage } from "../../forge/web-links.ts";
import { openProposedPull } from "./open-proposed-pull.ts";
import { ProposalRefused } from "./proposal-refused.ts";
import type { DispatchProposal, Proposal } from "./proposal.ts";

/** The object that was created for a proposal. */
export interface AppliedProposal {
  readonly url: string;
  /** A short name such as `#41`; empty if the object has none. */
  readonly name: string;
}

export interface CarryOutLocation {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
  /** The line above an agent's text that identifies the run and the proposal. */
  readonly signature: string | undefined;
  /** Called before the first request that changes something. */
  readonly begin: () => Promise<void>;
}

/** Applies a proposal once. @throws ProposalRefused; the client's errors */
export async function applyProposal(
  proposal: Proposal,
  location: CarryOutLocation,
): Promise<AppliedProposal> {
  const { client, repository, signature, begin } = location;
  const sign = (body: string) => (signature === undefined ? body : signed(body, signature));
  switch (proposal.type) {
    case "issue": {
      const { title, body, labels } = proposal;
      await begin();
      return nameOpened(
        await openIssue(client, repository.full, {
          title,
          body: sign(body),
          ...(labels.length > 0 && { labels }),
        }),
      );
    }
    case "comment": {
      const { number, body } = proposal;
      await begin();
      const url = await addComment(client, repository.full, { number, body: sign(body) });
      return { url, name: `on #${number}` };
    }
    case "pull-request": {
      const wanted = { ...proposal, body: sign(proposal.body) };
      return nameOpened(await openProposedPull(client, wanted, { repository, begin }));
    }
    case "dispatch":
      return { url: await dispatch(proposal, location), name: proposal.workflow };
  }
}

function nameOpened({ number, link }: { number: number; link: string }): AppliedProposal {
  return { url: link, name: `#${number}` };
}

/**
 * Puts the signature above the text, because an unclosed comment or code block in the text could
 * hide a signature below it.
 */
function signed(body: string, signature: string): string {
  return body.trim() === "" ? signature : `${signature}\n\n${body}`;
}

async function dispatch(
  { workflow, ref: reported, inputs }: DispatchProposal,
  { client, repository, begin }: CarryOutLocation,
): Promise<string> {
  const ref = await readDefaultBranch(client, repository);
  if (reported !== undefined && reported !== ref) {
    throw new ProposalRefused(
      `Workflows can be started only on ${ref}, because other branches are not reviewed.`,
    );
  }
  await begin();
  // A signal that never aborts. When the step is stopped, the underlying fetch waits briefly for
  // the response before it aborts.
  const { signal } = new AbortController();
  const started = await dispatchWorkflow(
    client,
    { repository, file: workflow, signal },
    { ref, inputs },
  );
  if (started.isTaken) {
    const runId = started.run?.id;
    return runId === undefined
      ? workflowPage(client.profile, repository, workflow)
      : runPage(client.profile, repository, runId);
  }
  if (started.reason === "unknown") {
    throw new ProposalRefused(`Workflow ${workflow} was not found or cannot be started.`);
  }
  throw new ProposalRefused(`Could not start ${workflow}: ${started.message}`);
}
