// Runs as another user of the machine: opens addresses that command lines reveal, and reports the
// possible operations.
import { readFileSync, readdirSync } from "node:fs";
import { request } from "node:http";

const [port = ""] = process.argv.slice(2);
const own = String(process.pid);

function readCommand(process: string): string[] {
  try {
    return readFileSync(`/proc/${process}/cmdline`, "utf8").split("\0");
  } catch {
    // The process has exited.
    return [];
  }
}

const words = readdirSync("/proc")
  .filter((name) => /^\d+$/.test(name) && name !== own)
  .flatMap(readCommand);
const shown = [...new Set(words.filter((word) => word.startsWith(`http://127.0.0.1:${port}/`)))];

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly location: string | undefined;
}

/**
 * @param isHeard false to disconnect right after the request, which leaves a connection without an
 *   owner
 */
const visit = (url: string, { isHeard = true, method = "GET" } = {}) =>
  new Promise<Answer>((resolve) => {
    const sent = request(url, { method }, (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      const { location } = answer.headers;
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text, location }));
    });
    sent.on("error", () => resolve({ status: 0, text: "", location: undefined }));
    if (!isHeard) sent.on("finish", () => setImmediate(() => sent.destroy()));
    sent.end();
  });

const got: string[] = [];
for (const link of shown) {
  await visit(link, { isHeard: false });
  let answer = await visit(link);
  const page = new URL(answer.location ?? "/", link).href;
  if (answer.location !== undefined) answer = await visit(page);
  if (answer.status < 400) got.push(`read the page: ${answer.status}`);
  const sentOn = await visit(page, { method: "POST" });
  if (sentOn.status < 400) got.push(`was sent on: ${sentOn.status}`);
  const state = /state=(\w+)/.exec(sentOn.location ?? "")?.[1] ?? "";
  const sent = await visit(new URL(`/registered?code=garbage&state=${state}`, link).href);
  if (sent.status < 400) got.push(`sent a code: ${sent.status}`);
}

process.stdout.write(JSON.stringify({ shown, got }));
