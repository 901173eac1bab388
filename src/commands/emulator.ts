import { ownCommandLine } from "../shared/own-command.ts";
import { defineCommand } from "../cli/command.ts";
import { once } from "node:events";
import { ourEnvironment } from "../shared/child-environment.ts";
import { Incomplete, InvalidInput } from "../shared/errors.ts";
import { codeOf } from "../shared/error-code.ts";

const examples = `
Examples:
  $ gatehouse emulator                       then, in another terminal:
  $ gatehouse setup --host http://127.0.0.1:PORT --repo acme/control

Its state is one file: stop it, start it, and it goes on where it was.`;

export const emulator = defineCommand({
  options: {
    port: {
      value: "port",
      summary: "port on 127.0.0.1 (default: the system chooses)",
      default: "0",
    },
    state: { value: "file", summary: "where it keeps its state" },
    signIn: { summary: "print a link that signs a browser in at the forge that runs" },
    json: { summary: "print the addresses as one JSON document" },
  },
  notes: examples,
  async run({ port, state, json, signIn }) {
    const number = Number(port);
    if (!Number.isInteger(number) || number < 0 || number > 65_535) {
      throw new InvalidInput(`"${port}" is no port; it is a number from 0 to 65535.`);
    }
    const { startEmulator } = await import("../../emulator/entry.ts");
    const { emulatorStateFile } = await import("./connect.ts");
    const stateFile = state ?? emulatorStateFile(ourEnvironment());
    if (signIn) return printSignInLink(stateFile);
    const emulator = await startEmulator({ stateFile, port: number }).catch((error: unknown) => {
      throw isPortRefusal(error) ? portRefused(number, error) : error;
    });
    // Listened for before the addresses are out: who reads them may end it at once.
    const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    const { origin, apiUrl, cliConfigDir } = emulator;
    // Another process finds the login in the usual place; beside a state file elsewhere it has to be told.
    const login = state === undefined ? "" : `FORGE_CONFIG_DIR=${cliConfigDir} `;
    if (json)
      process.stdout.write(`${JSON.stringify({ origin, apiUrl, stateFile, cliConfigDir })}\n`);
    else {
      const { printRows } = await import("../terminal/paint.ts");
      const { hintRows, marked, textRows } = await import("../terminal/rows.ts");
      const setUp = `${login}${ownCommandLine("setup", "--host", origin, "--repo", "acme/control")}`;
      const title = `The embedded forge is at ${origin}`;
      printRows((look) => [
        ...textRows(title, { look, lead: marked(look, "active") }),
        ...textRows("Ctrl-C ends it.", { look }),
        ...hintRows({ say: "In another terminal", command: setUp }, { look }),
        ...hintRows({ say: "Its pages, signed in", link: emulator.signIn(origin) }, { look }),
      ]);
    }
    await stopped;
    await emulator.close();
  },
});

async function printSignInLink(stateFile: string): Promise<void> {
  const { cliConfigFolder, linkOfRunning } = await import("../../emulator/entry.ts");
  const link = await linkOfRunning(cliConfigFolder(stateFile));
  if (link === undefined) {
    throw new Incomplete(`No embedded forge has run with ${stateFile}.`, [
      { say: "Start one", command: ownCommandLine("emulator") },
    ]);
  }
  process.stdout.write(`${link}\n`);
}

function isPortRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return code === "EADDRINUSE" || code === "EACCES";
}

function portRefused(port: number, cause: unknown): InvalidInput {
  const hints = [{ say: "Leave --port away: the system chooses a free one" }];
  return new InvalidInput(`Port ${port} on this machine is taken.`, hints, { cause });
}
