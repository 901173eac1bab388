import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";

/**
 * Handles `/echo.Echo/Say`, which returns its message, and `/echo.Echo/Count`, which returns three
 * messages.
 */
export function serveGrpc(request: Http2ServerRequest, response: Http2ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.once("end", () => {
    const message = Buffer.concat(pieces);
    response.setHeader("content-type", "application/grpc");
    response.addTrailers({ "grpc-status": "0" });
    const times = request.url.endsWith("/Count") ? 3 : 1;
    for (let sent = 0; sent < times; sent += 1) response.write(message);
    response.end();
  });
}
