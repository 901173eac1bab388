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
  hasInput: true,
  joins: [],
  limits: [],
  complaints: "past",
  ...more,
});

test("the error message of a runtime is reported", async () => {
  const started = startContainer(
    how({ args: ["-c", "echo no daemon >&2; exit 3"] }),
    () => undefined,
  );
  await expect(started).rejects.toThrow("docker could not start a container: no daemon");
});

test("a runtime that fails without output is reported with its exit code", async () => {
  const started = startContainer(how({ args: ["-c", "exit 3"] }), () => undefined);
  await expect(started).rejects.toThrow("docker could not start a container: exited with 3");
});

test("a runtime has only the variables that are passed to it", async () => {
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

test("a runtime that is started apart has its own process group", async () => {
  const { runtime, complaint } = await launch(how({ args: ["-c", "ps -o pgid= -p $$ >&2"] }));
  await new Promise((resolve) => runtime.once("close", resolve));
  expect(Number(complaint())).toBe(runtime.pid);
});

test("a named channel exists before the runtime starts, and its relay stops if the runtime fails", async () => {
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
  ).rejects.toThrow(/late|exited with 5/);
  const left = spawnSync("ps", ["-o", "args=", "--ppid", String(process.pid)], {
    encoding: "utf8",
  });
  expect(left.stdout).not.toContain(`${channel}2`);
});

test("a path where a socket cannot be created is a failure of the runtime, not of gatehouse", async () => {
  const channel = join("/nonexistent", "channel");
  await expect(launch(how({ channel, complaints: "through" }))).rejects.toThrow(
    new ContainerFailed("docker", "could not open the channel: bind: ENOENT"),
  );
});
