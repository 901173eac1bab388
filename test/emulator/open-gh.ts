import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { machine } from "../system/machine.ts";
import type { OpenForge } from "./open-forge.ts";

/** Runs the real `gh`, which treats our forge as its proxy to `github.localhost`. */
export async function openGh({ emulator }: OpenForge) {
  const folder = await mkdtemp(join(tmpdir(), "gh-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = {
    HOME: folder,
    // gh caches run logs in the temporary directory, by run number.
    TMPDIR: folder,
    GH_CONFIG_DIR: folder,
    GH_HOST: "github.localhost",
    GH_TOKEN: emulator.userToken.reveal(),
    GH_NO_UPDATE_NOTIFIER: "1",
    http_proxy: emulator.origin,
    // Blocks access to any server except the forge of this test.
    https_proxy: emulator.origin,
  };
  return (args: string | readonly string[], input = "") =>
    new Promise<{ code: number | string; out: string; err: string }>((resolve) => {
      const words = typeof args === "string" ? args.split(" ") : args;
      const child = execFile(machine().gh, words, { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
      child.stdin?.end(input);
    });
}
