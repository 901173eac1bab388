import { execPath } from "node:process";
import { afterEach, beforeAll } from "vitest";
import { bundleFixture } from "./bundle-fixture.ts";
import { startInTerminal, type ProgramInTerminal, type TerminalOptions } from "./pty.ts";

/** Returns the scene's answer after its program has exited. */
export async function outcomeOf(program: ProgramInTerminal): Promise<unknown> {
  const { exitCode } = await program.exited;
  // Read from the bytes, because the screen wraps a long line.
  const outcome = /outcome (.*?)\r/.exec(program.raw())?.[1];
  if (outcome === undefined) throw new Error(`No outcome (${exitCode}):\n${program.screen()}`);
  return JSON.parse(outcome) as unknown;
}

type PlayOptions = Omit<TerminalOptions, "command" | "args">;

/**
 * Bundles a program. The returned function plays a scene, or several separated by spaces. Each has
 * a prompter of its own, and stops with its test.
 */
export function preparePlay(program: "screens" | "lines") {
  const running = new Set<ProgramInTerminal>();
  let path = "";
  beforeAll(async () => {
    path = await bundleFixture(program);
  });
  afterEach(() => {
    for (const one of running) one.kill();
    running.clear();
  });
  return (scene: string, options: PlayOptions = {}): ProgramInTerminal => {
    // Prints text on the main screen before the program starts.
    const script = 'printf "before\\n"; exec "$0" "$@"';
    const args = ["-c", script, execPath, path, ...scene.split(" ")];
    const started = startInTerminal({ command: "/bin/sh", args, ...options });
    running.add(started);
    return started;
  };
}
