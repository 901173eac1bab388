import { chooseNext } from "../../flows/begin/choose-next.ts";
import { chooseRemote } from "../../flows/begin/choose-remote.ts";
import { describeNowhere, describeSeen } from "../../flows/begin/describe-beginning.ts";
import type { Beginning } from "../../flows/begin/describe-beginning.ts";
import type { Prompter } from "../prompts/prompter.ts";
import { commandLine } from "../plane/repository/command-line.ts";
import { readRemotes } from "../forge/read-remotes.ts";
import { nameRemotes } from "../forge/remotes.ts";
import type { NamedRemote } from "../forge/remotes.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { Cancelled, Stopped, UserError } from "../shared/errors.ts";
import { connect } from "./connect.ts";
import { readStatusDocument } from "./read-status-document.ts";
import { openPrompter } from "./open-prompter.ts";
import { beginningTitle } from "../prompts/wizard-titles.ts";
import { printBeginning, printChosen } from "./outcomes/print-beginning.ts";

/**
 * Runs `gatehouse` without a command in a terminal: shows the state of the current repository and
 * the next steps.
 * @returns the words of the chosen command, or undefined if the operator leaves
 */
export async function begin(): Promise<readonly string[] | undefined> {
  // Opens the prompter before Git runs, so that Ctrl-C works even if Git takes a long time.
  const { prompter } = await openPrompter({ open: false }, { ...beginningTitle, outline: [] });
  try {
    const found = await readRemotes();
    const remotes = nameRemotes(found.isClone ? found.remotes : []);
    const known = remotes.filter(({ isKnown }) => isKnown);
    const remote = await chooseRemote(prompter, known);
    const beginning = remote ? await readBeginning(prompter, remote) : describeNowhere(remotes[0]);
    const words = await chooseNext(prompter, beginning);
    await prompter.close();
    if (words) printChosen(words);
    else printBeginning(beginning);
    return words;
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    throw new Stopped(error.by, "Stopped. No changes were made.");
  } finally {
    await prompter.close();
  }
}

async function readBeginning(prompter: Prompter, remote: NamedRemote): Promise<Beginning> {
  const { full } = remote.repository;
  prompter.begin({
    title: "status of",
    subject: `${full}, the current directory's remote`,
    outline: [],
  });
  try {
    return await readFacts(prompter, remote);
  } catch (error) {
    if (error instanceof Cancelled || !(error instanceof UserError)) throw error;
    return { state: "unseen", message: error.message, hints: error.hints };
  }
}

/** Reads the status of the remote's repository. Does not contact any other forge. */
async function readFacts(
  prompter: Prompter,
  { repository, hostOption: host }: NamedRemote,
): Promise<Beginning> {
  const connection = await connect({ host, env: ourEnvironment() });
  try {
    const wait = { id: "overall-status", title: `Checking ${repository.full}` };
    const status = await prompter.progress(wait, () =>
      readStatusDocument({ connection, repository }),
    );
    const { profile } = connection;
    return describeSeen(status, (verb) => commandLine(verb, { profile, repository }));
  } finally {
    await connection.close();
  }
}
