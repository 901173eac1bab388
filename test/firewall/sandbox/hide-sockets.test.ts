import { once } from "node:events";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TooManySockets, hideSockets } from "../../../src/firewall/sandbox/hide-sockets.ts";
import { bind, bindWritable } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

/** Creates a directory with a socket and a file in it. */
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

test("a socket is hidden in each mount of its directory, read-only or writable", async () => {
  const { folder, socket } = await openFolder();
  const mounts = [bind(folder, "/shown"), bindWritable(join(folder, "in"), "/other")];
  expect(hideSockets(mounts, [socket], [])).toEqual([
    { kind: "hidden", target: "/shown/in/run.sock" },
    { kind: "hidden", target: "/other/run.sock" },
  ]);
});

test("a socket that the operator mounts itself is not hidden", async () => {
  const { socket } = await openFolder();
  expect(hideSockets([bind(socket, "/run/its.sock")], [socket], [])).toEqual([]);
});

test("a socket that a later mount covers does not have to be hidden", async () => {
  const { folder, socket } = await openFolder();
  const empty = { kind: "empty", target: "/shown/in", isWritable: true } as const;
  expect(hideSockets([bind(folder, "/shown"), empty], [socket], [])).toEqual([]);
});

test("a deleted file, a regular file and a socket elsewhere are ignored", async () => {
  const { folder } = await openFolder();
  const others = [join(folder, "gone"), join(folder, "in/file"), `${folder}-other/run.sock`];
  expect(hideSockets([bind(folder)], others, [])).toEqual([]);
});

test("a socket whose path contains a link, or is relative, is still hidden", async () => {
  const { folder } = await openFolder();
  symlinkSync(join(folder, "in"), join(folder, "link"));
  const hidden = [{ kind: "hidden", target: "/shown/in/run.sock" }];
  expect(hideSockets([bind(folder, "/shown")], [join(folder, "link/run.sock")], [])).toEqual(
    hidden,
  );
  expect(
    hideSockets([bind(folder, "/shown")], ["in/run.sock", join(folder, "in/run.sock")], []),
  ).toEqual(hidden);
});

test("a socket in a directory that the caller cannot enter does not have to be hidden", async () => {
  const { folder, socket } = await openFolder();
  chmodSync(join(folder, "in"), 0);
  chmodSync(folder, 0o755);
  const isRoot = process.geteuid?.() === 0;
  try {
    if (isRoot) process.seteuid?.(65_534);
    expect(hideSockets([bind(folder)], [socket], [])).toEqual([]);
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(join(folder, "in"), 0o700);
  }
});

test("more sockets than a container can hide are refused with an explanation", async () => {
  const folder = makeFolder("crowd");
  const paths = Array.from({ length: 501 }, (_, index) => join(folder, String(index)));
  const servers = paths.map((path) => createServer().listen(path));
  onTestFinished(() => servers.forEach((server) => server.close()));
  await Promise.all(servers.map((server) => once(server, "listening")));
  expect(hideSockets([bind(folder)], paths.slice(1), [])).toHaveLength(500);
  expect(() => hideSockets([bind(folder)], paths, [])).toThrow(TooManySockets);
});
