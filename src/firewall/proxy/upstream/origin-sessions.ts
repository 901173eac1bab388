import { connect as connectHttp2, type ClientHttp2Session } from "node:http2";
import type { Socket } from "node:net";
import { contain } from "../contain.ts";
import { createRecent } from "../recent.ts";
import type { Origin } from "./dial.ts";
import { keyOf } from "./origin-key.ts";
import type { TLSSocket } from "node:tls";
import { tls } from "../../../shared/node-network.ts";

const mostOrigins = 256;
const idleMs = 60_000;
const streamWindow = 1_048_576;
const sessionWindow = 16_777_216;

/** An HTTP/2 session with an origin, and its connection. */
export interface OriginSession {
  readonly session: ClientHttp2Session;
  /** The session's own `socket` throws errors after the session has closed. */
  readonly socket: TLSSocket;
  /** Time that the origin has to send the headers of a response. */
  readonly headersTimeoutMs: number;
}

type Known = Promise<OriginSession | undefined>;

/**
 * Manages one HTTP/2 session for each origin that supports HTTP/2, and remembers the origins that
 * do not.
 */
export function createOriginSessions(
  connect: (origin: Origin) => Promise<Socket>,
  headersTimeoutMs: number,
) {
  const sessions = createRecent<Known>(mostOrigins, (known) => void closeWhenOpen(known));
  return {
    get(origin: Origin): Known {
      if (origin.scheme === "http") return Promise.resolve(undefined);
      const key = keyOf(origin);
      const known = sessions.get(key);
      if (known) return known;
      const opening = openSession(() => connect(origin), {
        headersTimeoutMs,
        forget: () => {
          if (sessions.get(key) === opening) sessions.delete(key);
        },
      });
      sessions.set(key, opening);
      return opening;
    },
    close(): void {
      for (const known of sessions.values()) void closeWhenOpen(known);
    },
  };
}

async function openSession(
  connect: () => Promise<Socket>,
  { forget, headersTimeoutMs }: { forget: () => void; headersTimeoutMs: number },
): Known {
  try {
    const socket = await connect();
    if (!(socket instanceof tls.TLSSocket) || socket.alpnProtocol !== "h2") {
      socket.destroy();
      return undefined;
    }
    return { session: startSession(socket, forget), socket, headersTimeoutMs };
  } catch (error) {
    // The next request tries again, because the name or network may be available by then.
    forget();
    throw error;
  }
}

function startSession(socket: TLSSocket, forget: () => void): ClientHttp2Session {
  const session = connectHttp2("https://origin.invalid", {
    createConnection: () => socket,
    settings: { enablePush: false, initialWindowSize: streamWindow },
    maxSessionMemory: 64,
  });
  contain(session, () => {
    forget();
    session.destroy();
  });
  session.once("connect", () => session.setLocalWindowSize(sessionWindow));
  session.on("goaway", forget).on("close", forget).on("error", forget);
  // Each open stream listens for the end of the connection.
  socket.setMaxListeners(0);
  socket.once("end", () => {
    forget();
    session.close();
  });
  // Open streams can stay idle for any length of time; new streams use a new session.
  session.setTimeout(idleMs, () => {
    forget();
    session.close();
  });
  session.unref();
  return session;
}

async function closeWhenOpen(known: Known): Promise<void> {
  const open = await known.catch(() => undefined);
  open?.session.destroy();
}
