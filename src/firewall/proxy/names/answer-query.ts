import { parseHost } from "../authority.ts";
import type { Names } from "./names.ts";

const headerLength = 12;
const types = { A: 1, ANY: 255 } as const;
const internet = 1;
const codes = { none: 0, formatError: 1, nameError: 3, notImplemented: 4 } as const;
/**
 * Time to live of an answer. It is short, because an address may later be assigned to a different
 * name.
 */
const lifetimeSeconds = 60;
const longestQuery = 512;

/**
 * Answers one DNS query: a loopback address for every name, and no records of other types. Never
 * queries another server. Returns undefined if the message is not a query.
 * @see RFC 1035, section 4.1
 */
export function answerQuery(query: Buffer, names: Names): Buffer | undefined {
  if (query.length < headerLength || query.length > longestQuery) return;
  const flags = query.readUInt16BE(2);
  if (flags & 0x8000) return;
  const [questions, answers] = [query.readUInt16BE(4), query.readUInt16BE(6)];
  if (flags & 0x7800) return write(query, { code: codes.notImplemented });
  if (questions !== 1 || answers !== 0) return write(query, { code: codes.formatError });
  const question = readQuestion(query);
  if (!question) return write(query, { code: codes.formatError });
  const { end } = question;
  const name = question.name === undefined ? undefined : parseHost(question.name);
  if (name === undefined) return write(query, { code: codes.nameError, end });
  const isAsked = question.type === types.A || question.type === types.ANY;
  if (!isAsked || question.class !== internet) return write(query, { code: codes.none, end });
  return write(query, { code: codes.none, end, address: names.addressOf(name) });
}

interface Question {
  /**
   * Undefined for the root domain, or if the name contains bytes that are not valid in a host name.
   */
  readonly name: string | undefined;
  readonly type: number;
  readonly class: number;
  /** Offset after the question in the query. */
  readonly end: number;
}

function readQuestion(query: Buffer): Question | undefined {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at]; length !== 0; length = query[at]) {
    // A compression pointer is invalid here, because no name precedes the first question.
    if (length === undefined || length > 63) return;
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  if (end > query.length) return;
  const isPlain = labels.length > 0 && labels.every((label) => !label.includes("."));
  const name = isPlain ? labels.join(".") : undefined;
  return { name, type: query.readUInt16BE(at + 1), class: query.readUInt16BE(at + 3), end };
}

function write(
  query: Buffer,
  { code, end = headerLength, address }: { code: number; end?: number; address?: string },
): Buffer {
  const head = Buffer.from(query.subarray(0, end));
  // Marks the message as a response with recursion available, and keeps the query's recursion flag.
  head.writeUInt16BE(0x8080 | (query.readUInt16BE(2) & 0x7900) | code, 2);
  head.writeUInt16BE(end > headerLength ? 1 : 0, 4);
  head.writeUInt16BE(address === undefined ? 0 : 1, 6);
  head.writeUInt32BE(0, 8);
  if (address === undefined) return head;
  const record = Buffer.alloc(16);
  // A pointer to the name in the question, which starts at byte 12.
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(types.A, 2);
  record.writeUInt16BE(internet, 4);
  record.writeUInt32BE(lifetimeSeconds, 6);
  record.writeUInt16BE(4, 10);
  Buffer.from(address.split(".").map(Number)).copy(record, 12);
  return Buffer.concat([head, record]);
}
