import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { importKey } from "../shared/import-key.ts";
import type { KeyFiles } from "../shared/import-key.ts";

/** The key to enter: the key to use from now on, or the key that a rotation replaces. */
export type WhichKey = "key" | "old-key";

const pasteOption = "Paste it";

/**
 * Imports an App's private key from pasted text or a file, and returns the key's ID in the vault.
 */
export async function enterKey(
  context: Pick<FlowContext, "ask" | "vault">,
  deps: KeyFiles,
  role: AppRole,
  which: WhichKey = "key",
): Promise<string> {
  const id = `${role}-${which}`;
  const name = `${which === "old-key" ? "old " : ""}${titleOf(role)} key`;
  const from = await context.ask.choose({
    id: `${id}-from`,
    name: which === "old-key" ? "Old key" : "Key",
    title: `Where is the ${name}?`,
    options: [
      {
        value: "file",
        label: "A file on this machine",
        hint: "the .pem file that the browser downloaded",
      },
      { value: "paste", label: pasteOption, hint: "the input is not shown" },
    ],
  });
  const { key } = await importKey(context, deps, {
    from,
    id,
    pasteTitle:
      which === "key" ? `Private key of the ${titleOf(role)}:` : `Old key of the ${titleOf(role)}:`,
    pathTitle: which === "key" ? "Path of the key file:" : "Path of the old key file:",
    placeholder: "~/Downloads/gatehouse-acme-control-read.pem",
    pasteOption,
    hints: [
      {
        text: "Generate a key on the App's settings page and use the file that the browser downloads",
      },
    ],
  });
  return context.vault.keep(key);
}
