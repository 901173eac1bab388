import type { RepositoryName } from "../../forge/repository-name.ts";
import {
  listIssueParts,
  listIssuesBy,
  listPullsOf,
  type Written,
} from "../../forge/resources/issues.ts";
import { findRun } from "../../forge/resources/runs.ts";
import { runPage } from "../../forge/web-links.ts";
import type { AppliedProposal } from "./apply-proposal.ts";
import type { OutputTokens } from "./mint-tokens.ts";
import type { DispatchProposal, Proposal } from "./proposal.ts";

type WrittenProposal = Exclude<Proposal, DispatchProposal>;

/** Data that identifies a proposal's output on the forge. */
interface Trace {
  /**
   * Signature line, which appears only above this proposal's output; undefined if the run has no
   * number.
   */
  readonly signature: string | undefined;
  /** URL from the journal; undefined if the journal contains none. */
  readonly url: string | undefined;
}

/**
 * Finds outputs that an earlier run of the same job created, if the run's journal was lost with its
 * machine.
 */
export interface EarlierOutputs {
  readonly find: (proposal: Proposal, trace: Trace) => Promise<AppliedProposal | undefined>;
}

export interface EarlierLocation {
  readonly tokens: Pick<OutputTokens, "clientOf" | "findWriter">;
  readonly repository: RepositoryName;
  readonly stopped: AbortSignal;
}

/**
 * Finds earlier outputs in the forge's lists, and reads each list once. The forge's search is not
 * used because it lags behind. Signatures by other authors do not count.
 *
 * A run without a number does not sign its outputs. In that case, the page at the recorded URL must
 * match the repository, author and content. A dispatch has no text to sign. Its journal entry must
 * name a run of this workflow that was started by a dispatch. The forge does not record which
 * proposal started a run.
 */
export function createEarlierOutputs(location: EarlierLocation): EarlierOutputs {
  const lists = new Map<string, Promise<readonly Written[]>>();
  let writer: Promise<string> | undefined;
  return {
    find: async (proposal, { signature, url }) => {
      if (proposal.type === "dispatch")
        return url === undefined ? undefined : findStarted(proposal, { ...location, url });
      if (signature === undefined && url === undefined) return undefined;
      writer ??= location.tokens.findWriter();
      const who = await writer;
      const key = listOf(proposal);
      const list = lists.get(key) ?? readList(proposal, { ...location, writer: who });
      lists.set(key, list);
      const made = (await list)
        .filter(({ author = "" }) => author.toLowerCase() === who.toLowerCase())
        .find((each) =>
          signature === undefined ? isAt(each, proposal, url) : isSigned(each, signature),
        );
      return made?.link === undefined ? undefined : { url: made.link, name: "" };
    },
  };
}

function listOf(proposal: WrittenProposal): string {
  switch (proposal.type) {
    case "issue":
      return "issues";
    case "comment":
      return `comments ${proposal.number}`;
    case "pull-request":
      return `pulls ${proposal.branch}`;
  }
}

async function readList(
  proposal: WrittenProposal,
  { tokens, repository, stopped: signal, writer }: EarlierLocation & { readonly writer: string },
): Promise<readonly Written[]> {
  const client = tokens.clientOf(proposal.type);
  switch (proposal.type) {
    case "issue":
      return (await listIssuesBy(client, repository.full, writer)).entries.map(withoutTitle);
    case "comment": {
      const { number } = proposal;
      const part = { number, part: "comment", signal } as const;
      return (await listIssueParts(client, repository.full, part)).entries;
    }
    case "pull-request":
      return listPullsOf(client, repository, proposal.branch);
  }
}

/** Removes the title, which is the first line of an issue's text. */
function withoutTitle({ text = "", ...issue }: Written): Written {
  return { ...issue, text: text.slice(text.indexOf("\n") + 1) };
}

/**
 * Reads the workflow run at a URL; undefined if the run belongs to a different workflow or was not
 * started by a dispatch.
 */
async function findStarted(
  { workflow }: DispatchProposal,
  { tokens, repository, stopped, url }: EarlierLocation & { readonly url: string },
): Promise<AppliedProposal | undefined> {
  const id = Number(/\/actions\/runs\/(\d+)$/.exec(url)?.[1]);
  if (!Number.isSafeInteger(id)) return undefined;
  const client = tokens.clientOf("dispatch");
  if (url !== runPage(client.profile, repository, id)) return undefined;
  const run = await findRun(client, repository, id, stopped);
  const isStarted = run?.event === "workflow_dispatch" && run.file === workflow;
  return isStarted ? { url, name: "" } : undefined;
}

/** Checks the first line only, because the signature always precedes the agent's own text. */
function isSigned({ text = "" }: Written, signature: string): boolean {
  const [first = ""] = text.trimStart().split("\n");
  return first.trim() === signature;
}

function isAt(
  { text = "", link }: Written,
  { body }: WrittenProposal,
  url: string | undefined,
): boolean {
  return link !== undefined && link === url && text.trim() === body.trim();
}
