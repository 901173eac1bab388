import type { Http2Stream } from "node:http2";

/**
 * Aborts a stream as incomplete. If its side is still open, Node's own `close` sends an ordinary
 * end before the code, so the reader would accept partial data as complete.
 */
export function breakOff(stream: Http2Stream, code: number): void {
  if (stream.writableEnded) stream.close(code);
  else stream.destroy(new Error(`aborted with code ${code}`));
}
