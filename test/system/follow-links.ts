// Runs as another user of the machine: asks for each address, and tells where it was led.
import { request } from "node:http";

/** @param isHeard false: leaves as soon as it has asked, which leaves a connection of nobody */
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
