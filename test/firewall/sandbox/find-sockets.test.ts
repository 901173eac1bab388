import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSockets, readSockets } from "../../../src/firewall/sandbox/find-sockets.ts";
import { makeFolder } from "../../temporary-folder.ts";

test("a socket with a listener is found by its path", async () => {
  const path = join(makeFolder("with spaces"), "a socket");
  const server = createServer().listen(path);
  await once(server, "listening");
  expect(findSockets()).toContain(path);
  server.close();
});

test("table entries without a path are ignored, and every other path is returned once", () => {
  const table = [
    "Num               RefCount Protocol Flags    Type St Inode Path",
    "0000000000000000: 00000002 00000000 00010000 0001 01 15290 /opt/agent/run.sock",
    "0000000000000000: 00000003 00000000 00000000 0001 03 15291 /opt/agent/run.sock",
    "0000000000000000: 00000003 00000000 00000000 0001 03 15292",
    "0000000000000000: 00000002 00000000 00010000 0001 01    12 @/tmp/.X11-unix/X0",
    "0000000000000000: 00000002 00000000 00010000 0001 01 15294 relative",
  ];
  expect(readSockets(`${table.join("\n")}\n`)).toEqual(["/opt/agent/run.sock", "relative"]);
  expect(readSockets("")).toEqual([]);
});

test("a name with line breaks is read in every possible way", () => {
  const table = [
    "0000000000000000: 00000002 00000000 00010000 0001 01 15290 /opt/a",
    "b",
    "",
    "0000000000000000: 00000002 00000000 00010000 0001 01 15294 /opt/c",
    "x".repeat(120),
  ];
  expect(readSockets(`${table.join("\n")}\n`)).toEqual([
    "/opt/a",
    "/opt/a\nb",
    "/opt/a\nb\n",
    "/opt/c",
  ]);
});
