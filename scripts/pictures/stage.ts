import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { execPath } from "node:process";
import { startEmulator, type Emulator } from "../../emulator/emulator.ts";
import { signInAt } from "../../test/emulator/signed-in.ts";
import { startInTerminal } from "../../test/pty/pty.ts";
import { giveHands, type Wizard } from "../../test/pty/setup-hands.ts";
import { readFrame, readPrinted, type Frame } from "./frame.ts";

/**
 * A screen or printed output in a walkthrough, with the number of seconds for which the animation
 * shows it.
 */
export interface Shown {
  readonly name: string;
  readonly title: string;
  readonly frame: Frame;
  readonly seconds: number;
}

export interface Location {
  readonly program: string;
  readonly folder: string;
  readonly columns: number;
  /** Called with the link of the page that registers an App, while the page is available. */
  readonly inspectPage?: (link: string) => Promise<void>;
}

/** Captures the current contents of a terminal. */
export type Show = (name: string, title: string, wizard: Wizard) => void;

export interface Start {
  readonly args: readonly string[];
  /** Working directory (default: the home directory). */
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Node options, passed before the program. */
  readonly nodeOptions?: readonly string[];
}

/** A user's home directory and terminal on a machine with gatehouse. */
export interface Stage {
  readonly location: Location;
  readonly home: string;
  readonly show: Show;
  readonly run: (start: Start, act: (wizard: Wizard) => Promise<void>) => Promise<void>;
  /** Runs a command until it exits, and captures its output. */
  readonly print: (name: string, title: string, start: Start) => Promise<void>;
}

export interface ForgeStage extends Stage {
  readonly emulator: Emulator;
  /** The option `--host` and its value. */
  readonly host: readonly string[];
}

/** Runs a function with a separate embedded forge. */
export async function playAt(
  location: Location,
  shown: Shown[],
  act: (stage: ForgeStage) => Promise<void>,
): Promise<void> {
  const emulator = signInAt(await startEmulator({ newApps: "are ready" }));
  try {
    const login = { FORGE_CONFIG_DIR: emulator.cliConfigDir };
    const stage = openStage(location, shown, login);
    await act({ ...stage, emulator, host: ["--host", emulator.origin] });
  } finally {
    await emulator.close();
  }
}

/** Creates a stage with an empty home directory. */
export function openStage(location: Location, shown: Shown[], login: Start["env"] = {}): Stage {
  const home = mkdtempSync(join(location.folder, "home-"));
  const ours = { ...environmentOf(home, location), ...login };
  const show: Show = (name, title, { terminal }) => {
    const isPrinted = terminal.buffer.active.type === "normal";
    const frame = isPrinted ? readPrinted(terminal) : readFrame(terminal);
    shown.push({ name, title, frame, seconds: isPrinted ? 5 : 3 });
  };
  const run: Stage["run"] = async ({ args, cwd = home, env = {}, nodeOptions = [] }, act) => {
    const wizard = giveHands(
      startInTerminal({
        command: execPath,
        args: [...nodeOptions, location.program, ...args],
        env: { ...ours, ...env },
        cwd,
        columns: location.columns,
        rows: 24,
      }),
    );
    try {
      await act(wizard);
    } finally {
      wizard.kill();
    }
  };
  const print: Stage["print"] = (name, title, start) =>
    run(start, async (wizard) => {
      await wizard.exited;
      show(name, title, wizard);
    });
  return { location, home, show, run, print };
}

/** Returns the environment without variables that reveal this machine's own session. */
function environmentOf(home: string, { program }: Location): Record<string, string | undefined> {
  const bin = join(home, "bin");
  mkdirSync(bin);
  symlinkSync(program, join(bin, "gatehouse"));
  return {
    HOME: home,
    XDG_STATE_HOME: undefined,
    XDG_CONFIG_HOME: undefined,
    BROWSER: "/bin/true",
    LANG: "C.UTF-8",
    PATH: [bin, process.env["PATH"]].join(delimiter),
    SSH_CONNECTION: undefined,
    TERM: "xterm-256color",
    TZ: "UTC",
  };
}

/**
 * Returns a PATH with only gatehouse and git, for commands whose output depends on installed
 * programs.
 */
export function bareMachine({ home }: Pick<Stage, "home">): { readonly PATH: string } {
  const bin = join(home, "bare");
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(home, "bin/gatehouse"), join(bin, "gatehouse"));
  symlinkSync(execFileSync("which", ["git"], { encoding: "utf8" }).trim(), join(bin, "git"));
  return { PATH: bin };
}

/** Creates a Git clone with the given remote. */
export function makeClone(folder: string, address: string): void {
  mkdirSync(folder);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder });
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", address);
}
