import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ContainerFailed } from "../../../src/firewall/sandbox/container-failed.ts";
import { launch } from "../../../src/firewall/sandbox/launch.ts";
import type { Launch } from "../../../src/firewall/sandbox/launch.ts";
import { startContainer } from "../../../src/firewall/sandbox/start-container.ts";
import { requireStarter } from "../../../src/firewall/sandbox/starter.ts";
import { makeFolder } from "../../temporary-folder.ts";

const how = (more: Partial<Launch>): Launch => ({
  title: "docker",
  program: "/bin/sh",
  args: ["-c", "true"],
  environment: {},
  starter: requireStarter(),
  isApart: true,
  joins: [],
  limits: [],
  complaints: "past",
  ...more,
});

test("what a runtime complains of is told, and only it", async () => {
  const started = startContainer(
    how({ args: ["-c", "echo no daemon >&2; exit 3"] }),
    () => undefined,
  );
  await expect(started).rejects.toThrow("docker could not start a container: no daemon");
});

test("a runtime that says nothing is told by its end", async () => {
  const started = startContainer(how({ args: ["-c", "exit 3"] }), () => undefined);
  await expect(started).rejects.toThrow("it ended with 3");
});

test("a runtime has the variables that it is told and no others", async () => {
  const started = startContainer(
    how({ args: ["-c", "env >&2; exit 1"], environment: { ONLY: "this" } }),
    () => undefined,
  );
  const error: unknown = await started.catch((cause: unknown) => cause);
  const complaint = error instanceof ContainerFailed ? error.complaint : "";
  const names = complaint.split("\n").map((line) => line.split("=")[0]);
  expect(names).toContain("ONLY");
  expect(names).not.toContain("HOME");
});

test("one that is started apart is in a process group of its own", async () => {
  const { runtime, complaint } = await launch(how({ args: ["-c", "ps -o pgid= -p $$ >&2"] }));
  await new Promise((resolve) => runtime.once("close", resolve));
  expect(Number(complaint())).toBe(runtime.pid);
});

test("a channel with a name is there before the runtime, and its relay goes with a runtime that never comes", async () => {
  const channel = join(makeFolder("channel"), "channel");
  const options = how({
    program: "/bin/sh",
    args: ["-c", `test -S ${channel} || echo late >&2; exit 5`],
    channel,
    complaints: "through",
  });
  const launched = await launch(options);
  expect(existsSync(channel)).toBe(true);
  launched.speaker.kill("SIGKILL");
  await expect(
    startContainer({ ...options, channel: `${channel}2` }, () => undefined),
  ).rejects.toThrow(/late|it ended with 5/);
  const left = spawnSync("ps", ["-o", "args=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  expect(left.stdout).not.toContain(`${channel}2`);
});

test("a place where nobody can listen is a way that does not work, and no fault of ours", async () => {
  const channel = join("/nonexistent", "channel");
  await expect(launch(how({ channel, complaints: "through" }))).rejects.toThrow(
    new ContainerFailed("docker", "its channel: bind: ENOENT"),
  );
});
