import type { Socket } from "node:net";

const frameType = { data: 0, headers: 1, reset: 3, settings: 4, goaway: 7 } as const;
const flag = { endStream: 1, endHeaders: 4 } as const;
const prefaceBytes = 24;

/** The origin's side of an HTTP/2 connection, without the checks of a library. */
export interface FrameWriter {
  /** @param status three characters, which may be invalid */
  headers(stream: number, status: string, options?: { isLast?: boolean; length?: number }): void;
  data(stream: number, text: string, options?: { isLast?: boolean }): void;
  /** The first part of trailers, whose rest the client waits for. */
  startOfTrailers(stream: number): void;
  reset(stream: number, code: number): void;
  goaway(lastStream: number, code: number): void;
}

export interface FrameListener {
  /** @param isLast true if the request has no body */
  onHeaders?(stream: number, isLast: boolean): void;
  onData?(stream: number): void;
}

/** Speaks the minimum of HTTP/2 for an origin. */
export function speakFrames(socket: Socket, listener: FrameListener): FrameWriter {
  socket.on("error", () => {});
  const send = (type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)) => {
    const head = Buffer.from([0, 0, 0, type, flags, 0, 0, 0, 0]);
    head.writeUIntBE(payload.length, 0, 3);
    head.writeUInt32BE(stream, 5);
    socket.write(Buffer.concat([head, payload]));
  };
  send(frameType.settings, 0, 0);
  // The client's preface precedes its first frame.
  let [bytes, isGreeted] = [Buffer.alloc(0), false];
  socket.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (!isGreeted && bytes.length >= prefaceBytes)
      [bytes, isGreeted] = [bytes.subarray(prefaceBytes), true];
    while (isGreeted && bytes.length >= 9 && bytes.length >= 9 + bytes.readUIntBE(0, 3)) {
      const [length, type, flags] = [bytes.readUIntBE(0, 3), bytes[3], bytes[4] ?? 0];
      const stream = bytes.readUInt32BE(5);
      bytes = bytes.subarray(9 + length);
      if (type === frameType.settings && !(flags & 1)) send(frameType.settings, 1, 0);
      if (type === frameType.headers) listener.onHeaders?.(stream, (flags & flag.endStream) !== 0);
      if (type === frameType.data) listener.onData?.(stream);
    }
  });
  return {
    headers: (stream, status, { isLast = false, length } = {}) => {
      const lines = [literal(nameIndex.status, status)];
      if (length !== undefined) lines.push(literal(nameIndex.contentLength, String(length)));
      const flags = flag.endHeaders | (isLast ? flag.endStream : 0);
      send(frameType.headers, flags, stream, Buffer.concat(lines));
    },
    data: (stream, text, { isLast = false } = {}) =>
      send(frameType.data, isLast ? flag.endStream : 0, stream, Buffer.from(text)),
    startOfTrailers: (stream) => {
      const block = literal(nameIndex.etag, "x");
      send(frameType.headers, flag.endStream, stream, block);
    },
    reset: (stream, code) => send(frameType.reset, 0, stream, numbers(code)),
    goaway: (lastStream, code) => send(frameType.goaway, 0, 0, numbers(lastStream, code)),
  };
}

/** Indexes of names in the static table of RFC 7541. */
const nameIndex = { status: 8, contentLength: 28, etag: 34 } as const;

/** Encodes a header as a literal that is not indexed, whose name is in the static table. */
function literal(name: number, value: string): Buffer {
  const index = name < 15 ? [name] : [15, name - 15];
  return Buffer.from([...index, value.length, ...Buffer.from(value)]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at));
  return bytes;
}
