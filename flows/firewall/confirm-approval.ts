import type { Prompter } from "../../src/prompts/prompter.ts";

/** The parts of a rules file that have an effect only after approval, one line each. */
export interface ApprovalQuestion {
  readonly path: string;
  readonly lines: readonly string[];
}

/** Asks the operator to approve the current content of a rules file. */
export async function confirmApproval(
  prompter: Pick<Prompter, "confirm">,
  { path, lines }: ApprovalQuestion,
): Promise<boolean> {
  return prompter.confirm(
    {
      id: "approve",
      title: "Approve this version of the rules file?",
      facts: [{ name: "File", text: path }],
      body: lines,
      why: "Credentials and budgets in a rules file require your approval, because a project or a pull request can change it. gatehouse stores the SHA-256 of the approved content outside the project.",
      yes: "Approve",
      no: "Do not approve",
    },
    { canGoBack: false },
  );
}
