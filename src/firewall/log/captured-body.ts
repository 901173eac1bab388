/** The beginning of a body, for the log. */
export class CapturedBody {
  /** Length of the complete body. */
  bytes = 0;
  readonly #limit: number;
  #kept: Buffer[] = [];

  /** @param limit maximum number of bytes to keep */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Copies the part of a chunk that is below the limit. Never delays or changes the chunk. */
  add(chunk: Buffer): void {
    const room = this.#limit - this.bytes;
    this.bytes += chunk.length;
    if (room > 0) this.#kept.push(Buffer.from(chunk.subarray(0, room)));
  }

  get isCut(): boolean {
    return this.bytes > this.#limit;
  }

  get limit(): number {
    return this.#limit;
  }

  content(): Buffer {
    return Buffer.concat(this.#kept);
  }
}

export interface CapturedBodies {
  readonly sent: CapturedBody;
  readonly received: CapturedBody;
}
