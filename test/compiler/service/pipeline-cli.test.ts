import { watch, writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  openPipelineCli,
  type PipelineCliEnds,
} from "../../../src/compiler/service/pipeline-cli.ts";
import { Stopped } from "../../../src/shared/errors.ts";
import { isRunning } from "../../../src/shared/processes.ts";
import { makeFolder } from "../../temporary-folder.ts";

/**
 * Starts a CLI that waits endlessly for a network, with a child process of its own, and sends it a
 * request.
 */
async function askHanging(ends: PipelineCliEnds) {
  const folder = makeFolder("hanging");
  const wait = "setInterval(() => {}, 1000)";
  const program = `#!${execPath}
const { spawn } = require("node:child_process");
const child = spawn(process.execPath, ["-e", "${wait}"], { stdio: "ignore" });
require("node:fs").writeFileSync(${JSON.stringify(join(folder, "pids"))}, process.pid + " " + child.pid + " ");
${wait};
`;
  writeFileSync(join(folder, "az"), program, { mode: 0o755 });
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"] ?? ""}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const read = () => readFileSync(join(folder, "pids"), "utf8").split(" ").map(Number);
  const begun = new Promise<void>((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (name !== "pids" || read().length < 3) return;
      watcher.close();
      resolve();
    });
  });
  const asked = openPipelineCli({}, ends)
    .ask(["pipelines", "list"])
    .catch((error: unknown) => error);
  await begun;
  return { asked, left: () => read().slice(0, 2).filter(isRunning) };
}

test("a stop kills the CLI and all processes that it has started", async () => {
  const stop = new AbortController();
  const { asked, left } = await askHanging({ signal: stop.signal });
  expect(left()).toHaveLength(2);
  stop.abort(new Stopped("SIGINT"));
  expect(await asked).toBeInstanceOf(Stopped);
  await expect.poll(left).toEqual([]);
});

test("a CLI that does not respond is killed, and the error names the request", async () => {
  const late = new AbortController();
  const { asked, left } = await askHanging({ limit: () => late.signal });
  late.abort();
  expect(await asked).toMatchObject({
    message: "az pipelines list did not finish within 60 seconds.",
  });
  await expect.poll(left).toEqual([]);
});
