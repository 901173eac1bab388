import { Secret } from "../shared/secret.ts";

const begin = /-----BEGIN [^\n]*-----/;
const end = /-----END [^\n]*-----/;

/**
 * A secret while it is typed or pasted. It tells how many lines it has and whether its key is whole, nothing
 * else; the text leaves it only as a `Secret`.
 */
export class SecretDraft {
  readonly #text: string;

  constructor(text = "") {
    this.#text = text;
  }

  plus(text: string): SecretDraft {
    return new SecretDraft(this.#text + text.replaceAll(/\r\n?/g, "\n"));
  }

  withoutLast(): SecretDraft {
    return new SecretDraft(this.#text.replace(/.$/su, ""));
  }

  get isEmpty(): boolean {
    return this.#text.trim() === "";
  }

  get lineCount(): number {
    return this.isEmpty ? 0 : this.#text.trim().split("\n").length;
  }

  /** Between BEGIN and END: Enter is a line of the key, not the end of the answer. */
  get isInsideBlock(): boolean {
    return begin.test(this.#text) && !end.test(this.#text);
  }

  get isWholeBlock(): boolean {
    return begin.test(this.#text) && end.test(this.#text);
  }

  /** Inside a block the line breaks belong to the key; around a token nothing does. */
  finish(): Secret {
    const text = this.#text.trim();
    return new Secret(begin.test(text) ? `${text}\n` : text);
  }
}
