import { crc32 } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly text: string;
}

const utf8Names = 0x0800;
const oldestReader = 20;

/**
 * Creates an uncompressed ZIP archive of text files. Logs in tests are short, and clients only need
 * the format.
 */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const path = Buffer.from(name);
    const data = Buffer.from(text);
    const common = commonHeader(path, data);
    const local = Buffer.concat([uint32(0x04034b50), common, path, data]);
    // The comment, disk and attribute fields stay empty.
    const central = Buffer.concat([uint16(oldestReader), common, Buffer.alloc(10), uint32(offset)]);
    directory.push(uint32(0x02014b50), central, path);
    files.push(local);
    offset += local.length;
  }
  const listing = Buffer.concat(directory);
  const count = uint16(entries.length);
  const location = [uint16(0), uint16(0), count, count, uint32(listing.length), uint32(offset)];
  return Buffer.concat([...files, listing, uint32(0x06054b50), ...location, uint16(0)]);
}

/** Returns the fields that a local file header and its central directory entry have in common. */
function commonHeader(path: Buffer, data: Buffer): Buffer {
  const neverChanged = [uint16(0), uint16(0x21)];
  const sizes = [uint32(crc32(data)), uint32(data.length), uint32(data.length)];
  const stored = [uint16(oldestReader), uint16(utf8Names), uint16(0)];
  return Buffer.concat([...stored, ...neverChanged, ...sizes, uint16(path.length), uint16(0)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
