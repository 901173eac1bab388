/**
 * The only file of the embedded forge that gatehouse imports. It loads each part on first use, so
 * signing a link does not load the server.
 */
import type { CliIo } from "./cli/cli-io.ts";
import type { Emulator, EmulatorOptions } from "./emulator.ts";
import type { Robot, RobotOptions } from "./robot.ts";

export { cliConfigFolder } from "./cli-folder.ts";
export { linkOfRunning, startedAt, signInAt } from "./sign-in-at.ts";

/** Starts the server. @throws the same errors as `startEmulator` in `emulator.ts` */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await import("./emulator.ts");
  return emulator.startEmulator(options);
}

/** Runs a command of the forge's CLI. @returns its exit code */
export async function runForgeCli(argv: readonly string[], io: CliIo): Promise<number> {
  const cli = await import("./cli/forge-cli.ts");
  return cli.runForgeCli(argv, io);
}

/** Creates a browser that reads pages and submits their forms. */
export async function createRobot(options: RobotOptions): Promise<Robot> {
  const robot = await import("./robot.ts");
  return robot.createRobot(options);
}
