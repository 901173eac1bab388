import { crc32, deflateSync, gzipSync } from "node:zlib";
import { makeTar } from "./make-archives.ts";

function makeAr(entries: readonly { name: string; content: Buffer }[]): Buffer {
  const parts = entries.flatMap(({ name, content }) => [
    Buffer.from(
      `${name.padEnd(16)}${"0".padEnd(12)}${"0".padEnd(6)}${"0".padEnd(6)}${"644".padEnd(8)}`,
    ),
    Buffer.from(`${String(content.length).padEnd(10)}\`\n`),
    content,
    Buffer.from(content.length % 2 === 1 ? "\n" : ""),
  ]);
  return Buffer.concat([Buffer.from("!<arch>\n"), ...parts]);
}

export const debOf = (name: string, content: Buffer) =>
  makeAr([
    { name: "debian-binary", content: Buffer.from("2.0\n") },
    {
      name: "control.tar.gz",
      content: gzipSync(makeTar([{ name: "control", content: Buffer.from("x") }])),
    },
    { name, content },
  ]);

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Creates an image with one row of grey pixels. */
export function makePng(pixels: Buffer, chunks: readonly Buffer[] = []): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(pixels.length, 0);
  size.writeUInt32BE(1, 4);
  size[8] = 8;
  const packed = deflateSync(Buffer.concat([Buffer.from([0]), pixels]));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", size),
    ...chunks,
    // In two chunks, as in long images.
    chunk("IDAT", packed.subarray(0, 10)),
    chunk("IDAT", packed.subarray(10)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

export function pdfStream(dictionary: string, ...content: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat(content);
  return Buffer.concat([
    Buffer.from(`2 0 obj\n<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from("\nendstream\nendobj\n"),
  ]);
}

export function makePdf(
  content: string | Buffer,
  { dictionary = "/Filter /FlateDecode", rest = "" as string | Buffer } = {},
): Buffer {
  return Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    pdfStream(dictionary, deflateSync(content)),
    Buffer.from(rest),
    Buffer.from("\ntrailer << /Root 1 0 R >>\n%%EOF\n"),
  ]);
}
