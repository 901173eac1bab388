/** The parts that the proxy needs from a TLS client's first, unencrypted message. */
export interface ClientHello {
  /** Server name as written in the extension; undefined if the extension is missing. */
  readonly serverName: string | undefined;
  /** The protocols that the client offers, such as `h2` and `http/1.1`. */
  readonly protocols: readonly string[];
}

export type HelloReading =
  | { readonly kind: "unfinished" }
  | { readonly kind: "broken" }
  | { readonly kind: "hello"; readonly hello: ClientHello };

const handshakeRecord = 22;
const longestRecord = 16_384;
const clientHelloMessage = 1;
const extensionType = { serverName: 0, protocols: 16 } as const;

/**
 * Reads a ClientHello from the first bytes of a connection, in any number of records. A ClientHello
 * with two names or inconsistent lengths is invalid, because other readers could find a different
 * name.
 * @see RFC 8446, sections 4.1.2 and 5.1; RFC 6066, section 3
 */
export function readClientHello(bytes: Buffer): HelloReading {
  const message = joinRecords(bytes);
  if (message === "broken") return { kind: "broken" };
  if (message.length >= 1 && message[0] !== clientHelloMessage) return { kind: "broken" };
  if (message.length < 4) return { kind: "unfinished" };
  const length = message.readUIntBE(1, 3);
  if (message.length - 4 < length) return { kind: "unfinished" };
  const hello = readHello(message.subarray(4, 4 + length));
  return hello ? { kind: "hello", hello } : { kind: "broken" };
}

/** Joins the handshake bytes of all received records; the last one may be incomplete. */
function joinRecords(bytes: Buffer): Buffer | "broken" {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    if (bytes[at] !== handshakeRecord) return parts.length === 0 ? "broken" : Buffer.concat(parts);
    if (bytes.length - at < 5) break;
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at + 1] !== 3 || length === 0 || length > longestRecord) return "broken";
    parts.push(bytes.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

function readHello(body: Buffer): ClientHello | undefined {
  const fields = new Fields(body);
  fields.skip(2 + 32);
  fields.vector(1);
  fields.vector(2);
  fields.vector(1);
  // TLS 1.2 allows a ClientHello without extensions, and therefore without a server name.
  const extensions = fields.isAtEnd ? new Fields(Buffer.alloc(0)) : fields.vector(2);
  if (!fields.isComplete || !fields.isAtEnd) return;
  const found = new Map<number, Fields>();
  while (extensions.isComplete && !extensions.isAtEnd) {
    const type = extensions.number(2);
    if (found.has(type)) return;
    found.set(type, extensions.vector(2));
  }
  return extensions.isComplete ? readExtensions(found) : undefined;
}

function readExtensions(found: ReadonlyMap<number, Fields>): ClientHello | undefined {
  const names = readNames(found.get(extensionType.serverName));
  const protocols = readProtocols(found.get(extensionType.protocols));
  if (!names || !protocols || names.length > 1) return;
  return { serverName: names[0], protocols };
}

function readNames(extension: Fields | undefined): string[] | undefined {
  if (!extension) return [];
  const names: string[] = [];
  const list = extension.vector(2);
  while (list.isComplete && !list.isAtEnd) {
    const type = list.number(1);
    const name = list.vector(2).text();
    if (type !== 0) return;
    names.push(name);
  }
  const isComplete = list.isComplete && extension.isComplete && extension.isAtEnd;
  return isComplete && names.length > 0 ? names : undefined;
}

function readProtocols(extension: Fields | undefined): string[] | undefined {
  if (!extension) return [];
  const protocols: string[] = [];
  const list = extension.vector(2);
  while (list.isComplete && !list.isAtEnd) protocols.push(list.vector(1).text());
  return list.isComplete && extension.isComplete && extension.isAtEnd ? protocols : undefined;
}

/** Reads fields in order. If one field is too short, all later fields are invalid. */
class Fields {
  readonly #bytes: Buffer;
  #at = 0;
  isComplete = true;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  skip(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) this.isComplete = false;
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = Math.min(end, this.#bytes.length);
    return bytes;
  }

  number(size: 1 | 2): number {
    const bytes = this.skip(size);
    return bytes.length === size ? bytes.readUIntBE(0, size) : 0;
  }

  /**
   * Reads a field that is preceded by its length.
   * @param sizeOfLength number of bytes that the length occupies
   */
  vector(sizeOfLength: 1 | 2): Fields {
    return new Fields(this.skip(this.number(sizeOfLength)));
  }

  text(): string {
    return this.#bytes.toString("latin1");
  }
}
