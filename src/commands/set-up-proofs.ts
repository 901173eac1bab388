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
import { openFlowSteps } from "./flow-journal.ts";
import type { FlowLocation } from "./flow-journal.ts";
import { journalPath } from "./journal-path.ts";

type Location = Omit<FlowLocation, "flow">;

/**
 * Reads the proofs that setup has stored on this machine. Journals of other machines are not
 * available.
 */
export async function readSetUpProofs(
  env: NodeJS.ProcessEnv,
  location: Location,
): Promise<SetUpProofs> {
  const journal = await openFlowSteps(env, { ...location, flow: "setup" });
  return findSetUpProofs(restoreFrom(journal), location);
}

/**
 * Stores the new proofs of a run and deletes refuted proofs, for status and setup. Best effort: a
 * running setup or a failed write must not make the run fail.
 */
export async function keepProofs(
  env: NodeJS.ProcessEnv,
  location: Location,
  news: ProofNews,
): Promise<void> {
  if (news.proved.length + news.refuted.length === 0 && !news.pat) return;
  try {
    await changeJournal(env, location, (journal) => writeNews(journal, location, news));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}

async function writeNews(
  journal: Journal,
  location: Location,
  { proved, refuted, pat }: ProofNews,
): Promise<void> {
  // A proof is valid only together with the date of the stored key, so deleting the date
  // invalidates the proof.
  for (const { role, clientId } of refuted) {
    await journal.forgetStep(keyDateStep({ ...location, role }, clientId).id);
  }
  for (const { role, clientId, repositories, keyDate, proof } of proved) {
    const app = { ...location, role };
    await recordIn(journal, installedStep(app, clientId, repositories), proof);
    await recordIn(journal, repositoriesStep(app), repositories);
    await recordIn(journal, keyDateStep(app, clientId), keyDate);
  }
  if (pat?.proof) await recordIn(journal, patProvedStep(location, pat), pat.proof);
  else if (pat) await journal.forgetStep(patProvedStep(location, pat).id);
}

/**
 * Deletes all proofs of an exposed credential, because they are no longer valid.
 * @throws Locked if a setup is running; Incomplete if the journal cannot be written
 */
export function forgetProofs(
  env: NodeJS.ProcessEnv,
  location: Location,
  credential: StoredCredential,
): Promise<void> {
  return changeJournal(env, location, async (journal) => {
    const proofs = [...journal.steps().keys()].filter((id) => isProofOf(id, location, credential));
    for (const id of proofs) await journal.forgetStep(id);
  });
}

async function changeJournal(
  env: NodeJS.ProcessEnv,
  location: Location,
  change: (journal: Journal) => Promise<void>,
): Promise<void> {
  const flow = { ...location, flow: "setup" } as const;
  const lock = lockFile(journalPath(env, flow));
  try {
    await change(await openFlowSteps(env, flow));
  } finally {
    lock.release();
  }
}
