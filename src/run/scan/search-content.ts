import { redact } from "../../shared/redact.ts";
import { BytesMissing, createByteReader } from "./byte-reader.ts";
import { sourceOfBuffer } from "./byte-source.ts";
import type { ByteSource } from "./byte-source.ts";
import { contentKind, headBytes, NamedOtherwise } from "./content-kind.ts";
import { findUnreadFormat } from "./not-read.ts";
import { watchPackedBlocks } from "./packed-blocks.ts";
import { readAr } from "./read-ar.ts";
import { readPdf } from "./read-pdf.ts";
import { readPng } from "./read-png.ts";
import { once } from "./once.ts";
import { longestGzipNotes, readGzipNotes } from "./gzip-notes.ts";
import { inflate } from "./inflate.ts";
import { BrokenArchive, readTar } from "./read-tar.ts";
import type { Entry } from "./read-tar.ts";
import { readZip } from "./read-zip.ts";
import { endsLikeZip, tailBytes } from "./zip-directory.ts";
import { searchBytes } from "./search-bytes.ts";
import type { Finding } from "./search-bytes.ts";

/** Limits for unpacking archives. Content beyond a limit is reported as not searched. */
export interface SearchLimits {
  /** Maximum number of unpacked bytes in one scan. */
  readonly unpackedBytes: number;
  readonly entries: number;
  /** Maximum nesting depth of archives. */
  readonly depth: number;
  /**
   * Maximum size in bytes of a zip within another archive. Such a zip is buffered in memory,
   * because its directory is at its end.
   */
  readonly nestedZipBytes: number;
  /** Maximum size of a PDF in bytes. A PDF is buffered in memory. */
  readonly pdfBytes: number;
}

const usualLimits: SearchLimits = {
  unpackedBytes: 8 * 1024 ** 3,
  entries: 200_000,
  depth: 8,
  nestedZipBytes: 256 * 1024 ** 2,
  pdfBytes: 64 * 1024 ** 2,
};

export interface NotSearched {
  /** A file, or an entry in it: `a.zip!b.bin`. */
  readonly location: string;
  readonly reason: string;
}

export interface SearchNotes {
  readonly findings: Finding[];
  readonly notSearched: NotSearched[];
}

export interface Search {
  source(source: ByteSource, path: string): Promise<void>;
  /** @param where the text's location, and the kind of text, such as a name */
  text(text: string, where: { readonly location: string; readonly what: string }): Promise<void>;
}

/** An archive exceeded one of its limits. */
class TooMuch extends Error {}
/** The scan exceeded a total limit, so unpacking stops. */
class ScanTooLong extends Error {}

interface Location {
  readonly path: string;
  /**
   * Name used to detect the format. For the content of a compressed file, the name does not include
   * a suffix such as `.gz`.
   */
  readonly name: string;
  readonly depth: number;
  readonly isEven?: boolean;
}

export function createSearch(notes: SearchNotes, wanted: Partial<SearchLimits> = {}): Search {
  const search = new ContentSearch(notes, { ...usualLimits, ...wanted });
  return {
    source: (source, path) => search.source(source, { path, name: path, depth: 0 }),
    text: (text, where) => search.text(text, where),
  };
}

class ContentSearch {
  readonly #notes: SearchNotes;
  readonly #limits: SearchLimits;
  #unpacked = 0;
  #entries = 0;

  constructor(notes: SearchNotes, limits: SearchLimits) {
    this.#notes = notes;
    this.#limits = limits;
  }

  async text(text: string, { location, what }: { location: string; what: string }): Promise<void> {
    await this.#bytes(once(Buffer.from(text)), `${location} (${what})`);
  }

  async source(source: ByteSource, location: Location): Promise<void> {
    await this.#noting(location, async () => {
      if (await isZip(source, location)) await this.#archive(readZip(source), location);
      else await this.#stream(source.stream(0, source.size), location);
    });
  }

  async #stream(content: AsyncIterable<Buffer>, location: Location): Promise<void> {
    const reader = createByteReader(content);
    const head = await reader.peek(headBytes);
    const kind = contentKind(head, location.name);
    switch (kind) {
      case "bytes":
        return this.#plain(reader.rest(), location, isProgram(head));
      case "foreign":
        await this.#bytes(reader.rest(), location.path);
        return this.#note(location.path, `unsupported format: ${findUnreadFormat(head)}`);
      case "tar":
        return this.#archive(readTar(reader), location);
      case "ar":
        return this.#archive(readAr(reader), location);
      case "png":
        return this.#archive(readPng(reader), location);
      case "pdf":
        return this.#archive(readPdf(await this.#keepBytes(reader.rest(), "PDF")), location);
      case "gzip":
      case "zlib":
      case "zstd": {
        const notes =
          kind === "gzip" ? readGzipNotes(await reader.peek(longestGzipNotes)) : undefined;
        if (notes) await this.#bytes(once(notes), `${location.path} (notes)`);
        const name = location.name.replace(/\.(?:gz|zst)$/i, "");
        const inside = { path: location.path, name, depth: this.#deeper(location) };
        return this.#stream(this.#counted(inflate(reader.rest(), kind)), inside);
      }
      case "zip":
        return this.#archive(
          readZip(sourceOfBuffer(await this.#keepBytes(reader.rest(), "zip"))),
          location,
        );
    }
  }

  async #archive(entries: AsyncIterable<Entry>, location: Location): Promise<void> {
    const depth = this.#deeper(location);
    for await (const { name, content, isFrame, isEven, link, unread } of entries) {
      if (!isFrame) this.#entries += 1;
      if (this.#entries > this.#limits.entries) {
        throw new ScanTooLong(`it has more than ${this.#limits.entries} entries`);
      }
      const path = `${location.path}!${name}`;
      const counted = this.#counted(content);
      if (isFrame) {
        await this.#bytes(counted, path);
        continue;
      }
      await this.text(name, { location: path, what: "name" });
      if (link !== undefined) await this.text(link, { location: path, what: "link target" });
      const inside = { path, name, depth, ...(isEven && { isEven }) };
      if (unread !== undefined) {
        this.#note(path, unread);
        await this.#noting(inside, () => this.#bytes(counted, path));
      } else await this.#noting(inside, () => this.#stream(counted, inside));
    }
  }

  #deeper({ depth }: Location): number {
    if (depth < this.#limits.depth) return depth + 1;
    throw new TooMuch(`its archives are nested more than ${this.#limits.depth} levels deep`);
  }

  async *#counted(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of content) {
      this.#unpacked += piece.length;
      if (this.#unpacked > this.#limits.unpackedBytes) {
        throw new ScanTooLong(`it unpacks to more than ${this.#limits.unpackedBytes} bytes`);
      }
      yield piece;
    }
  }

  async #keepBytes(content: AsyncIterable<Buffer>, format: "zip" | "PDF"): Promise<Buffer> {
    const most = format === "zip" ? this.#limits.nestedZipBytes : this.#limits.pdfBytes;
    const pieces: Buffer[] = [];
    let size = 0;
    for await (const piece of content) {
      size += piece.length;
      if (size > most) throw new TooMuch(`it is a ${format} file larger than ${most} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /**
   * Searches plain bytes. A zip that is appended to other data is not unpacked here, because its
   * directory is at the end and cannot be reached in a stream.
   */
  async #plain(
    content: AsyncIterable<Buffer>,
    { path, isEven }: Location,
    isOfProgram: boolean,
  ): Promise<void> {
    let tail = Buffer.alloc(0);
    const watched = async function* () {
      for await (const piece of content) {
        tail = Buffer.concat([tail, piece]).subarray(-tailBytes);
        yield piece;
      }
    };
    const blocks = watchPackedBlocks(isOfProgram ? "program" : "text");
    await this.#bytes(blocks.watch(watched()), path);
    if (blocks.hasFound() && !isEven) this.#note(path, "it contains compressed or encrypted data");
    if (endsLikeZip(tail)) throw new BrokenArchive("it ends with an embedded zip archive");
  }

  #bytes(content: AsyncIterable<Buffer>, path: string): Promise<void> {
    return searchBytes(content, redact(path), (finding) => void this.#notes.findings.push(finding));
  }

  /**
   * Attributes a problem to the entry, so that the rest of the enclosing archive is still read if
   * possible.
   */
  async #noting({ path, depth }: Location, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const isOfScan = error instanceof ScanTooLong && depth === 0;
      const isReported = [BrokenArchive, BytesMissing, NamedOtherwise, TooMuch].some(
        (kind) => error instanceof kind,
      );
      if (!(isReported || isOfScan) || !(error instanceof Error)) throw error;
      this.#note(path, error.message);
    }
  }

  #note(path: string, reason: string): void {
    this.#notes.notSearched.push({ location: redact(path), reason });
  }
}

/** Returns whether content is a program: ELF, Windows, Mach-O, WebAssembly or Java. */
function isProgram(head: Buffer): boolean {
  return /^(?:\x7fELF|MZ|[\xce\xcf]\xfa\xed\xfe|\0asm|\xca\xfe\xba\xbe)/.test(
    head.toString("latin1", 0, 4),
  );
}

/**
 * Returns whether content is a zip. If the first bytes match an archive format, they decide;
 * otherwise, the last bytes decide.
 */
async function isZip(source: ByteSource, { name }: Location): Promise<boolean> {
  const head = await source.read(0, Math.min(headBytes, source.size));
  if (contentKind(head, "") !== "bytes") return contentKind(head, name) === "zip";
  const length = Math.min(tailBytes, source.size);
  return endsLikeZip(await source.read(source.size - length, length));
}
