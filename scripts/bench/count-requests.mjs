// Loaded into `gatehouse` with --import: counts what the embedded forge in it answers of its API, REST and GraphQL.
import { subscribe } from "node:diagnostics_channel";
import { appendFileSync } from "node:fs";

// A program that gatehouse starts itself is given less of the environment, and counts nothing.
const file = process.env.BENCH_REQUESTS;
const counted = { requests: 0, unchanged: 0 };
subscribe("http.server.response.finish", ({ request, response }) => {
  // What a workflow run asks is the runner's, not the command's.
  const isOurs = request.headers["user-agent"] !== "gatehouse-run";
  if (!isOurs || !request.url.startsWith("/api/")) return;
  counted.requests += 1;
  // By its ETag: the forge takes nothing from the capacity for it.
  if (response.statusCode === 304) counted.unchanged += 1;
});
if (file !== undefined)
  process.on("exit", () => appendFileSync(file, `${JSON.stringify(counted)}\n`));
