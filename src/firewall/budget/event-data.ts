import type { JsonScanner } from "./json-scanner.ts";

const lineFeed = 10;
const field = "data:";

/**
 * Passes the data of server-sent events to a scanner. An empty line ends an event.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export class EventData {
  readonly #scanner: Pick<JsonScanner, "write" | "reset">;
  /** Beginning of the current line, up to the length of the field name. */
  #head = "";

  constructor(scanner: Pick<JsonScanner, "write" | "reset">) {
    this.#scanner = scanner;
  }

  write(chunk: Buffer): void {
    let from = 0;
    while (from < chunk.length) {
      const end = chunk.indexOf(lineFeed, from);
      this.#readLine(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (end < 0) return;
      if (this.#head === "" || this.#head === "\r") this.#scanner.reset();
      this.#head = "";
      from = end + 1;
    }
  }

  #readLine(part: Buffer): void {
    const missing = field.length - this.#head.length;
    this.#head += part.subarray(0, missing).toString("latin1");
    if (this.#head === field) this.#scanner.write(part.subarray(missing));
  }
}
