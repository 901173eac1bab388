import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { importKey } from "../shared/import-key.ts";
import type { KeyFiles } from "../shared/import-key.ts";

/** Which key is asked for: the one that is used from now on, or the one that a rotation replaces. */
export type WhichKey = "key" | "old-key";

const pasteOption = "I paste it here";

/** Takes in an App's private key, by paste or from a file, and answers the keeper's id of it. */
export async function enterKey(
  context: Pick<FlowContext, "ask" | "vault">,
  deps: KeyFiles,
  role: AppRole,
  which: WhichKey = "key",
): Promise<string> {
  const id = `${role}-${which}`;
  const name = `${which === "old-key" ? "old key" : "key"} of the ${titleOf(role)}`;
  const from = await context.ask.choose({
    id: `${id}-from`,
    name: which === "old-key" ? "Old key" : "Key",
    title: `Where is the ${name}?`,
    options: [
      { value: "file", label: "In a file here", hint: "the .pem that the browser downloaded" },
      { value: "paste", label: pasteOption, hint: "it is not shown" },
    ],
  });
  const { key } = await importKey(context, deps, {
    from,
    id,
    pasteTitle: which === "key" ? `Private key of the ${titleOf(role)}:` : `The ${name}:`,
    pathTitle: which === "key" ? "Path of the key file:" : "Path of the old key's file:",
    placeholder: "~/Downloads/gatehouse-acme-control-read.pem",
    pasteOption,
    hints: [
      {
        say: "Generate a key on the App's settings page and use the file that the browser downloads",
      },
    ],
  });
  return context.vault.keep(key);
}
