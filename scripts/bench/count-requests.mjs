// Loaded into `gatehouse` with `--import`. Counts the REST and GraphQL requests that the embedded
// forge of the command answers.
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

// Programs that gatehouse starts receive a reduced environment, so they do not count requests.
const file = process.env.BENCH_REQUESTS;
const counted = { requests: 0, unchanged: 0 };
subscribe("http.server.response.finish", ({ request, response }) => {
  // Requests from a workflow run are sent by the runner, not by the command.
  const isOurs = request.headers["user-agent"] !== "gatehouse-run";
  if (!isOurs || !request.url.startsWith("/api/")) return;
  counted.requests += 1;
  // The ETag matched, so the request does not count against the rate limit.
  if (response.statusCode === 304) counted.unchanged += 1;
});
if (file !== undefined)
  process.on("exit", () => appendFileSync(file, `${JSON.stringify(counted)}\n`));
