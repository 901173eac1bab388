import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  symlinkSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/**
 * Creates sockets of every kind in directories.
 * @returns a function that returns the number of connections
 */
export async function openSockets(folders: readonly string[]): Promise<() => number> {
  let visitors = 0;
  const servers: Server[] = [];
  onTestFinished(() => servers.forEach((server) => void server.close()));
  const listen = async (path: string) => {
    const server = createServer((socket) => {
      visitors += 1;
      socket.destroy();
    }).listen(path);
    servers.push(server);
    await once(server, "listening");
  };
  for (const folder of folders) {
    const at = (name: string) => join(folder, name);
    for (const name of ["in", "deep", "deep/er"]) mkdirSync(at(name));
    symlinkSync("in", at("linked"));
    for (const name of [
      "plain",
      "old",
      "in/moved",
      "first",
      "a\nb",
      "deep/er/one",
      "linked/through",
    ]) {
      await listen(at(name));
    }
    const descriptor = openSync(folder, "r");
    await listen(`/proc/self/fd/${descriptor}/by-descriptor`);
    closeSync(descriptor);
    renameSync(at("old"), at("renamed"));
    renameSync(at("in"), at("elsewhere"));
    linkSync(at("first"), at("second"));
    for (const path of execFileSync("find", [folder, "-type", "s", "-print0"])
      .toString()
      .split("\0")) {
      if (path !== "") chmodSync(path, 0o777);
    }
  }
  return () => visitors;
}
