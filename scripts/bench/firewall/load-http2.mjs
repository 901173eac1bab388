// Sends requests to an HTTP/2 origin for a few seconds, and prints the number of responses per
// second as JSON.
import { once } from "node:events";
import { connect } from "node:http2";
import { connect as connectTls } from "node:tls";

const { host, port, address, to, seconds } = JSON.parse(process.argv[2]);
const [connections, streams] = [4, 8];
const end = performance.now() + seconds * 1000;
let answered = 0;

await Promise.all(Array.from({ length: connections }, load));
console.log(JSON.stringify({ perSecond: answered / seconds }));

async function load() {
  const options = { host: address, port: to, servername: host, ALPNProtocols: ["h2"] };
  const socket = connectTls({ ...options, rejectUnauthorized: false });
  const session = connect(`https://${host}:${port}`, { createConnection: () => socket });
  await Promise.all(Array.from({ length: streams }, () => ask(session)));
  session.close();
}

async function ask(session) {
  while (performance.now() < end) {
    const stream = session.request({ ":path": "/x/1" });
    const [headers] = await once(stream, "response");
    if (headers[":status"] !== 200) throw new Error(`unexpected status: ${headers[":status"]}`);
    await once(stream.resume(), "close");
    answered += 1;
  }
}
