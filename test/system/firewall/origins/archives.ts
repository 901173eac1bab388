import { crc32 } from "node:zlib";

type Files = Readonly<Record<string, string>>;

/** Creates a POSIX tar archive of texts. */
export function tar(files: Files): Buffer {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const body = Buffer.from(text);
    const head = Buffer.alloc(512);
    const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
    head.write(name, 0);
    head.write(octal(0o644, 7), 100);
    head.write(octal(0, 7), 108);
    head.write(octal(0, 7), 116);
    head.write(octal(body.length, 11), 124);
    head.write(octal(0, 11), 136);
    head.write("        ", 148);
    head.write("0", 156);
    head.write("ustar\u000000", 257);
    const sum = head.reduce((total, byte) => total + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return [head, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}

/** Creates a zip archive of texts, without compression. */
export function zip(files: Files): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const common = commonFields(name, Buffer.from(text));
    const local = Buffer.concat([u32(0x04034b50), common, Buffer.from(name + text)]);
    const more = [u16(0), u16(0), u16(0), u32(0), u32(offset), Buffer.from(name)];
    central.push(Buffer.concat([u32(0x02014b50), u16(20), common, ...more]));
    locals.push(local);
    offset += local.length;
  }
  const size = central.reduce((total, { length }) => total + length, 0);
  const count = u16(locals.length);
  const end = [u32(0x06054b50), u16(0), u16(0), count, count, u32(size), u32(offset), u16(0)];
  return Buffer.concat([...locals, ...central, ...end]);
}

/**
 * Returns the fields that both headers of a file share: from the version to the lengths of name and
 * extra field.
 */
function commonFields(name: string, body: Buffer): Buffer {
  const day = u16((46 << 9) | (1 << 5) | 1);
  const size = u32(body.length);
  const lengths = [size, size, u16(Buffer.byteLength(name)), u16(0)];
  return Buffer.concat([u16(20), u16(0), u16(0), u16(0), day, u32(crc32(body)), ...lengths]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
