import { closeSync, openSync, readFileSync } from "node:fs";
import type * as net from "node:net";
import { constants } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { planLaunch, findRuntimes } from "../../../src/firewall/sandbox/runtimes.ts";
import {
  isNodeStarter,
  requireStarter,
  starterPath,
} from "../../../src/firewall/sandbox/starter.ts";
import { machine } from "../../system/machine.ts";
import { buildNodeStarter } from "./build-node-starter.ts";
import { openReal, realOptions, realPlan } from "./open-real.ts";

const open = (...command: readonly string[]) =>
  openReal(command, { options: { starter: buildNodeStarter() } });
/** The starter of a machine with that architecture. */
const starter = requireStarter("riscv64");

test("the Node starter is used only on architectures without a native starter", () => {
  expect(isNodeStarter(starter)).toBe(true);
  for (const arch of ["x64", "arm64"]) expect(isNodeStarter(starterPath(arch) ?? "")).toBe(false);
});

test("the Node starter works only in bubblewrap, and only for the caller's own user", () => {
  const path = process.env["PATH"] ?? "";
  const names = findRuntimes("auto", { uid: 1000, path, unsafe: [], starter }).map(
    ({ name }) => name,
  );
  expect(names).toEqual(["bubblewrap"]);
  expect(findRuntimes("podman", { uid: 1000, path, unsafe: [], starter })).toEqual([]);
  const caller = { uid: 1001, gid: 1, name: "mona", home: "/home/mona", cameBySudo: true };
  const runtime = { name: "bubblewrap", reason: "", program: machine().bwrap } as const;
  const launch = () =>
    planLaunch(
      runtime,
      { ...realPlan(), caller },
      { ...realOptions(["true"]), starter, uid: 1000 },
    );
  expect(launch).toThrow(
    "bubblewrap could not start a container: without capabilities, the command cannot run as the user who called sudo",
  );
});

describe("a container with the Node starter", () => {
  test("passes out the proxy's port, and reports ports that it cannot capture", async () => {
    const { run, servers, uncaught, names, heard } = await open("sh", "-c", "exit 42");
    expect([...servers.keys()]).toEqual([3128]);
    expect({ uncaught, names }).toEqual({ uncaught: [80, 443, 53], names: undefined });
    expect(await run()).toEqual({ kind: "exit", code: 42 });
    expect(heard.map(({ kind }) => kind)).toEqual(["ready", "started", "exit"]);
  });

  test("reports a signal, a missing program, and a program that cannot be executed", async () => {
    const killed = await open("sh", "-c", "kill -KILL $$");
    expect(await killed.run()).toEqual({ kind: "killed", signal: constants.signals.SIGKILL });
    const none = await open("no-such-program");
    expect(await none.run()).toEqual({ kind: "refused", errno: constants.errno.ENOENT });
    const folder = await open("/etc");
    expect(await folder.run()).toEqual({ kind: "refused", errno: constants.errno.EACCES });
  });

  test("forwards a connection that is made inside to the outside", async () => {
    const { run, servers, work } = await open("bash", "-c", "cat < /dev/tcp/127.0.0.1/3128 > out");
    servers.get(3128)?.on("connection", (socket: net.Socket) => socket.end("hello"));
    expect(await run()).toEqual({ kind: "exit", code: 0 });
    expect(readFileSync(join(work, "out"), "utf8")).toBe("hello");
  });

  test("gives the command only its own variables, no capabilities, and no channel", async () => {
    const script = "env > out; cat /proc/self/status >> out; ls -l /proc/self/fd >> out";
    const { run, work } = await open("sh", "-c", script);
    await run({ PATH: "/usr/bin:/bin", ONLY: "a=b\nc" });
    const seen = readFileSync(join(work, "out"), "utf8");
    expect(seen).toContain("ONLY=a=b\nc\n");
    expect(seen).not.toContain("NODE_CHANNEL");
    expect(seen.match(/^Cap(?!Bnd)\w+:\s+(?!0{16}$).+$/gm)).toBeNull();
    expect(seen).toMatch(/^NoNewPrivs:\s+1$/m);
    expect(seen).not.toMatch(/ [3-9] -> socket:/);
  });

  test("closes the caller's file descriptors, which could reach the host's disk", async () => {
    const folder = openSync("/", "r");
    onTestFinished(() => closeSync(folder));
    const { run, work } = await open("sh", "-c", "ls -l /proc/self/fd > out");
    await run();
    expect(readFileSync(join(work, "out"), "utf8")).not.toMatch(/ -> \/\n/);
  });

  test("leaves the response to a signal to the command", async () => {
    // Bash keeps waiting for a word if the signal arrives just before its wait, so the test sends
    // words until bash has answered.
    const talk = "while echo >&3 && read -r -u 3 word; do :; done";
    const script = `trap 'exit 9' TERM; exec 3<>/dev/tcp/127.0.0.1/3128; ${talk}`;
    const { container, run, servers } = await open("bash", "-c", script);
    // The command connects once it listens for the signal.
    servers.get(3128)?.on("connection", (socket: net.Socket) => {
      socket.on("data", () => socket.write("\n")).on("error", () => undefined);
      container.signal("SIGTERM");
    });
    expect(await run()).toEqual({ kind: "exit", code: 9 });
  });

  test.each(["SIGINT", "SIGQUIT", "SIGTERM", "SIGHUP"] as const)(
    "stops the command's process group on %s",
    async (name) => {
      const child = [
        "import signal, socket",
        "signal.signal(signal.SIGINT, signal.SIG_DFL)",
        "socket.create_connection(('127.0.0.1', 3128))",
        "signal.pause()",
      ].join("; ");
      const script = `python3 -c "${child}"; exit 3`;
      const { container, run, servers } = await open("sh", "-c", script);
      servers.get(3128)?.on("connection", (socket: net.Socket) => {
        socket.resume();
        container.signal(name);
      });
      expect(await run()).toEqual({ kind: "killed", signal: constants.signals[name] });
    },
  );
});
