import { randomBytes } from "node:crypto";

/** Fields of a hello that could confuse the parser of a tunnel. */
export interface HelloOptions {
  readonly serverName?: string | undefined;
  readonly extensions?: readonly Buffer[];
  /** Version of the record and of the hello: 0x0303 is TLS 1.2. */
  readonly version?: number;
}

export function extension(type: number, body: Buffer): Buffer {
  return Buffer.concat([u16(type), u16(body.length), body]);
}

export function nameExtension(name: string, type = 0): Buffer {
  const entry = Buffer.concat([Buffer.of(type), u16(name.length), Buffer.from(name, "latin1")]);
  return extension(0, Buffer.concat([u16(entry.length), entry]));
}

/** Writes a hello byte by byte, because no library would write an invalid one. */
export function writeHello({
  serverName,
  extensions = [],
  version = 0x0303,
}: HelloOptions): Buffer {
  const groups = extension(10, Buffer.from("0006001d00170018", "hex"));
  const algorithms = extension(13, Buffer.from("0006040308040401", "hex"));
  const name = serverName === undefined ? [] : [nameExtension(serverName)];
  const all = Buffer.concat([...name, ...extensions, groups, algorithms]);
  const body = Buffer.concat([
    u16(version),
    randomBytes(32),
    Buffer.of(0),
    u16(4),
    u16(0xc02b),
    u16(0xc02f),
    Buffer.of(1, 0),
    u16(all.length),
    all,
  ]);
  const message = Buffer.concat([Buffer.of(1, 0), u16(body.length), body]);
  return Buffer.concat([Buffer.of(22), u16(0x0301), u16(message.length), message]);
}

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
