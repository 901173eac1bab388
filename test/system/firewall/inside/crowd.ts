// Runs inside: opens many connections to the proxy, leaves them idle, and still sends a request.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { inLanes, run } from "./run-all.ts";

const count = Number(process.argv[2]);
const sockets: Socket[] = [];
let open = 0;

await inLanes(
  64,
  Array.from({ length: count }, (_, at) => at),
  async (at) => {
    const socket = connect(3128, "127.0.0.1");
    socket.on("error", () => {});
    await Promise.race([once(socket, "connect"), once(socket, "close")]);
    if (socket.readyState === "open") open += 1;
    if (at % 2 === 0) socket.write("GET http://b.test/ok/hel");
    sockets.push(socket);
  },
);
const { text } = await run({ argv: ["curl", "-s", "--max-time", "30", "https://b.test/ok/hello"] });
process.stdout.write(`${open} ${text}`);
await once(process.stdin.resume(), "end");
for (const socket of sockets) socket.destroy();
process.exitCode = 42;
