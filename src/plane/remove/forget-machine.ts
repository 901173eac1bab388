import type { Keychain } from "../../credentials/keychain/keychain.ts";
import { UserError } from "../../shared/errors.ts";
import { deleteMachineFiles } from "./machine.ts";
import type { MachineInventory } from "./inventory.ts";

/**
 * Deletes a control plane's data from this machine. Keys in the keychain are deleted first, because
 * only the journal lists them. The journal is kept while any of these keys may remain.
 *
 * @returns the keychain accounts that could not be deleted
 */
export async function forgetOnMachine(
  { keychain, journalFile }: { readonly keychain: Keychain; readonly journalFile: string },
  { files, held }: MachineInventory,
): Promise<string[]> {
  const stuck: string[] = [];
  for (const account of held) {
    const isGone = await keychain.drop(account).catch((error: unknown) => {
      if (error instanceof UserError) return false;
      throw error;
    });
    if (!isGone) stuck.push(account);
  }
  if (stuck.length === 0) deleteMachineFiles(journalFile, files);
  return stuck;
}
