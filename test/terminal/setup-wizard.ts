import { execPath } from "node:process";
import { onTestFinished } from "vitest";
import { makeHome } from "../commands/installed-program.ts";
import type { InstalledProgram } from "../commands/installed-program.ts";
import type { Emulator } from "../../src/emulator/emulator.ts";
import { startInTerminal, type ProgramInTerminal, type TerminalOptions } from "./pty.ts";

export interface WizardOptions extends Pick<TerminalOptions, "columns" | "rows"> {
  readonly emulator: Emulator;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The home that `makeHome` gave, where something has to lie in it before the start. */
  readonly at?: Awaited<ReturnType<typeof makeHome>>;
}

/** A program in a terminal, with the hands of somebody who reads before they press. */
export interface Wizard extends ProgramInTerminal {
  /** Waits for a text and presses keys. */
  answer(wanted: string | RegExp, keys: string): Promise<void>;
  /** Moves down to a row of the question, and chooses it. */
  choose(question: string, row: string): Promise<void>;
  /** Turns the pages of what has to be read, and goes on. */
  read(title: string, proceed: string): Promise<void>;
}

export const keys = { down: "\u001b[B", enter: "\r", stop: "\u0003", clear: "\u0015" };

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

/** Starts a program in a terminal; it ends with the test. */
export function startWizard(options: TerminalOptions): Wizard {
  const wizard = startInTerminal({ limitMilliseconds: 40_000, ...options });
  onTestFinished(() => wizard.kill());
  const answer: Wizard["answer"] = async (wanted, pressed) => {
    await wizard.waitFor(wanted);
    wizard.write(pressed);
  };
  return {
    ...wizard,
    answer,
    choose: async (question, row) => {
      await wizard.waitFor(question);
      for (;;) {
        const [, at = ""] = /▸ (.+)/.exec(await wizard.waitFor(/▸ \S/)) ?? [];
        if (at.startsWith(row)) break;
        wizard.write(keys.down);
        await wizard.waitFor(new RegExp(`▸ (?!${literal(at)}\n)`));
      }
      wizard.write(keys.enter);
    },
    read: async (title, proceed) => {
      await wizard.waitFor(title);
      for (;;) {
        const screen = await wizard.waitFor(new RegExp(`enter (next page|${literal(proceed)})`));
        wizard.write(keys.enter);
        if (!screen.includes("enter next page")) return;
        const left = /↓ (\d+) more/.exec(screen)?.[1] ?? "0";
        await wizard.waitFor(new RegExp(`↓ (?!${left} )\\d+ more|enter ${literal(proceed)}`));
      }
    },
  };
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

function literal(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
