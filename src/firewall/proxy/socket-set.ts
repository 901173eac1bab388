import type { Socket } from "node:net";
import { contain } from "./contain.ts";

/** The sockets that are open, so that the end of the proxy is their end. */
export interface SocketSet {
  /** Keeps it until it closes; ends it at once where the proxy is over. */
  readonly add: <S extends Socket>(socket: S) => S;
  /** Ends all of them, and every one that comes later. @returns when those that were open have told so */
  readonly close: () => Promise<void>;
}

/** @param onFault called with what a listener of a socket threw; the socket is destroyed then */
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
      // Whoever uses it hears of it; nobody may be left without a listener.
      socket.on("error", ignore);
      if (isOver) socket.destroy();
      return socket;
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
  // The one who waits for this socket gets the error of its own accord.
}
