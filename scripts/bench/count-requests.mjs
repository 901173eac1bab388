// Loaded into `gatehouse` with --import: counts the REST requests that the embedded forge in it answers.
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

// A program that gatehouse starts itself is given less of the environment, and counts nothing.
const file = process.env.BENCH_REQUESTS;
let requests = 0;
subscribe("http.server.request.start", ({ request }) => {
  // What a workflow run asks is the runner's, not the command's.
  const isOurs = request.headers["user-agent"] !== "gatehouse-run";
  if (isOurs && request.url.startsWith("/api/")) requests += 1;
});
if (file !== undefined) process.on("exit", () => appendFileSync(file, `${requests}\n`));
