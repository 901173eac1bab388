import type { RepositoryName } from "../../forge/repository-name.ts";
import {
  listIssueParts,
  listIssuesBy,
  listPullsOf,
  type Written,
} from "../../forge/resources/issues.ts";
import type { CarriedOut } from "./carry-out.ts";
import type { OutputTokens } from "./hold-tokens.ts";
import type { Proposal } from "./proposal.ts";

/** What an earlier run of the same job has made, and whose notes of it went with its machine. */
export interface EarlierOutputs {
  /** @param signature the line that stands above what is made of this proposal, and above nothing else */
  readonly find: (proposal: Proposal, signature: string) => Promise<CarriedOut | undefined>;
}

export interface EarlierPlace {
  readonly tokens: Pick<OutputTokens, "clientOf" | "findWriter">;
  readonly repository: RepositoryName;
  readonly stopped: AbortSignal;
}

/**
 * Looks on the forge itself: in its lists, each read once, and not by its search, which hears of things later. What others have
 * signed so does not count. A dispatch has no text that could be signed.
 */
export function createEarlierOutputs(place: EarlierPlace): EarlierOutputs {
  const lists = new Map<string, Promise<readonly Written[]>>();
  let writer: Promise<string> | undefined;
  return {
    find: async (proposal, signature) => {
      const key = listOf(proposal);
      if (key === undefined) return undefined;
      writer ??= place.tokens.findWriter();
      const who = await writer;
      const list = lists.get(key) ?? readList(proposal, { ...place, writer: who });
      lists.set(key, list);
      const made = (await list).find((each) => isSigned(each, { signature, writer: who }));
      return made?.link === undefined ? undefined : { url: made.link, name: "" };
    },
  };
}

function listOf(proposal: Proposal): string | undefined {
  if (proposal.type === "issue") return "issues";
  if (proposal.type === "comment") return `comments ${proposal.number}`;
  return proposal.type === "pull-request" ? `pulls ${proposal.branch}` : undefined;
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
      return [];
  }
}

/** An issue's text has its title on the first line. */
function withoutTitle({ text = "", ...issue }: Written): Written {
  return { ...issue, text: text.slice(text.indexOf("\n") + 1) };
}

/** An agent's own text never begins with it: the signature comes before. */
function isSigned(
  { text = "", author = "" }: Written,
  { signature, writer }: { readonly signature: string; readonly writer: string },
): boolean {
  const [first = ""] = text.trimStart().split("\n");
  return first.trim() === signature && author.toLowerCase() === writer.toLowerCase();
}
