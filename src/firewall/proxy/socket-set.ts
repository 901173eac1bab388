import type { Socket } from "node:net";
import { contain } from "./contain.ts";

/** The open sockets, which the proxy closes when it shuts down. */
export interface SocketSet {
  /**
   * Keeps a socket in the set until the socket closes. If the proxy is already closed, destroys the
   * socket immediately.
   */
  readonly add: <S extends Socket>(socket: S) => S;
  /** Destroys all open sockets. */
  readonly destroyOpen: () => void;
  /**
   * Destroys all sockets, including those added later. Resolves after all open sockets have closed.
   */
  readonly close: () => Promise<void>;
}

/**
 * @param onFault called with an error that a socket's listener threw, after the socket was
 *   destroyed
 */
export function createSocketSet(onFault: (error: unknown) => void): SocketSet {
  const open = new Set<Socket>();
  let isOver = false;
  return {
    add: (socket) => {
      open.add(socket);
      contain(socket, (error) => {
        socket.destroy();
        onFault(error);
      });
      socket.once("close", () => open.delete(socket));
      // The code that uses the socket handles its errors; this listener prevents an unhandled
      // error.
      socket.on("error", ignore);
      if (isOver) socket.destroy();
      return socket;
    },
    destroyOpen: () => {
      for (const socket of open) socket.destroy();
    },
    close: async () => {
      isOver = true;
      const closing = [...open].map(
        (socket) => new Promise((resolve) => socket.once("close", resolve)),
      );
      for (const socket of open) socket.destroy();
      await Promise.all(closing);
    },
  };
}

function ignore(): void {
  // The code that uses this socket receives the error through its own listener.
}
