import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { createInterface } from "node:readline";
import { onTestFailed, onTestFinished } from "vitest";
import { startEmulator } from "../../../emulator/emulator.ts";
import type { Emulator } from "../../../emulator/emulator.ts";
import type { World } from "../../../emulator/state/world.ts";
import type { Ended } from "../../commands/installed-program.ts";
import { signInAt } from "../../emulator/signed-in.ts";
import { keysOfForge } from "../../keys/ready-keys.ts";
import { requireRunnable } from "../../printed/check-printed.ts";
import { splitWords } from "../../printed/find-printed.ts";

/** Additions of a reader to a documented line. */
export interface Addition {
  /** Arguments after the line, which select the forge. */
  readonly words?: string;
  /** Answers to the questions that a terminal would show. */
  readonly answers?: object;
  readonly secrets?: object;
  readonly env?: Readonly<Record<string, string>>;
  /** Expected exit code; 0 if omitted. */
  readonly code?: number;
  /** Called with each line of the output as it arrives. */
  readonly onLine?: (line: string) => void;
}

/** A command that was typed. */
interface Typed {
  readonly ended: Promise<Ended>;
  readonly interrupt: () => void;
}

/** A reader who types documented commands, on a machine with an embedded forge of their own. */
export interface Reader {
  readonly home: string;
  readonly save: (name: string, text: string) => Promise<void>;
  /** Types a command into a shell, which exits with its test. */
  readonly type: (line: string, addition?: Addition) => Promise<Typed>;
  /**
   * Types a command, and waits until it exits. Fails with its output if the exit code differs from
   * the expected one.
   */
  readonly run: (line: string, addition?: Addition) => Promise<Ended>;
  /** Performs an action on the forge, between two commands. */
  readonly visitForge: <T>(act: (forge: Emulator) => Promise<T>) => Promise<T>;
  readonly readWorld: () => Promise<World>;
}

/** @param like the reader whose forge and journals are shared; if omitted, the forge is new */
export async function openReader(
  home: string,
  { cli, like }: { readonly cli: string; readonly like?: Pick<Reader, "home"> },
): Promise<Reader> {
  const state = join(home, "state");
  const stateFile = join(state, "gatehouse/emulator/forge.json");
  const save = (name: string, text: string) => writeFile(join(home, name), text, { mode: 0o700 });
  await mkdir(join(home, "bin"), { recursive: true });
  if (like) await cp(join(like.home, "state"), state, { recursive: true });
  else await mkdir(state);
  for (const [name, text] of Object.entries(programs(cli))) await save(`bin/${name}`, text);
  const type: Reader["type"] = async (line, { words = "", answers, secrets, ...more } = {}) => {
    if (answers) await save("answers.json", JSON.stringify({ answers, secrets }));
    const additional = answers ? `${words} --answers answers.json` : words;
    return typeLine(home, line, { ...more, env: { BESIDES: additional, ...more.env } });
  };
  return {
    home,
    save,
    type,
    run: async (line, { code = 0, ...addition } = {}) => {
      const ended = await (await type(line, addition)).ended;
      const given = splitWords(`${line} ${addition.words ?? ""}`);
      if (given[0] === "gatehouse")
        await requireRunnable(`${ended.out}\n${ended.err}`, given.slice(1));
      if (ended.code === code) return ended;
      const printed = ended.out + ended.err;
      throw new Error(`"${line}" ended with ${ended.code}, not with ${code}:\n${printed}`);
    },
    visitForge: async (act) => {
      const forge = signInAt(await startEmulator({ stateFile, makeKey: keysOfForge() }));
      try {
        return await act(forge);
      } finally {
        await forge.close();
      }
    },
    readWorld: async () => JSON.parse(await readFile(stateFile, "utf8")) as World,
  };
}

/**
 * Returns the programs on a reader's PATH. The stand-in for jq supports only a name after a dot.
 */
function programs(cli: string): Record<string, string> {
  const jq =
    "console.log(JSON.stringify(JSON.parse(require('fs').readFileSync(0))[process.argv[2].slice(1)]))";
  return {
    gatehouse: `#!/bin/sh\nexec "${execPath}" "${cli}" "$@" $BESIDES\n`,
    jq: `#!${execPath}\n${jq}\n`,
  };
}

function typeLine(home: string, line: string, { env, onLine }: Addition): Typed {
  const folders = [join(home, "bin"), dirname(execPath), "/usr/bin", "/bin"];
  const child = spawn("/bin/sh", ["-c", line], {
    cwd: home,
    env: {
      PATH: folders.join(delimiter),
      LANG: "C.UTF-8",
      HOME: home,
      XDG_STATE_HOME: join(home, "state"),
      XDG_CONFIG_HOME: join(home, "config"),
      ...env,
    },
    // A process group like in a terminal: Ctrl-C reaches everything that the line started.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = (signal: NodeJS.Signals) => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    // Signals the process group, whose ID is that of its first process.
    if (child.pid !== undefined && isRunning) process.kill(-child.pid, signal);
  };
  onTestFinished(() => kill("SIGKILL"));
  let out = "";
  let err = "";
  child.stdout.on("data", (text: Buffer) => (out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (err += text.toString()));
  if (onLine) createInterface({ input: child.stdout }).on("line", onLine);
  // A timeout reports the position in the test, but not in the command.
  onTestFailed(() => void process.stderr.write(`"${line}" had printed:\n${out}${err}\n`));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, out, err }));
  return { ended, interrupt: () => kill("SIGINT") };
}
