import { confirmApproval } from "../../../flows/firewall/confirm-approval.ts";
import { approveFile } from "../../firewall/approvals.ts";
import { describeSections, readForApproval } from "../../firewall/read-for-approval.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { Incomplete } from "../../shared/errors.ts";
import { openPrompter } from "../open-prompter.ts";
import { printApproval } from "../outcomes/print-approval.ts";

interface ApproveOptions {
  readonly sha256?: string | undefined;
  readonly plain?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Runs `gatehouse firewall approve`. */
export async function runApprove(
  file: string,
  { sha256, plain, json = false }: ApproveOptions,
): Promise<void> {
  const env = ourEnvironment();
  const read = await readForApproval(file, { expected: sha256, env });
  if (sha256 === undefined) await ask(read, { plain, json });
  const approval = await approveFile(read, { env, now: new Date() });
  printApproval({ read, approval }, { json });
}

/** @throws Incomplete if the operator does not approve the file */
async function ask(
  read: Awaited<ReturnType<typeof readForApproval>>,
  options: { readonly plain: boolean | undefined; readonly json: boolean },
): Promise<void> {
  const header = { title: "approve", subject: read.path, outline: [] };
  const { prompter } = await openPrompter({ ...options, open: false }, header);
  try {
    const question = { path: read.path, lines: describeSections(read) };
    if (await confirmApproval(prompter, question)) return;
  } finally {
    await prompter.close();
  }
  throw new Incomplete(`${read.path} was not approved.`, []);
}
