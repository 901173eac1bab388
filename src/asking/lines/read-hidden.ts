import { Cancelled } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { SecretQuestion } from "../prompter.ts";
import { readKeys, type Key } from "../read-keys.ts";
import { SecretDraft } from "../secret-draft.ts";
import type { Aside } from "./line-asker.ts";

/**
 * Reads a secret without showing anything of it. A key ends with its END line and Enter, a token with Enter.
 * @throws Cancelled
 */
export function readHidden(
  input: NodeJS.ReadStream,
  { shape, asides }: Pick<SecretQuestion, "shape"> & { asides: readonly Aside[] },
): Promise<Secret | Aside> {
  // Raw mode is what keeps the terminal from showing what is typed.
  if (input.isTTY) input.setRawMode(true);
  return new Promise((resolve, reject) => {
    let draft = new SecretDraft();
    const end = (settle: () => void) => {
      stop();
      if (input.isTTY) input.setRawMode(false);
      settle();
    };
    const press = (key: Key) => {
      const aside = draft.isEmpty ? asideOf(key) : undefined;
      if (aside && asides.includes(aside)) end(() => resolve(aside));
      else if (key.name === "interrupt") end(() => reject(new Cancelled()));
      else if (key.name === "character" || key.name === "paste") draft = draft.plus(key.text);
      else if (key.name === "backspace") draft = draft.withoutLast();
      else if (key.name === "erase-line") draft = new SecretDraft();
      else if (key.name === "enter") {
        if (shape === "lines" && draft.isInsideBlock) draft = draft.plus("\n");
        else end(() => resolve(draft.finish()));
      }
    };
    const stop = readKeys(input, press);
  });
}

function asideOf(key: Key): Aside | undefined {
  if (key.name === "escape") return "back";
  return key.name === "character" && key.text === "?" ? "why" : undefined;
}
