import { brotliDecompressSync, constants, gunzipSync } from "node:zlib";
import { redact } from "../../shared/redact.ts";
import type { CapturedBodies, CapturedBody } from "./captured-body.ts";
import { escapeInvisible, maskedAddressOf } from "./log-lines.ts";
import type { LogEntry } from "./logged-decision.ts";
import { hidden } from "../../shared/secret.ts";
import { isSecretName, maskQuery, type Shown } from "./mask-target.ts";

/** A body in the log. */
interface LoggedBody {
  /** Length of the complete body, as transferred. */
  readonly bytes: number;
  /** The beginning of the body, with credentials redacted; undefined if it is not text. */
  readonly text?: string;
  /** True if `text` is not the complete body. */
  readonly isCut?: true;
}

/**
 * Formats the bodies of a request and its response as one line of JSON. Returns undefined if both
 * are empty.
 */
export function bodyLine(
  entry: LogEntry & { readonly bodies: CapturedBodies },
  shown: Shown,
): string | undefined {
  const { sent, received } = entry.bodies;
  if (sent.bytes + received.bytes === 0) return undefined;
  const line = {
    at: entry.at.toISOString(),
    method: entry.method?.slice(0, 32),
    url: maskedAddressOf(entry, shown),
    status: entry.status,
    ...(sent.bytes > 0 && { request: describe(sent) }),
    ...(received.bytes > 0 && { response: describe(received) }),
  };
  return `${escapeInvisible(JSON.stringify(line))}\n`;
}

function describe(body: CapturedBody): LoggedBody {
  const text = readText(body.content(), body);
  if (text === undefined) return { bytes: body.bytes };
  const isCut = body.isCut || text.length > body.limit;
  const shown = isCut ? withoutLastWord(text.slice(0, body.limit)) : text;
  return { bytes: body.bytes, text: mask(shown), ...(isCut && { isCut }) };
}

/** Characters that end a word, but are not part of a credential. */
const ends = new Set(" \t\r\n\"',;&<>{}[]()");

/** Omits the last word, because part of a credential might not be recognized as one. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && !ends.has(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Masks the fields of a form and of JSON by their names, and everything else by its format. */
function mask(text: string): string {
  const isForm = /^[^\s=&"<{]+=\S*\s*$/.test(text);
  return redact(isForm ? maskQuery(text, "values") : maskMembers(text));
}

/** Masks the texts of members in JSON whose names denote a secret, also of one that is cut. */
function maskMembers(text: string): string {
  return text.replaceAll(
    /"([^"\\]{1,64})"(\s{0,8}:\s{0,8})"(?:[^"\\]|\\[^])*("?)/g,
    (all, name: string, colon: string, end: string) =>
      isSecretName(name) ? `"${name}"${colon}"${hidden}${end}` : all,
  );
}

/** Returns the body as text, decompressed; undefined if it is not text. */
function readText(content: Buffer, { limit }: CapturedBody): string | undefined {
  const isGzip = content[0] === 0x1f && content[1] === 0x8b;
  const plain = isGzip ? decode(content, limit, gunzip) : content;
  if (!plain) return undefined;
  return decodeText(plain) ?? decodeText(decode(content, limit, brotli) ?? plain);
}

/** Maximum factor by which a body can grow when it is decompressed. */
const mostGrowth = 16;

type Decompress = (content: Buffer, maxOutputLength: number) => Buffer;

// The end of the data may be missing, so the decompressors only flush.
const gunzip: Decompress = (content, maxOutputLength) =>
  gunzipSync(content, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength });
const brotli: Decompress = (content, maxOutputLength) =>
  brotliDecompressSync(content, {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
    maxOutputLength,
  });

function decode(content: Buffer, limit: number, decompress: Decompress): Buffer | undefined {
  try {
    return decompress(content, limit * mostGrowth);
  } catch {
    // The content is not compressed in this way, or grows too much.
    return undefined;
  }
}

/** Control characters other than tabs and line breaks, which text does not contain. */
const control = /[^\P{Cc}\t\n\r]/u;

function decodeText(bytes: Buffer): string | undefined {
  try {
    // With `stream`, a character that the limit has cut at the end is omitted.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return control.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
