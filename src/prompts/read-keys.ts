import { emitKeypressEvents, type Interface } from "node:readline";

/** A key as the controls know it. What is pasted comes as one piece, whatever it holds. */
export type Key =
  { readonly name: "character" | "paste"; readonly text: string } | { readonly name: NamedKey };

export type NamedKey =
  | ("up" | "down" | "left" | "right" | "home" | "end" | "pageup" | "pagedown")
  | ("enter" | "escape" | "tab" | "backspace" | "delete")
  | ("interrupt" | "erase-line" | "erase-word" | "erase-rest" | "delete-line")
  | ("open-link" | "copy-link" | "lengthen-link" | "ask-again");

/** What Node calls a key, without its modifiers. */
interface Keypress {
  readonly name?: string;
  readonly sequence?: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
}

// An Escape that nothing follows within this time is the key itself and not the start of an arrow key.
const escapeCodeTimeout = 50;

/** The pieces of one paste follow each other faster than this; a person does not. */
export const quietMilliseconds = 50;

const same = ["up", "down", "left", "right", "home", "end", "pageup", "pagedown"] as const;
const plain: Record<string, NamedKey> = {
  ...Object.fromEntries(same.map((name) => [name, name])),
  return: "enter",
  enter: "enter",
  escape: "escape",
  tab: "tab",
  backspace: "backspace",
  delete: "delete",
};
const withControl: Record<string, NamedKey> = {
  c: "interrupt",
  a: "home",
  e: "end",
  u: "erase-line",
  w: "erase-word",
  k: "erase-rest",
  d: "delete-line",
  n: "down",
  p: "up",
  o: "open-link",
  y: "copy-link",
  l: "lengthen-link",
  r: "ask-again",
};

/**
 * Reads keys from a terminal in raw mode until the returned function is called. Node's decoder takes chunks
 * apart: several keys may come in one, and one key in several.
 */
export function readKeys(stdin: NodeJS.ReadStream, onKey: (key: Key) => void): () => void {
  const take = createKeyReader(onKey);
  // Of an Interface the decoder needs only the time that it waits after an Escape.
  emitKeypressEvents(stdin, { escapeCodeTimeout } as unknown as Interface);
  const listen = (_text: string | undefined, keypress: Keypress) => take(keypress);
  stdin.on("keypress", listen);
  stdin.resume();
  return () => {
    stdin.off("keypress", listen);
    stdin.pause();
  };
}

/** Turns Node's keypresses into keys; a bracketed paste becomes one. */
function createKeyReader(onKey: (key: Key) => void): (keypress: Keypress) => void {
  let pasted: string[] | undefined;
  let last: string | undefined;
  return (keypress) => {
    const { name, sequence = "", ctrl } = keypress;
    // CR LF is one Enter, or the second half would answer the next question.
    const isSecondHalf = sequence === "\n" && last === "\r";
    last = sequence;
    if (ctrl && name === "c") {
      pasted = undefined;
      onKey({ name: "interrupt" });
    } else if (name === "paste-start") {
      pasted = [];
    } else if (name === "paste-end") {
      onKey({ name: "paste", text: pasted?.join("") ?? "" });
      pasted = undefined;
    } else if (pasted) {
      pasted.push(sequence);
    } else if (!isSecondHalf) {
      const key = toKey(keypress);
      if (key) onKey(key);
    }
  };
}

function toKey({ name = "", sequence = "", ctrl, meta }: Keypress): Key | undefined {
  const named = ctrl ? (withControl[name] ?? plain[name]) : plain[name];
  if (named) return { name: named };
  const isText = !ctrl && !meta && sequence !== "" && !/[\p{Cc}]/u.test(sequence);
  return isText ? { name: "character", text: sequence } : undefined;
}
