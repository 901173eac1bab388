import type { Secret } from "../../shared/secret.ts";
import type { SecretQuestion } from "../prompter.ts";
import { quietMilliseconds, readKeys, type Key } from "../read-keys.ts";
import { SecretDraft } from "../secret-draft.ts";
import type { LineInput } from "./typed-lines.ts";
import type { Aside } from "./asides.ts";

interface HiddenQuestion {
  readonly shape: SecretQuestion["shape"];
  readonly asides: readonly Aside[];
  /** Prompts the operator to start typing. */
  readonly invite: () => void;
}

/**
 * Reads a secret without echoing it. A key ends with its END line and Enter; a token ends with
 * Enter.
 * @throws Cancelled
 */
export function readHidden(
  { input, stops }: LineInput,
  { shape, asides, invite }: HiddenQuestion,
): Promise<Secret | Aside> {
  const stopped = stops.consume();
  if (stopped) return Promise.reject(stopped);
  // Raw mode disables echo, so it must be on before the prompt is printed.
  if (input.isTTY) input.setRawMode(true);
  invite();
  return new Promise((resolve, reject) => {
    let draft = new SecretDraft();
    let ending: NodeJS.Timeout | undefined;
    const end = (complete: () => void) => {
      clearTimeout(ending);
      stopReading();
      stopListening();
      if (input.isTTY && !stops.isHungUp()) input.setRawMode(false);
      complete();
    };
    // Text that is pasted after a key's END line is read as part of the input. Otherwise, the next
    // question would echo it.
    const endWhenQuiet = () => {
      const secret = draft.finish();
      ending = setTimeout(() => end(() => resolve(secret)), quietMilliseconds);
    };
    const press = (key: Key) => {
      if (ending && key.name !== "interrupt") return void ending.refresh();
      const aside = draft.isEmpty ? asideOf(key) : undefined;
      if (aside && asides.includes(aside)) end(() => resolve(aside));
      else if (key.name === "interrupt") stops.stop("SIGINT");
      else if (key.name === "character" || key.name === "paste") draft = draft.plus(key.text);
      else if (key.name === "backspace") draft = draft.withoutLast();
      else if (key.name === "erase-line") draft = new SecretDraft();
      else if (key.name === "enter") {
        if (shape === "lines" && draft.isInsideBlock) draft = draft.plus("\n");
        else endWhenQuiet();
      }
    };
    const stopReading = readKeys(input, press);
    const stopListening = stops.listen({ onStop: (stop) => end(() => reject(stop)) });
  });
}

function asideOf(key: Key): Aside | undefined {
  if (key.name === "escape") return "back";
  return key.name === "character" && key.text === "?" ? "why" : undefined;
}
