import { mkdir, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { execPath } from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { makeBrowserScript } from "../../browser/browser-script.ts";
import { installProgram, makeHome } from "../../commands/installed-program.ts";
import type { InstalledProgram } from "../../commands/installed-program.ts";
import { openControlPlane } from "../../plane/control-plane-bench.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { keys } from "../setup-hands.ts";
import { startInTerminal } from "../pty.ts";
import { machine } from "../../system/machine.ts";
import { notOurs } from "../setup-wizard.ts";
import { findPrintedSteps } from "./printed-steps.ts";
import type { Plane, Situation } from "./scene.ts";
import { sample } from "../../sample.ts";

/**
 * Registers tests of a test file. Each command that a situation prints does as described, when run
 * as printed, with the names of both brands. A run tests a sixth.
 */
export function proveSteps(sweep: string, situations: readonly Situation[]): void {
  const program = installProgram();
  /**
   * Commands whose screens were already checked, so that another situation of the file does not
   * repeat them.
   */
  const shown = new Set<string>();
  const all = situations.flatMap((each) => brandNames.map((brand) => ({ ...each, brand })));
  const chosen = sample(sweep, all, Math.ceil(situations.length / 3));
  test.each(chosen)("the steps printed after $what, run as printed ($brand)", async (situation) => {
    const { prepare, run, steps, brand } = situation;
    const plane = await openControlPlane(undefined, { brand });
    const shell = await openShell(program, plane);
    await prepare(plane, shell.home);
    const printed = await collectSteps(program, shell, run);
    expect([...printed.keys()].toSorted()).toEqual(Object.keys(steps).toSorted());
    for (const [text, command] of printed) {
      const screens = steps[text] ?? [];
      const way = JSON.stringify([brand, command.split(" ")[1], screens.map(String)]);
      if (shown.has(way)) continue;
      await typeCommand(shell, command, screens);
      shown.add(way);
    }
  });
}

export const brandNames = ["forge", "github"] as const;

/**
 * Opens a shell with gatehouse on the PATH and a login on the forge. With the names of GitHub,
 * gatehouse uses the real CLI.
 */
export async function openShell(program: InstalledProgram, { emulator, profile }: Plane) {
  const { home, env: location } = await makeHome();
  const bin = join(home, "bin");
  await mkdir(bin);
  await symlink(machine().gh, join(bin, "gh"));
  const login = `    user: mona\n    oauth_token: ${emulator.userToken.reveal()}\n    git_protocol: https\n`;
  await mkdir(join(home, "gh"));
  await writeFile(join(home, "gh/hosts.yml"), `github.localhost:\n${login}`, { mode: 0o600 });
  const script = `#!/bin/sh\nexec '${execPath}' '${program.cli()}' "$@"\n`;
  await writeFile(join(bin, "gatehouse"), script, { mode: 0o755 });
  const env = {
    ...location,
    ...notOurs,
    PATH: [bin, process.env["PATH"]].join(delimiter),
    FORGE_CONFIG_DIR: emulator.cliConfigDir,
    GH_CONFIG_DIR: join(home, "gh"),
    GH_NO_UPDATE_NOTIFIER: "1",
    BROWSER: "true",
  };
  const named = profile.brand.name === "forge" ? [] : ["--brand", profile.brand.name];
  return { home, env, where: ["--host", emulator.origin, "--repo", "acme/control", ...named] };
}

type Shell = Awaited<ReturnType<typeof openShell>>;

/**
 * Runs the commands.
 * @returns the commands that they print, by their descriptions
 */
async function collectSteps(
  program: InstalledProgram,
  { home, env, where }: Shell,
  run: Situation["run"],
) {
  const browser = await makeBrowserScript(home, (link) => createRobot().visit(link));
  const printed = new Map<string, string>();
  for (const each of run) {
    const turn = typeof each === "string" ? { line: each } : each;
    if ("before" in turn) await turn.before?.(home);
    const args = [...turn.line.split(" "), ...where];
    if ("answers" in turn) {
      await writeFile(join(home, "answers.json"), JSON.stringify({ answers: turn.answers }));
      args.push("--answers", "answers.json");
    }
    const ended = await program.run(args, { env: { ...env, BROWSER: browser.path }, cwd: home });
    const output = ended.out + ended.err;
    // A bug of gatehouse reports itself as one.
    expect(output).not.toContain("This is a bug");
    if ("isOver" in turn && turn.isOver) continue;
    for (const { text, command } of findPrintedSteps(output)) {
      // The date changes from run to run.
      printed.set(text.replace(/\d{4}-\d\d-\d\d/, "DAY"), command);
    }
  }
  return printed;
}

/** Types a command as it was printed, and presses Enter at each screen but the last. */
export async function typeCommand(
  { env, home }: Shell,
  command: string,
  screens: readonly (string | RegExp)[],
) {
  const options = { command: "bash", args: ["-c", command], env, cwd: home };
  const terminal = startInTerminal({ ...options, columns: 100, rows: 40 });
  onTestFinished(() => terminal.kill());
  for (const [index, screen] of screens.entries()) {
    if (index > 0) terminal.write(keys.enter);
    await terminal.waitFor(screen);
  }
  terminal.write(keys.stop);
  await terminal.exited;
}
