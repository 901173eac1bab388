import type { Socket } from "node:dgram";
import { answerQuery } from "./answer-query.ts";
import type { Names } from "./names.ts";

/** Answers DNS queries on a socket until it closes. */
export function answerNames(socket: Socket, names: Names): void {
  socket.on("message", (query, { address, port }) => {
    const answer = answerQuery(query, names);
    // An error is ignored: the client may have exited; otherwise, it repeats the query.
    if (answer) socket.send(answer, port, address, () => {});
  });
  socket.on("error", () => {});
}
