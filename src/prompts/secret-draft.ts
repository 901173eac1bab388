import { Secret } from "../shared/secret.ts";

const begin = /-----BEGIN [^\n]*-----/;
const end = /-----END [^\n]*-----/;

/**
 * A secret that is being typed or pasted. It exposes only how many lines it has and whether its key
 * is complete. The text can be read only as a `Secret`.
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

  /**
   * Whether the input is between BEGIN and END. If so, Enter adds a line instead of finishing the
   * input.
   */
  get isInsideBlock(): boolean {
    return begin.test(this.#text) && !end.test(this.#text);
  }

  get isCompleteBlock(): boolean {
    return begin.test(this.#text) && end.test(this.#text);
  }

  /**
   * Returns the secret. The line breaks of a PEM block are kept, because they are part of the key.
   * Whitespace around a token is removed.
   */
  finish(): Secret {
    const text = this.#text.trim();
    return new Secret(begin.test(text) ? `${text}\n` : text);
  }
}
