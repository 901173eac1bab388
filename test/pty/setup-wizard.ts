import { execPath } from "node:process";
import { onTestFinished } from "vitest";
import { makeHome } from "../commands/installed-program.ts";
import type { InstalledProgram } from "../commands/installed-program.ts";
import type { Emulator } from "../../emulator/emulator.ts";
import { startInTerminal, type TerminalOptions } from "./pty.ts";
import { giveHands, keys, type Wizard } from "./setup-hands.ts";

export interface WizardOptions extends Pick<TerminalOptions, "columns" | "rows"> {
  readonly emulator: Emulator;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The home that `makeHome` gave, where something has to lie in it before the start. */
  readonly at?: Awaited<ReturnType<typeof makeHome>>;
}

/** Starts `gatehouse setup` in a terminal on a forge of the test; it ends with the test. */
export async function startSetup(
  program: InstalledProgram,
  { emulator, args, env, at, columns, rows }: WizardOptions,
): Promise<Wizard> {
  const { home, env: place } = at ?? (await makeHome());
  return startWizard({
    command: execPath,
    args: [program.cli(), "setup", "--host", emulator.origin, ...args],
    env: { ...place, ...notOurs, FORGE_CONFIG_DIR: emulator.cliConfigDir, ...env },
    cwd: home,
    ...(columns !== undefined && { columns }),
    ...(rows !== undefined && { rows }),
  });
}

/** Goes on to where the browser is to register the read App. */
export async function goToRegistration(wizard: Wizard): Promise<void> {
  await wizard.choose("Describe the scope now or later?", "Later, create both Apps first");
  await wizard.read("Review the Read App before it is created", "Continue");
  await wizard.answer("Name of the Read App:", keys.enter);
  await wizard.answer("How should the Read App be created?", keys.enter);
}

/** The question before the last of a setup for a scope; Enter leaves it for later. */
export const aboutControlFile = "Create the shared control file?";

/** The last questions of a setup, which Enter leaves for later. */
export const aboutFirewall = "Set up a firewall for agents, too?";
export const aboutEngine = "Configure an agent's engine, too?";

/** Sets up by plain lines; what is typed before a line is asked for is lost. */
export async function answerLines(wizard: Wizard): Promise<void> {
  await wizard.reply("Describe the scope now or later?", "2");
  for (const app of ["Read App", "Write App"]) {
    await wizard.reply(`Review the  before it is created${app}`, "");
    await wizard.reply(`Name of the ${app}:`, "");
    await wizard.reply(`How is the ${app} made?`, "");
  }
  await wizard.reply(aboutFirewall, "");
  await wizard.reply(aboutEngine, "");
}

/** Starts a program in a terminal; it ends with the test. */
export function startWizard(options: TerminalOptions): Wizard {
  const program = startInTerminal(options);
  onTestFinished(() => program.kill());
  return giveHands(program);
}

/** What a machine's own sessions would tell the program. */
export const notOurs = {
  SSH_CONNECTION: undefined,
  REMOTE_CONTAINERS: undefined,
  CODESPACES: undefined,
  GH_TOKEN: undefined,
  GITHUB_TOKEN: undefined,
  FORGE_CLI_TOKEN: undefined,
};
