// Runs inside: tries to reach the host through files, sockets and processes. Prints each attempt
// with its result.
import { readFileSync, readlinkSync } from "node:fs";
import { attemptAll } from "./adversary/attempt.ts";
import { readAttempts } from "./adversary/host-files.ts";
import { writeAttempts } from "./adversary/host-writes.ts";
import { readHostPlaces } from "./adversary/host-locations.ts";
import { processAttempts } from "./adversary/processes.ts";
import { socketAttempts } from "./adversary/unix-sockets.ts";

const locations = readHostPlaces(process.argv[2] ?? "");
const isInside =
  readFileSync("/proc/1/comm", "utf8").trim() === "starter" &&
  readlinkSync("/proc/self/ns/pid") !== locations.pidNamespace;
if (!isInside) throw new Error("This is no container: nothing is tried here.");

const attempts = [
  ...readAttempts(locations),
  ...writeAttempts(locations),
  ...socketAttempts(locations),
  ...processAttempts(locations),
];
process.stdout.write(JSON.stringify(await attemptAll(attempts, "h")));
