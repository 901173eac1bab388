import type { Socket } from "node:dgram";
import { answerQuery } from "./answer-query.ts";
import type { Names } from "./names.ts";

/** Answers DNS queries on a socket until it closes. */
export function answerNames(socket: Socket, names: Names): void {
  socket.on("message", (query, { address, port }) => {
    const answer = answerQuery(query, names);
    // Errors are ignored, because the client may have exited. If it is still running, it repeats
    // the query.
    if (answer) socket.send(answer, port, address, () => {});
  });
  socket.on("error", () => {});
}
