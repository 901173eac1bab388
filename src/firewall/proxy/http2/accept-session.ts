import { performServerHandshake } from "node:http2";
import type { TLSSocket } from "node:tls";
import { attempt, contain } from "../contain.ts";
import { endConnection } from "../log-fault.ts";
import type { ProxyDeps, Within } from "../proxy-deps.ts";
import { answerStream } from "./answer-stream.ts";

const idleMs = 120_000;
const streamWindow = 1_048_576;
const sessionWindow = 16_777_216;

/** Limits per connection; a client that exceeds them is disconnected. */
const limits = {
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 100,
  maxHeaderListPairs: 200,
  maxOutstandingPings: 10,
  maxSettings: 32,
  maxSessionMemory: 64,
  settings: {
    maxConcurrentStreams: 250,
    maxHeaderListSize: 65_536,
    initialWindowSize: streamWindow,
    enablePush: false,
  },
};

/** Serves HTTP/2 on an intercepted connection, and checks each stream separately. */
export function acceptSession(
  socket: TLSSocket,
  { deps, within }: { deps: ProxyDeps; within: Within },
): void {
  const session = performServerHandshake(socket, limits);
  contain(session, endConnection(socket, deps, within));
  // On an error, closing the connection is sufficient.
  session.on("error", () => socket.destroy());
  session.once("close", () => socket.destroy());
  session.setTimeout(idleMs, () => session.close());
  session.setLocalWindowSize(sessionWindow);
  session.on("stream", (stream, headers, _flags, raw: readonly string[] = []) => {
    const end = endConnection(stream, deps, within);
    contain(stream, end);
    void attempt(() => answerStream(stream, { headers, raw, deps, within }), end);
  });
}
