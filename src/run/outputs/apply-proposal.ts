import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { addComment, openIssue } from "../../forge/resources/issues.ts";
import { readDefaultBranch } from "../../forge/resources/repositories.ts";
import { dispatchWorkflow } from "../../forge/resources/workflows.ts";
import { runPage, workflowPage } from "../../forge/web-links.ts";
import { openProposedPull } from "./open-proposed-pull.ts";
import { ProposalRefused } from "./proposal-refused.ts";
import type { DispatchProposal, Proposal } from "./proposal.ts";

/** What was made of a proposal. */
export interface AppliedProposal {
  readonly url: string;
  /** `#41`; empty for what has none. */
  readonly name: string;
}

export interface CarryOutPlace {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
  /** A line that stands above what an agent wrote. */
  readonly signature: string | undefined;
  /** Called before the first request that leaves something behind. */
  readonly begin: () => Promise<void>;
}

/** Does what a proposal asks for, once. @throws ProposalRefused; what the client throws */
export async function applyProposal(
  proposal: Proposal,
  place: CarryOutPlace,
): Promise<AppliedProposal> {
  const { client, repository, signature, begin } = place;
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
      const wish = { ...proposal, body: sign(proposal.body) };
      return nameOpened(await openProposedPull(client, wish, { repository, begin }));
    }
    case "dispatch":
      return { url: await dispatch(proposal, place), name: proposal.workflow };
  }
}

function nameOpened({ number, link }: { number: number; link: string }): AppliedProposal {
  return { url: link, name: `#${number}` };
}

/** Above the text: a comment or a block of code in it that has no end hides whatever comes behind it. */
function signed(body: string, signature: string): string {
  return body.trim() === "" ? signature : `${signature}\n\n${body}`;
}

async function dispatch(
  { workflow, ref: told, inputs }: DispatchProposal,
  { client, repository, begin }: CarryOutPlace,
): Promise<string> {
  const ref = await readDefaultBranch(client, repository);
  if (told !== undefined && told !== ref) {
    throw new ProposalRefused(
      `A workflow is started on ${ref} alone: nobody has agreed yet to what is on another branch.`,
    );
  }
  await begin();
  // Whoever stops the step ends it by the fetch, which waits a moment for the answer.
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
  if (started.because === "unknown") {
    throw new ProposalRefused(`There is no workflow ${workflow}, or it may not be started.`);
  }
  throw new ProposalRefused(`The forge does not start ${workflow}: ${started.message}`);
}
