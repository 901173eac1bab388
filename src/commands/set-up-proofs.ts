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

/** What the setup on this machine left behind; the journal of another machine's is not here. */
export async function readSetUpProofs(env: NodeJS.ProcessEnv, place: Place): Promise<SetUpProofs> {
  const journal = await openFlowJournal(env, { ...place, flow: "setup" });
  return findSetUpProofs(restoreFrom(journal), place);
}

/**
 * Keeps what a run has proved, and forgets what it has refuted, so that status and setup know it, too. Best effort: a
 * setup that is under way, or a disk that takes nothing, is no fault of the run's.
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
  // Without the date of a key, no proof is of the key that is stored now.
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
 * Forgets whatever was proved of a credential: of one that was exposed, nothing stands.
 * @throws Locked while a setup is under way; Incomplete where the disk takes nothing
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
