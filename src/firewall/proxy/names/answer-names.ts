import type { Socket } from "node:dgram";
import { answerQuery } from "./answer-query.ts";
import type { Names } from "./names.ts";

/** Answers DNS on a socket until it is closed. */
export function answerNames(socket: Socket, names: Names): void {
  socket.on("message", (query, { address, port }) => {
    const answer = answerQuery(query, names);
    // Who asked may be gone; they ask again where it matters.
    if (answer) socket.send(answer, port, address, () => {});
  });
  socket.on("error", () => {});
}
