import { ownCommandLine } from "../shared/own-command.ts";
import { defineCommand } from "../cli/command.ts";
import { brand } from "../cli/options.ts";
import { once } from "node:events";
import { ourEnvironment } from "../shared/child-environment.ts";
import { Incomplete, InvalidInput } from "../shared/errors.ts";
import { codeOf } from "../shared/error-code.ts";

const examples = `
Examples:
  $ gatehouse emulator                       then, in another terminal:
  $ gatehouse setup --host http://127.0.0.1:PORT --repo acme/control

All state is kept in a single file, so the forge picks up where it left off
after a restart. Each naming convention has its own file. Use --brand github
with the real gh.`;

export const emulator = defineCommand({
  options: {
    brand: { ...brand, summary: "naming convention: forge or github (default: forge)" },
    port: {
      value: "port",
      summary: "port on 127.0.0.1 (default: chosen by the system)",
      default: "0",
    },
    state: {
      value: "file",
      summary: "state file (default: in ~/.local/state/gatehouse)",
    },
    signIn: { summary: "print a link that signs a browser in to the running forge" },
    json: { summary: "output the addresses as JSON" },
  },
  notes: examples,
  async run({ brand: word = "forge", port, state, json, signIn }) {
    const number = Number(port);
    if (!Number.isInteger(number) || number < 0 || number > 65_535) {
      throw new InvalidInput(`"${port}" is not a valid port: use a number from 0 to 65535.`);
    }
    const { startEmulator } = await import("../../emulator/entry.ts");
    const { emulatorStateFile } = await import("./connect.ts");
    const { brands, requireBrand } = await import("../forge/brand.ts");
    const { conventionOf } = await import("../forge/host-profile.ts");
    const name = requireBrand(word);
    const convention = conventionOf({ brand: brands[name] });
    const stateFile = state ?? emulatorStateFile(ourEnvironment(), name);
    if (signIn) return printSignInLink(stateFile, convention);
    const emulator = await startEmulator({ stateFile, port: number }).catch((error: unknown) => {
      throw isPortRefusal(error) ? portRefused(number, error) : error;
    });
    // The listeners are added before the addresses are printed, because a program that reads the
    // addresses may stop this process immediately.
    const stopped = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    const { origin, apiUrl, cliConfigDir } = emulator;
    // Other processes search the default directory for the login. With a different state file, they
    // need FORGE_CONFIG_DIR.
    const login = state === undefined ? "" : `FORGE_CONFIG_DIR=${cliConfigDir} `;
    if (json)
      process.stdout.write(`${JSON.stringify({ origin, apiUrl, stateFile, cliConfigDir })}\n`);
    else {
      const { printRows } = await import("../terminal/paint.ts");
      const { hintRows, marked, textRows } = await import("../terminal/rows.ts");
      const words = ["setup", "--host", origin, ...convention, "--repo", "acme/control"];
      const setUp = `${login}${ownCommandLine(...words)}`;
      const title = `The embedded forge is running at ${origin}`;
      printRows((style) => [
        ...textRows(title, { style, prefix: marked(style, "active") }),
        ...textRows("Press Ctrl-C to stop it.", { style }),
        ...hintRows({ text: "Run in another terminal", command: setUp }, { style }),
        ...hintRows(
          { text: "Open its pages, signed in", link: emulator.signIn(origin) },
          { style },
        ),
      ]);
    }
    await stopped;
    await emulator.close();
  },
});

async function printSignInLink(stateFile: string, convention: readonly string[]): Promise<void> {
  const { cliConfigFolder, linkOfRunning } = await import("../../emulator/entry.ts");
  const link = await linkOfRunning(cliConfigFolder(stateFile));
  if (link === undefined) {
    throw new Incomplete(`Embedded forge not found: ${stateFile} does not exist.`, [
      { text: "Start the embedded forge", command: ownCommandLine("emulator", ...convention) },
    ]);
  }
  process.stdout.write(`${link}\n`);
}

function isPortRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return code === "EADDRINUSE" || code === "EACCES";
}

function portRefused(port: number, cause: unknown): InvalidInput {
  const hints = [{ text: "Omit --port to use a free port" }];
  return new InvalidInput(`Port ${port} is already in use on this machine.`, hints, { cause });
}
