import type { Handler } from "../../credentials/apps/handlers.ts";

/** An action that an agent requests. It is applied only after validation. */
export type Proposal = IssueProposal | CommentProposal | PullRequestProposal | DispatchProposal;

interface IssueProposal {
  readonly type: "issue";
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}

interface CommentProposal {
  readonly type: "comment";
  /** Number of an issue or pull request. */
  readonly number: number;
  readonly body: string;
}

export interface PullRequestProposal {
  readonly type: "pull-request";
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  /** The base branch; undefined means the default branch. */
  readonly base: string | undefined;
  readonly files: readonly ProposedFile[];
}

/** A file, and its new content. If the content is undefined, the file is deleted. */
export interface ProposedFile {
  readonly path: string;
  readonly content: string | undefined;
}

export interface DispatchProposal {
  readonly type: "dispatch";
  /** Name of a file in the workflows directory. */
  readonly workflow: string;
  /** Branch; undefined for the default branch. Any other branch is rejected. */
  readonly ref: string | undefined;
  readonly inputs: Readonly<Record<string, string>>;
}

/** A proposal, and its position in the agent's file. */
export interface ProposedLine {
  /** Line number, starting at 1. */
  readonly line: number;
  /** SHA-256 of the line in hex. */
  readonly hash: string;
  readonly proposal: Proposal;
}

export function handlerOf({ proposal }: ProposedLine): Handler {
  return proposal.type;
}
