/** Keys of the containers around a value; `*` in a list. */
export type Path = string;

/** Keys below this depth are not needed. */
const deepest = 4;
/** Longer keys and numbers are not needed. */
const longestToken = 64;

/**
 * Finds scalar values in JSON that arrives in chunks. Needs the same small amount of memory for any
 * text, and accepts invalid JSON, because it only reads what passes.
 */
export class JsonScanner {
  readonly #found: (path: Path, text: string) => void;
  /** The open containers: the current key of an object, `*` for a list. */
  #keys: string[] = [];
  #lists: boolean[] = [];
  #depth = 0;
  #expectsKey = false;
  #token = "";
  #inString = false;
  #isEscaped = false;

  /** @param found receives the text of a value as written, shortened if it is long */
  constructor(found: (path: Path, text: string) => void) {
    this.#found = found;
  }

  /** Prepares for another text. */
  reset(): void {
    this.#keys = [];
    this.#lists = [];
    this.#depth = 0;
    this.#expectsKey = false;
    this.#token = "";
    this.#inString = false;
    this.#isEscaped = false;
  }

  write(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#inString) at = this.#readString(bytes, at);
      else this.#readByte(bytes[at] ?? 0);
    }
  }

  /** Reads up to the next quote or escape. Returns the position of the last byte that was read. */
  #readString(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#token.length < longestToken) this.#token += String.fromCharCode(byte);
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === backslash) this.#isEscaped = true;
      else if (byte === quote) {
        this.#inString = false;
        return at;
      }
    }
    return bytes.length;
  }

  #readByte(byte: number): void {
    if (byte === quote) {
      this.#inString = true;
      this.#token = '"';
    } else if (byte === openBrace || byte === openBracket) this.#open(byte === openBracket);
    else if (byte === closeBrace || byte === closeBracket) this.#close();
    else if (byte === colon) this.#takeKey();
    else if (byte === comma) this.#next();
    else if (byte > space && this.#token.length < longestToken)
      this.#token += String.fromCharCode(byte);
  }

  #open(isList: boolean): void {
    this.#token = "";
    this.#depth += 1;
    if (this.#depth > deepest) return;
    this.#keys.push(isList ? "*" : "");
    this.#lists.push(isList);
    this.#expectsKey = !isList;
  }

  #close(): void {
    this.#report();
    if (this.#depth > 0) this.#depth -= 1;
    if (this.#depth < this.#keys.length) {
      this.#keys.pop();
      this.#lists.pop();
    }
    this.#expectsKey = false;
  }

  #takeKey(): void {
    if (this.#expectsKey && this.#depth <= deepest) {
      this.#keys[this.#keys.length - 1] = readKey(this.#token);
      this.#expectsKey = false;
    }
    this.#token = "";
  }

  #next(): void {
    this.#report();
    this.#expectsKey = this.#depth <= deepest && this.#lists.at(-1) === false;
  }

  #report(): void {
    const token = this.#token;
    this.#token = "";
    if (token !== "" && !this.#expectsKey && this.#depth <= deepest)
      this.#found(this.#keys.join("/"), token);
  }
}

const [quote, backslash, colon, comma, space] = [34, 92, 58, 44, 32];
const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93];

function readKey(token: string): string {
  if (!token.includes("\\")) return token.slice(1, -1);
  try {
    const key: unknown = JSON.parse(token);
    return typeof key === "string" ? key : "";
  } catch {
    return "";
  }
}
