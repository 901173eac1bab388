import type { Http2Stream } from "node:http2";

/**
 * Ends a stream as one that is not whole. Node's own `close` sends an ordinary end before the code, where the side was
 * still open: whoever reads takes what was cut off for all of it.
 */
export function breakOff(stream: Http2Stream, code: number): void {
  if (stream.writableEnded) stream.close(code);
  else stream.destroy(new Error(`broken off with code ${code}`));
}
