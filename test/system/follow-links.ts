// Runs as another user of the machine: requests each address, and reports the redirect.
import { request } from "node:http";

/**
 * @param isHeard false to disconnect right after the request, which leaves a connection without an
 *   owner
 */
const visit = (url: string, isHeard: boolean) =>
  new Promise<string | undefined>((resolve) => {
    const sent = request(url, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.headers.location));
    });
    sent.on("error", () => resolve(undefined));
    if (!isHeard) sent.on("finish", () => setImmediate(() => sent.destroy()));
    sent.end();
  });

const led: string[] = [];
for (const address of process.argv.slice(2)) {
  for (const isHeard of [false, true]) {
    const location = await visit(address, isHeard);
    if (location !== undefined) led.push(location);
  }
}

process.stdout.write(JSON.stringify(led));
