/**
 * The one file of the embedded forge that gatehouse imports. It loads a part when that part is first used: a forge that
 * only signs a link starts no server.
 */
import type { CliIo } from "./cli/cli-io.ts";
import type { Emulator, EmulatorOptions } from "./emulator.ts";
import type { Robot, RobotOptions } from "./robot.ts";

export { cliConfigFolder } from "./cli-folder.ts";
export { linkOfRunning, signInAt } from "./sign-in-at.ts";

/** Starts the server. @throws as `startEmulator` of `emulator.ts` does */
export async function startEmulator(options: EmulatorOptions): Promise<Emulator> {
  const emulator = await import("./emulator.ts");
  return emulator.startEmulator(options);
}

/** Runs a command of the forge CLI. @returns its exit code */
export async function runForgeCli(argv: readonly string[], io: CliIo): Promise<number> {
  const cli = await import("./cli/forge-cli.ts");
  return cli.runForgeCli(argv, io);
}

/** Creates a browser that reads pages and presses their buttons by itself. */
export async function createRobot(options: RobotOptions): Promise<Robot> {
  const robot = await import("./robot.ts");
  return robot.createRobot(options);
}
