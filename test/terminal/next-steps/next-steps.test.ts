import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeBrowserScript } from "../../browser/browser-script.ts";
import { installProgram, makeHome } from "../../commands/installed-program.ts";
import { openControlPlane } from "../../control/control-plane-bench.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { listSources } from "../../rooms/import-graph.ts";
import { keys } from "../setup-hands.ts";
import { startInTerminal } from "../pty.ts";
import { notOurs } from "../setup-wizard.ts";
import { controlFilePlanes } from "./control-file-planes.ts";
import { endings } from "./endings.ts";
import { foundPlanes } from "./found-planes.ts";
import { findPrintedSteps } from "./printed-steps.ts";
import { findSaid } from "./said-in-sources.ts";
import { firewallSteps } from "./firewall-steps.ts";
import { shownElsewhere } from "./shown-elsewhere.ts";
import { control, describesScope, setsUp } from "./scene.ts";
import type { Plane, Situation } from "./scene.ts";

const program = installProgram();
const situations = [...foundPlanes, ...controlFilePlanes, ...endings];
/** What has been run already, and led where it should: another situation need not show it again. */
const shown = new Set<string>();

/** Somebody in a shell, with gatehouse on the PATH and a login on the forge. */
async function openShell({ emulator }: Plane) {
  const { home, env: place } = await makeHome();
  const bin = join(home, "bin");
  await mkdir(bin);
  const script = `#!/bin/sh\nexec '${execPath}' '${program.cli()}' "$@"\n`;
  await writeFile(join(bin, "gatehouse"), script, { mode: 0o755 });
  const env = {
    ...place,
    ...notOurs,
    PATH: [bin, process.env["PATH"]].join(delimiter),
    FORGE_CONFIG_DIR: emulator.cliConfigDir,
    BROWSER: "true",
  };
  return { home, env, where: ["--host", emulator.origin, "--repo", "acme/control"] };
}

type Shell = Awaited<ReturnType<typeof openShell>>;

/** Runs the commands, and answers what they print to go on with, by what is said of it. */
async function collectSteps({ home, env, where }: Shell, run: Situation["run"]) {
  const browser = await makeBrowserScript(home, (link) => createRobot().visit(link));
  const printed = new Map<string, string>();
  for (const each of run) {
    const turn = typeof each === "string" ? { line: each } : each;
    if ("before" in turn) await turn.before?.(home);
    const [verb = "", ...options] = turn.line.split(" ");
    const args = [verb, ...where, ...options];
    if ("answers" in turn) {
      await writeFile(join(home, "answers.json"), JSON.stringify({ answers: turn.answers }));
      args.push("--answers", "answers.json");
    }
    const ended = await program.run(args, { env: { ...env, BROWSER: browser.path }, cwd: home });
    const output = ended.out + ended.err;
    // A bug of ours says so.
    expect(output).not.toContain("This is a bug");
    if ("isOver" in turn && turn.isOver) continue;
    for (const { say, command } of findPrintedSteps(output)) {
      // A day is another one tomorrow.
      printed.set(say.replace(/\d{4}-\d\d-\d\d/, "DAY"), command);
    }
  }
  return printed;
}

/** Types a command as it was printed, and presses Enter at each screen but the last. */
async function typeCommand(
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

describe("every printed command, run as printed, does what is said of it:", () => {
  test.each(situations)("$what", async ({ prepare, run, steps }) => {
    const plane = await openControlPlane();
    const shell = await openShell(plane);
    await prepare(plane, shell.home);
    const printed = await collectSteps(shell, run);
    expect([...printed.keys()].toSorted()).toEqual(Object.keys(steps).toSorted());
    for (const [say, command] of printed) {
      const screens = steps[say] ?? [];
      const way = JSON.stringify([command.split(" ")[1], screens.map(String)]);
      if (shown.has(way)) continue;
      await typeCommand(shell, command, screens);
      shown.add(way);
    }
  });

  test.each([
    ["setup", setsUp],
    ["scope", describesScope],
    ["rotate", ["What is rotated?"]],
    ["exposed", ["Which credential may have leaked?"]],
  ] as const)("after Ctrl-C, the one that goes on with %s", async (verb, [first = ""]) => {
    const plane = await openControlPlane();
    await plane.addApp("read", [control]);
    const shell = await openShell(plane);
    const args = [program.cli(), verb, ...shell.where];
    const options = { command: execPath, args, env: shell.env, cwd: shell.home };
    const terminal = startInTerminal({ ...options, columns: 100 });
    onTestFinished(() => terminal.kill());
    await terminal.waitFor(first);
    terminal.write(keys.stop);
    await terminal.exited;
    const [step, ...others] = findPrintedSteps(terminal.screen());
    expect(step).toMatchObject({ say: "Go on from there" });
    expect(others).toEqual([]);
    await typeCommand(shell, step?.command ?? "", [first]);
  });
});

test("nothing else is said of a command anywhere in the sources", () => {
  const root = fileURLToPath(new URL("../../..", import.meta.url));
  const said = listSources(root, ["src", "flows"]).flatMap((path) =>
    findSaid({ path, text: readFileSync(join(root, path), "utf8") }),
  );
  const known = [
    ...situations.flatMap(({ steps }) => Object.keys(steps)),
    ...Object.keys(shownElsewhere),
    ...firewallSteps.flatMap(({ steps }) => Object.keys(steps)),
    "Go on from there",
  ];
  const isKnown = (text: string) => known.some((each) => toPattern(text).test(each));
  expect([...new Set(said)].filter((text) => !isKnown(text))).toEqual([]);
  expect(Object.keys(shownElsewhere).filter((text) => !said.includes(text))).toEqual([]);
});

/** A text of the sources, with `…` for what is put into it. */
function toPattern(text: string): RegExp {
  const parts = text.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}
