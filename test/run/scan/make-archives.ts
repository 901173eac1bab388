import { crc32, deflateRawSync } from "node:zlib";

export interface Packed {
  readonly name: string;
  readonly content: Buffer;
  /** Compression method: 0 stored, 8 deflated (default). */
  readonly method?: number;
  readonly flags?: number;
}

/**
 * Creates a zip as written by tools that know all lengths. `isWide` moves the numbers into 64-bit
 * extra fields.
 */
export function makeZip(entries: readonly Packed[], { isWide = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, method = 8, flags = 0 } of entries) {
    const packed = method === 8 ? deflateRawSync(content) : content;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(45, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
    const extra = isWide ? wideNotes(content.length, packed.length, offset) : Buffer.alloc(0);
    if (isWide) common.fill(0xff, 14, 22);
    common.writeUInt16LE(extra.length, 24);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(isWide ? 0xffffffff : offset, 10);
    const head = Buffer.from("PK\x01\x02\x2d\x00", "latin1");
    directory.push(Buffer.concat([head, common, rest, Buffer.from(name), extra]));
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  return Buffer.concat([...parts, list, zipEnd(entries.length, list.length, offset)]);
}

function wideNotes(...numbers: readonly number[]): Buffer {
  const notes = Buffer.alloc(4 + 8 * numbers.length);
  notes.writeUInt16LE(1, 0);
  notes.writeUInt16LE(8 * numbers.length, 2);
  for (const [index, number] of numbers.entries())
    notes.writeBigUInt64LE(BigInt(number), 4 + 8 * index);
  return notes;
}

function zipEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

interface TarEntry {
  readonly name: string;
  readonly content?: Buffer;
  readonly type?: string;
  readonly link?: string;
}

export function makeTar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.map(tarEntry), Buffer.alloc(1024)]);
}

function tarEntry({ name, content = Buffer.alloc(0), type = "0", link = "" }: TarEntry): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write(content.length.toString(8).padStart(11, "0"), 124);
  header.write(" ".repeat(8), 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write("ustar\x0000", 257, "latin1");
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
  return Buffer.concat([header, content, padding]);
}

/** Creates the pax header before an entry. */
export function paxNotes(records: Readonly<Record<string, string>>): TarEntry {
  const lines = Object.entries(records).map(([key, value]) => {
    const body = ` ${key}=${value}\n`;
    const bare = Buffer.byteLength(body);
    const length = bare + String(bare + String(bare).length).length;
    return `${length}${body}`;
  });
  return { name: "notes", type: "x", content: Buffer.from(lines.join("")) };
}
