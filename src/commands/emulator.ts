import { once } from "node:events";
import type { Command } from "commander";
import { InvalidInput } from "../shared/errors.ts";

interface EmulatorOptions {
  readonly port: string;
  readonly state?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse emulator                       then, in another terminal:
  $ gatehouse setup --host http://127.0.0.1:PORT --repo acme/control

Its state is one file: stop it, start it, and it goes on where it was.`;

export function define(command: Command): void {
  command
    .option("--port <port>", "port on 127.0.0.1 (default: the system chooses)", "0")
    .option("--state <file>", "where it keeps its state")
    .option("--json", "print the addresses as one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run({ port, state, json }: EmulatorOptions): Promise<void> {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535) {
    throw new InvalidInput(`"${port}" is no port; it is a number from 0 to 65535.`);
  }
  const { startEmulator } = await import("../emulator/emulator.ts");
  const { emulatorStateFile } = await import("./wiring/connect.ts");
  const stateFile = state ?? emulatorStateFile(process.env);
  const emulator = await startEmulator({ stateFile, port: number });
  const { origin, apiUrl } = emulator;
  process.stdout.write(
    json
      ? `${JSON.stringify({ origin, apiUrl, stateFile })}\n`
      : `The embedded forge is at ${origin} (Ctrl-C ends it)\n\n  gatehouse setup --host ${origin} --repo acme/control\n`,
  );
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await emulator.close();
}
