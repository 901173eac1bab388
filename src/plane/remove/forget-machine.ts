import type { Keychain } from "../../credentials/keychain/keychain.ts";
import { UserError } from "../../shared/errors.ts";
import { deleteMachineFiles } from "./machine.ts";
import type { MachineInventory } from "./inventory.ts";

/**
 * Forgets what this machine keeps of a control plane: keys in the keychain first, for the journal tells of them. It stays
 * as long as one of them may be there.
 * @returns the accounts that the keychain did not let go of
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
