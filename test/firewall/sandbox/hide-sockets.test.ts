import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hideSockets } from "../../../src/firewall/sandbox/hide-sockets.ts";
import { bind, bindWritable } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

/** A folder with a socket and a file in it. */
async function openFolder() {
  const folder = makeFolder("shown");
  const socket = join(folder, "in/run.sock");
  mkdirSync(join(folder, "in"));
  writeFileSync(join(folder, "in/file"), "");
  const server = createServer().listen(socket);
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return { folder, socket };
}

test("a socket is hidden wherever its folder is shown, read-only or not", async () => {
  const { folder, socket } = await openFolder();
  const mounts = [bind(folder, "/shown"), bindWritable(join(folder, "in"), "/other")];
  expect(hideSockets(mounts, [socket])).toEqual([
    { kind: "hidden", target: "/shown/in/run.sock" },
    { kind: "hidden", target: "/other/run.sock" },
  ]);
});

test("one that the operator names is meant", async () => {
  const { socket } = await openFolder();
  expect(hideSockets([bind(socket, "/run/its.sock")], [socket])).toEqual([]);
});

test("what a later mount covers is not there to be hidden", async () => {
  const { folder, socket } = await openFolder();
  const empty = { kind: "empty", target: "/shown/in", isWritable: true } as const;
  expect(hideSockets([bind(folder, "/shown"), empty], [socket])).toEqual([]);
});

test("what is gone, is no socket or lies elsewhere is left alone", async () => {
  const { folder } = await openFolder();
  const others = [join(folder, "gone"), join(folder, "in/file"), `${folder}-other/run.sock`];
  expect(hideSockets([bind(folder)], others)).toEqual([]);
});
