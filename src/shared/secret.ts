import { createHash, timingSafeEqual } from "node:crypto";
import { inspect } from "node:util";

/** Text that replaces a secret. */
export const hidden = "[secret]";

/**
 * A value that must never be shown: a private key, a token, a password.
 *
 * As a string, in a template, in JSON and in `inspect`, it appears as `[secret]`. Only `reveal()`
 * returns the value; test/secret-exits.test.ts lists the files that may call it.
 */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  get isEmpty(): boolean {
    return this.#value.trim() === "";
  }

  /**
   * Compares in constant time, so that the duration does not reveal how much of the value matches.
   */
  equals(other: Secret): boolean {
    const digest = (secret: Secret) => createHash("sha256").update(secret.reveal()).digest();
    return timingSafeEqual(digest(this), digest(other));
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [Symbol.toPrimitive](): string {
    return hidden;
  }

  [inspect.custom](): string {
    return hidden;
  }
}
