import { emitKeypressEvents, type Interface } from "node:readline";

/**
 * A key press that the controls handle. A paste counts as one key press, regardless of its content.
 */
export type Key =
  { readonly name: "character" | "paste"; readonly text: string } | { readonly name: NamedKey };

export type NamedKey =
  | ("up" | "down" | "left" | "right" | "home" | "end" | "pageup" | "pagedown")
  | ("enter" | "escape" | "tab" | "backspace" | "delete")
  | ("interrupt" | "erase-line" | "erase-word" | "erase-rest" | "delete-line")
  | ("open-link" | "copy-link" | "lengthen-link" | "ask-again");

/** The fields of Node's key event that are used here. */
interface Keypress {
  readonly name?: string;
  readonly sequence?: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
}

// Time limit in milliseconds. If no byte follows an Escape within this time, the Escape key was
// pressed. Otherwise, the byte can belong to an arrow key.
const escapeCodeTimeout = 50;

/** Maximum pause within one paste, in milliseconds. A person types more slowly than this. */
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
 * Reads keys from a terminal in raw mode until the returned function is called. Uses Node's
 * decoder, because one chunk can contain several keys, and one key can span several chunks.
 */
export function readKeys(stdin: NodeJS.ReadStream, onKey: (key: Key) => void): () => void {
  const readKey = createKeyReader(onKey);
  // Of a readline interface, the decoder reads only `escapeCodeTimeout`.
  emitKeypressEvents(stdin, { escapeCodeTimeout } as unknown as Interface);
  const listen = (_text: string | undefined, keypress: Keypress) => readKey(keypress);
  stdin.on("keypress", listen);
  stdin.resume();
  return () => {
    stdin.off("keypress", listen);
    stdin.pause();
  };
}

/** Converts Node's key events to key presses. A bracketed paste becomes one key press. */
function createKeyReader(onKey: (key: Key) => void): (keypress: Keypress) => void {
  let pasted: string[] | undefined;
  let last: string | undefined;
  return (keypress) => {
    const { name, sequence = "", ctrl } = keypress;
    // CR LF counts as one Enter. Otherwise, the LF would be a second Enter, which answers the next
    // question.
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
