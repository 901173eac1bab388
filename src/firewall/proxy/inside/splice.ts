import type { Duplex } from "node:stream";
import type { OpenEntry } from "../open-entry.ts";

/** Hands bytes on both ways until both sides have ended, or one is broken; counts them. */
export function splice(client: Duplex, origin: Duplex, entry: OpenEntry): Promise<void> {
  return new Promise((resolve) => {
    client.on("data", (chunk: Buffer) => {
      entry.bytesSent += chunk.length;
    });
    origin.on("data", (chunk: Buffer) => {
      entry.bytesReceived += chunk.length;
    });
    let open = 2;
    const leave = (side: Duplex, other: Duplex) => () => {
      // A side that ended well may close before the other has written what it gave.
      if (!side.readableEnded || !side.writableFinished) other.destroy();
      open -= 1;
      if (open === 0) resolve();
    };
    client.once("close", leave(client, origin)).on("error", () => client.destroy());
    origin.once("close", leave(origin, client)).on("error", () => origin.destroy());
    client.pipe(origin);
    origin.pipe(client);
    if (client.destroyed || origin.destroyed) [client, origin].forEach((side) => side.destroy());
  });
}
