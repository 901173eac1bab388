import { spawn } from "node:child_process";
import { ContainerFailed } from "./container-failed.ts";
import type { Runtime } from "./runtimes.ts";

/** The default image for docker and podman. It is empty, so nothing needs to be pulled. */
export const emptyImage = "gatehouse-empty:1";

/**
 * Creates the empty image if the engine does not have it yet.
 * @throws ContainerFailed if the engine cannot create it
 */
export async function ensureEmptyImage(
  { name, program }: Runtime,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const run = (args: readonly string[], input = Buffer.alloc(0)) =>
    runEngine(program, args, { input, environment });
  if ((await run(["image", "inspect", emptyImage])).code === 0) return;
  // An empty tar archive: two blocks of zeros, padded to one record.
  const { code, complaint } = await run(["import", "-", emptyImage], Buffer.alloc(10_240));
  if (code !== 0) throw new ContainerFailed(name, complaint);
}

/** Pulls an image. @throws ContainerFailed if the engine cannot pull the image */
export async function pullImage(
  { name, program }: Runtime,
  image: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const { code, complaint } = await runEngine(program, ["pull", image], { environment });
  if (code !== 0) throw new ContainerFailed(name, complaint);
}

async function runEngine(
  program: string,
  args: readonly string[],
  { input, environment }: { readonly input?: Buffer; readonly environment: NodeJS.ProcessEnv },
): Promise<{ readonly code: number; readonly complaint: string }> {
  const engine = spawn(program, args, { stdio: ["pipe", "ignore", "pipe"], env: environment });
  // An engine that does not read its input closes the pipe early; its exit code reports the
  // failure.
  engine.stdin.on("error", () => undefined).end(input);
  let complaint = "";
  engine.stderr.setEncoding("utf8").on("data", (piece: string) => {
    complaint = (complaint + piece).slice(-4096);
  });
  return await new Promise((resolve) => {
    engine.on("error", (error) => resolve({ code: 127, complaint: error.message }));
    engine.on("close", (code, signal) =>
      resolve({
        code: code ?? 1,
        complaint: complaint.trim() || `exited with ${code ?? signal}`,
      }),
    );
  });
}
