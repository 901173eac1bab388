// Runs inside: tries to read hidden files and to change read-only files. Prints each attempt with
// its result.
import { readFileSync, readlinkSync } from "node:fs";
import { attemptAll, type Attempt } from "./adversary/attempt.ts";
import { readFilePlaces } from "./adversary/file-places.ts";
import { readHidden } from "./adversary/hidden-files.ts";
import { changeReadOnly } from "./adversary/read-only-files.ts";

const places = readFilePlaces(process.argv[2] ?? "");
const isInside =
  readFileSync("/proc/1/comm", "utf8").trim() === "starter" &&
  readlinkSync("/proc/self/ns/pid") !== places.pidNamespace;
if (!isInside) throw new Error("This is no container: nothing is tried here.");

const visible: Attempt = {
  family: "read",
  name: "a visible file",
  isControl: true,
  act: async () => `LEAK ${readFileSync("visible", "utf8")}`,
};
const read = await attemptAll([...readHidden(places), visible], "r");
const changed = await attemptAll(changeReadOnly(places), "c");
process.stdout.write(JSON.stringify([...read, ...changed]));
