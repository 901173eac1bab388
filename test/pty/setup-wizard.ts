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
  /** Home directory from `makeHome`, if it needs files before the start. */
  readonly at?: Awaited<ReturnType<typeof makeHome>>;
}

/** Starts `gatehouse setup` in a terminal, on a forge of the test, until the test ends. */
export async function startSetup(
  program: InstalledProgram,
  { emulator, args, env, at, columns, rows }: WizardOptions,
): Promise<Wizard> {
  const { home, env: location } = at ?? (await makeHome());
  return startWizard({
    command: execPath,
    args: [program.cli(), "setup", "--host", emulator.origin, ...args],
    env: { ...location, ...notOurs, FORGE_CONFIG_DIR: emulator.cliConfigDir, ...env },
    cwd: home,
    ...(columns !== undefined && { columns }),
    ...(rows !== undefined && { rows }),
  });
}

/** Continues to the point where the browser registers the read App. */
export async function goToRegistration(wizard: Wizard): Promise<void> {
  await wizard.choose("Define the scope now or later?", "Create both Apps first");
  await wizard.read("Review the Read App before it is created", "Continue");
  await wizard.answer("Name of the Read App:", keys.enter);
  await wizard.answer("How should the Read App be created?", keys.enter);
}

/** The last question but one of a setup for a scope; Enter postpones it. */
export const aboutControlFile = "Create the shared control file?";

/** The last questions of a setup; Enter postpones them. */
export const aboutFirewall = "Also set up a firewall for agents?";
export const aboutEngine = "Also configure an agent for Azure Pipelines?";

/** Completes a setup in plain lines. Input before the prompt for a line is discarded. */
export async function answerLines(wizard: Wizard): Promise<void> {
  await wizard.reply("Define the scope now or later?", "2");
  for (const app of ["Read App", "Write App"]) {
    await wizard.reply(`Review the ${app} before it is created`, "");
    await wizard.reply(`Name of the ${app}:`, "");
    await wizard.reply(`How should the ${app} be created?`, "");
  }
  await wizard.reply(aboutFirewall, "");
  await wizard.reply(aboutEngine, "");
}

/** Starts a program in a terminal until the test ends. */
export function startWizard(options: TerminalOptions): Wizard {
  const program = startInTerminal(options);
  onTestFinished(() => program.kill());
  return giveHands(program);
}

/** Variables of the machine's own sessions that a test must not pass to the program. */
export const notOurs = {
  SSH_CONNECTION: undefined,
  REMOTE_CONTAINERS: undefined,
  CODESPACES: undefined,
  GH_TOKEN: undefined,
  GITHUB_TOKEN: undefined,
  FORGE_CLI_TOKEN: undefined,
};
