import type { Socket } from "node:net";

/** The sockets that are open, so that the end of the proxy is their end. */
export interface SocketSet {
  /** Keeps it until it closes; ends it at once where the proxy is over. */
  readonly add: <S extends Socket>(socket: S) => S;
  /** Ends all of them, and every one that comes later. @returns when those that were open have told so */
  readonly close: () => Promise<void>;
}

export function createSocketSet(): SocketSet {
  const open = new Set<Socket>();
  let isOver = false;
  return {
    add: (socket) => {
      open.add(socket);
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
