import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import {
  createCaller,
  type Patience,
} from "../../../../src/compiler/scripts/forge-call/create-caller.ts";

const patience: Patience = {
  tries: 3,
  firstWaitMs: 1000,
  longestWaitMs: 30_000,
  requestMs: 20_000,
  totalMs: 90_000,
};

/** Starts a raw TCP server. Requests to it skip their waits, which are recorded. */
async function openRaw(serve: (socket: Socket, count: number) => void) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    // The client may have disconnected.
    socket.on("error", () => undefined);
    serve(socket, sockets.length);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const waits: number[] = [];
  const pause = (milliseconds: number) => Promise.resolve(void waits.push(milliseconds));
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (change: Partial<Patience> = {}) =>
    createCaller({ api, env: {}, patience: { ...patience, ...change }, pause })({
      method: "GET",
      path: ["a b", "c"],
      bearer: "x",
    });
  return { ask, waits, sockets, tries: () => sockets.length };
}

const head = (status: number, headers = "") =>
  `HTTP/1.1 ${status} X\r\nContent-Length: 2\r\n${headers}\r\n{}`;

test("a server that does not respond gets three attempts", async () => {
  const { ask, waits } = await openRaw(() => undefined);
  await expect(ask({ requestMs: 20 })).rejects.toThrow("(the response took too long)");
  expect(waits).toEqual([1000, 2000]);
});

test("a response that is too slow is aborted", async () => {
  const { ask, sockets } = await openRaw((socket) => {
    socket.write("HTTP/1.1 200 X\r\nContent-Length: 1000000\r\n\r\n");
    const drip = setInterval(() => socket.write("x"), 5);
    socket.on("close", () => clearInterval(drip));
  });
  await expect(ask({ requestMs: 60, tries: 1 })).rejects.toThrow("(the response took too long)");
  await expect.poll(() => sockets.every(({ destroyed }) => destroyed)).toBe(true);
});

test("all attempts share one time limit", async () => {
  const { ask, waits } = await openRaw(() => undefined);
  await expect(ask({ requestMs: 2_000_000_000, totalMs: 20 })).rejects.toThrow(
    "(the response took too long)",
  );
  expect(waits).toEqual([]);
});

test("a retry that would exceed the time limit is skipped, and the last response is returned", async () => {
  const { ask, waits } = await openRaw((socket) => socket.end(head(503, "Retry-After: 25\r\n")));
  expect((await ask({ totalMs: 20_000 })).status).toBe(503);
  expect(waits).toEqual([]);
});

test("a retry waits as long as the server requests, and uses a new connection", async () => {
  const { ask, waits, tries } = await openRaw((socket, count) =>
    socket.end(count < 3 ? head(503, "Retry-After: 25\r\n") : head(200)),
  );
  expect(await ask()).toMatchObject({ status: 200, text: "{}" });
  expect([tries(), waits]).toEqual([3, [25_000, 25_000]]);
});

test("a path segment is escaped", async () => {
  let asked = "";
  const { ask } = await openRaw((socket) =>
    socket.once("data", (data) => {
      asked = String(data).split("\r\n")[0] ?? "";
      socket.end(head(200));
    }),
  );
  await ask();
  expect(asked).toBe("GET /a%20b/c HTTP/1.1");
});
