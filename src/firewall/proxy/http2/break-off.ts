import type { Http2Stream } from "node:http2";

/**
 * Aborts a stream as incomplete. If our side is still open, Node's own `close` sends a normal end
 * of stream before the error code. The reader would then treat partial data as complete.
 */
export function breakOff(stream: Http2Stream, code: number): void {
  if (stream.writableEnded) stream.close(code);
  else stream.destroy(new Error(`aborted with code ${code}`));
}
