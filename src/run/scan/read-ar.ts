import type { ByteReader } from "./byte-reader.ts";
import { BrokenArchive, type Entry } from "./read-tar.ts";

export const arMark = "!<arch>\n";
const headerBytes = 60;

/**
 * Reads an ar archive, such as a Debian package or a static library. Each entry must be read to its
 * end before the next one is read.
 * @throws BrokenArchive; BytesMissing if the archive ends within an entry
 */
export async function* readAr(reader: ByteReader): AsyncGenerator<Entry> {
  await reader.read(arMark.length);
  while ((await reader.peek(1)).length > 0) {
    const header = (await reader.read(headerBytes)).toString("latin1");
    const size = Number(header.slice(48, 58).trim());
    if (!header.endsWith("`\n") || !Number.isSafeInteger(size) || size < 0) {
      throw new BrokenArchive("a header is damaged");
    }
    const name = header.slice(0, 16).trim().replace(/\/$/, "");
    yield { name: name === "" ? "(symbols)" : name, content: reader.stream(size) };
    // Entries begin at even offsets.
    if (size % 2 === 1 && (await reader.peek(1)).length > 0) await reader.read(1);
  }
}
