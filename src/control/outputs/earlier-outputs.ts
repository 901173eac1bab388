import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import {
  listIssueParts,
  listIssuesBy,
  listPullsOf,
  type Written,
} from "../../forge/resources/issues.ts";
import { listDispatchedRuns, type WorkflowPlace } from "../../forge/resources/workflows.ts";
import { runPage } from "../../forge/web-links.ts";
import type { CarriedOut } from "./carry-out.ts";
import type { OutputTokens } from "./hold-tokens.ts";
import type { Proposal } from "./proposal.ts";

/** How what is made of a proposal is recognized on the forge. */
export interface Trace {
  /** The line that stands above what is made of this proposal, and above nothing else; undefined if the run has no number. */
  readonly signature: string | undefined;
  /** The page that the journal names; undefined if it names none. */
  readonly url: string | undefined;
}

/** What an earlier run of the same job has made, and whose notes of it went with its machine. */
export interface EarlierOutputs {
  readonly find: (proposal: Proposal, trace: Trace) => Promise<CarriedOut | undefined>;
}

export interface EarlierPlace {
  readonly tokens: Pick<OutputTokens, "clientOf" | "findWriter">;
  readonly repository: RepositoryName;
  readonly stopped: AbortSignal;
}

/**
 * Looks on the forge itself: in its lists, each read once, and not by its search, which hears of things later. What others have
 * signed so does not count. A dispatch has no text that could be signed, and a run without a number signs nothing: then the
 * page that the journal names must be of this repository, author and content, or a dispatched run of this workflow.
 */
export function createEarlierOutputs(place: EarlierPlace): EarlierOutputs {
  const lists = new Map<string, Promise<readonly Written[]>>();
  let writer: Promise<string> | undefined;
  return {
    find: async (proposal, { signature, url }) => {
      const isSignable = proposal.type !== "dispatch" && signature !== undefined;
      if (!isSignable && url === undefined) return undefined;
      writer ??= place.tokens.findWriter();
      const who = await writer;
      const key = listOf(proposal);
      const list = lists.get(key) ?? readList(proposal, { ...place, writer: who });
      lists.set(key, list);
      const made = (await list)
        .filter(
          ({ author = "" }) =>
            proposal.type === "dispatch" || author.toLowerCase() === who.toLowerCase(),
        )
        .find((each) => (isSignable ? isSigned(each, signature) : isAt(each, proposal, url)));
      return made?.link === undefined ? undefined : { url: made.link, name: "" };
    },
  };
}

function listOf(proposal: Proposal): string {
  switch (proposal.type) {
    case "issue":
      return "issues";
    case "comment":
      return `comments ${proposal.number}`;
    case "pull-request":
      return `pulls ${proposal.branch}`;
    case "dispatch":
      return `runs ${proposal.workflow}`;
  }
}

async function readList(
  proposal: Proposal,
  { tokens, repository, stopped: signal, writer }: EarlierPlace & { readonly writer: string },
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
    case "dispatch":
      return listStarted(client, { repository, file: proposal.workflow, signal });
  }
}

/** An issue's text has its title on the first line. */
function withoutTitle({ text = "", ...issue }: Written): Written {
  return { ...issue, text: text.slice(text.indexOf("\n") + 1) };
}

/** Runs of a workflow that were started by a dispatch. */
async function listStarted(client: ForgeClient, place: WorkflowPlace): Promise<readonly Written[]> {
  const runs = await listDispatchedRuns(client, place);
  // Forges differ in whom they name as the actor of an App's dispatch, so a run has no author here.
  return runs.map(({ id, createdAt }) => ({
    id,
    text: "",
    link: runPage(client.profile, place.repository, id),
    author: undefined,
    createdAt,
  }));
}

/** An agent's own text never begins with it: the signature comes before. */
function isSigned({ text = "" }: Written, signature: string): boolean {
  const [first = ""] = text.trimStart().split("\n");
  return first.trim() === signature;
}

function isAt({ text = "", link }: Written, proposal: Proposal, url: string | undefined): boolean {
  const body = proposal.type === "dispatch" ? "" : proposal.body;
  return link !== undefined && link === url && text.trim() === body.trim();
}
