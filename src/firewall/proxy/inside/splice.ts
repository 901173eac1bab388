import type { Duplex } from "node:stream";
import type { OpenEntry } from "../open-entry.ts";

/** Forwards and counts bytes in both directions until both sides end or one side fails. */
export function splice(client: Duplex, origin: Duplex, entry: OpenEntry): Promise<void> {
  return new Promise((resolve) => {
    client.on("data", (chunk: Buffer) => {
      entry.bytesSent += chunk.length;
    });
    origin.on("data", (chunk: Buffer) => {
      entry.bytesReceived += chunk.length;
    });
    let open = 2;
    const watch = (side: Duplex, other: Duplex) => {
      const leave = () => {
        // A side that ended properly may close before the other side has written all of its data.
        if (!side.readableEnded || !side.writableFinished) other.destroy();
        open -= 1;
        if (open === 0) resolve();
      };
      side.on("error", () => side.destroy());
      if (side.closed) leave();
      else side.once("close", leave);
    };
    watch(client, origin);
    watch(origin, client);
    client.pipe(origin);
    origin.pipe(client);
  });
}
