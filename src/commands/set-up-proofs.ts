import type { Journal } from "../prompts/journal.ts";
import { restoreFrom, recordIn } from "../prompts/restore-from.ts";
import {
  installedStep,
  isProofOf,
  keyDateStep,
  patProvedStep,
  repositoriesStep,
} from "../plane/setup/journal-steps.ts";
import type { ProofNews } from "../plane/setup/proof-news.ts";
import { findSetUpProofs } from "../plane/setup/set-up-proofs.ts";
import type { SetUpProofs } from "../plane/setup/set-up-proofs.ts";
import type { StoredCredential } from "../credentials/credential.ts";
import { UserError } from "../shared/errors.ts";
import { lockFile } from "../shared/file-lock.ts";
import { openFlowJournal } from "./flow-journal.ts";
import type { FlowPlace } from "./flow-journal.ts";
import { journalPath } from "./state-folder.ts";

type Place = Omit<FlowPlace, "flow">;

/**
 * Reads the proofs that setup has stored on this machine. Journals of other machines are not
 * available.
 */
export async function readSetUpProofs(env: NodeJS.ProcessEnv, place: Place): Promise<SetUpProofs> {
  const journal = await openFlowJournal(env, { ...place, flow: "setup" });
  return findSetUpProofs(restoreFrom(journal), place);
}

/**
 * Stores the new proofs of a run and deletes refuted ones, for status and setup. Best effort: a
 * running setup or a failed write must not fail the run.
 */
export async function keepProofs(
  env: NodeJS.ProcessEnv,
  place: Place,
  news: ProofNews,
): Promise<void> {
  if (news.proved.length + news.refuted.length === 0 && !news.pat) return;
  try {
    await changeJournal(env, place, (journal) => writeNews(journal, place, news));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

async function writeNews(
  journal: Journal,
  place: Place,
  { proved, refuted, pat }: ProofNews,
): Promise<void> {
  // Without the key's date, no proof applies to the key that is stored now.
  for (const { role, clientId } of refuted) {
    await journal.forgetStep(keyDateStep({ ...place, role }, clientId).id);
  }
  for (const { role, clientId, repositories, keyDate, proof } of proved) {
    const app = { ...place, role };
    await recordIn(journal, installedStep(app, clientId, repositories), proof);
    await recordIn(journal, repositoriesStep(app), repositories);
    await recordIn(journal, keyDateStep(app, clientId), keyDate);
  }
  if (pat?.proof) await recordIn(journal, patProvedStep(place, pat), pat.proof);
  else if (pat) await journal.forgetStep(patProvedStep(place, pat).id);
}

/**
 * Deletes all proofs of an exposed credential, because none of them is valid anymore.
 * @throws Locked if a setup is running; Incomplete if the journal cannot be written
 */
export function forgetProofs(
  env: NodeJS.ProcessEnv,
  place: Place,
  credential: StoredCredential,
): Promise<void> {
  return changeJournal(env, place, async (journal) => {
    const proofs = [...journal.steps().keys()].filter((id) => isProofOf(id, place, credential));
    for (const id of proofs) await journal.forgetStep(id);
  });
}

async function changeJournal(
  env: NodeJS.ProcessEnv,
  place: Place,
  change: (journal: Journal) => Promise<void>,
): Promise<void> {
  const flow = { ...place, flow: "setup" } as const;
  const lock = lockFile(journalPath(env, flow));
  try {
    await change(await openFlowJournal(env, flow));
  } finally {
    lock.release();
  }
}
