import { EventEmitter, once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { supervise } from "../../../src/firewall/sandbox/supervise.ts";
import type { End } from "../../../src/firewall/sandbox/start-container.ts";

/** Creates a container that exits when it receives this signal. */
function open(endsBy: NodeJS.Signals) {
  const got: NodeJS.Signals[] = [];
  const heard = new EventEmitter();
  const ended = new Promise<End>((resolve) => {
    heard.on("signal", (name: NodeJS.Signals) => {
      if (name === endsBy) resolve({ kind: "exit", code: 7 });
    });
  });
  const signal = (name: NodeJS.Signals) => {
    got.push(name);
    heard.emit("signal", name);
  };
  const container = { pid: 1, begin: () => undefined, resume: () => undefined, signal, ended };
  return { container, got, heard };
}

async function send(name: NodeJS.Signals, heard: EventEmitter): Promise<void> {
  const arrived = once(heard, "signal");
  process.kill(process.pid, name);
  await arrived;
}

test.each(["SIGTERM", "SIGINT", "SIGHUP", "SIGUSR1"] as const)(
  "the response to %s is left to the command",
  async (name) => {
    const { container, got, heard } = open(name);
    const before = process.listenerCount(name);
    const end = supervise(container, {});
    await send(name, heard);
    expect(await end).toEqual({ end: { kind: "exit", code: 7 }, timedOut: false });
    expect(got).toEqual([name]);
    expect(process.listenerCount(name)).toBe(before);
  },
);

test("a second request to stop kills the command", async () => {
  const { container, got, heard } = open("SIGKILL");
  const end = supervise(container, {});
  await send("SIGTERM", heard);
  await send("SIGTERM", heard);
  await end;
  expect(got).toEqual(["SIGTERM", "SIGKILL"]);
});

test("a signal that the parent process forwards counts once, with or without a direct copy", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { container, got, heard } = open("SIGKILL");
  const parent = new EventEmitter();
  const onForwarded = (receive: (name: NodeJS.Signals) => void) => parent.on("signal", receive);
  const end = supervise(container, { onForwarded });
  vi.advanceTimersByTime(1000);
  await send("SIGTERM", heard);
  parent.emit("signal", "SIGTERM");
  vi.advanceTimersByTime(1000);
  expect(got).toEqual(["SIGTERM"]);
  parent.emit("signal", "SIGINT");
  await send("SIGINT", heard);
  vi.advanceTimersByTime(1000);
  expect(got).toEqual(["SIGTERM", "SIGINT"]);
  parent.emit("signal", "SIGTERM");
  vi.advanceTimersByTime(1000);
  expect((await end).end).toEqual({ kind: "exit", code: 7 });
  expect(got).toEqual(["SIGTERM", "SIGINT", "SIGKILL"]);
});

test("the command's own signals are not treated as requests to stop", async () => {
  const { container, got, heard } = open("SIGTERM");
  const end = supervise(container, {});
  for (const name of ["SIGUSR1", "SIGUSR1", "SIGTERM"] as const) await send(name, heard);
  await end;
  expect(got).toEqual(["SIGUSR1", "SIGUSR1", "SIGTERM"]);
});

test("when the time limit expires, the command gets a stop signal, and the timeout is reported", async () => {
  const { container, got } = open("SIGTERM");
  expect(await supervise(container, { timeoutSeconds: 0.01 })).toMatchObject({ timedOut: true });
  expect(got).toEqual(["SIGTERM"]);
});
