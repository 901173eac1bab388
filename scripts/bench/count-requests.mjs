// Loaded into `gatehouse` with --import: counts the REST requests that the embedded forge in it answers.
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

let requests = 0;
subscribe("http.server.request.start", ({ request }) => {
  // What a workflow run asks is the runner's, not the command's.
  const isOurs = request.headers["user-agent"] !== "gatehouse-run";
  if (isOurs && request.url.startsWith("/api/")) requests += 1;
});
process.on("exit", () => appendFileSync(process.env.BENCH_REQUESTS, `${requests}\n`));
