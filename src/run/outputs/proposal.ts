import type { Handler } from "../../credentials/apps/handlers.ts";

/** What an agent wants to be done; nothing of it is done before it was judged. */
export type Proposal = IssueProposal | CommentProposal | PullRequestProposal | DispatchProposal;

interface IssueProposal {
  readonly type: "issue";
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}

interface CommentProposal {
  readonly type: "comment";
  /** Of an issue or a pull request. */
  readonly number: number;
  readonly body: string;
}

export interface PullRequestProposal {
  readonly type: "pull-request";
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  /** The default branch unless told. */
  readonly base: string | undefined;
  readonly files: readonly ProposedFile[];
}

/** A file as it shall be; without content it is taken away. */
export interface ProposedFile {
  readonly path: string;
  readonly content: string | undefined;
}

export interface DispatchProposal {
  readonly type: "dispatch";
  /** A file of the folder of workflows. */
  readonly workflow: string;
  /** The default branch, if anything. */
  readonly ref: string | undefined;
  readonly inputs: Readonly<Record<string, string>>;
}

/** A proposal, and where it stands in the agent's file. */
export interface ProposedLine {
  /** From 1. */
  readonly line: number;
  /** SHA-256 of the line, as hexadecimal digits. */
  readonly hash: string;
  readonly proposal: Proposal;
}

export function handlerOf({ proposal }: ProposedLine): Handler {
  return proposal.type;
}
