import { execPath } from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { installProgram } from "../../commands/installed-program.ts";
import { openControlPlane } from "../../plane/control-plane-bench.ts";
import { keys } from "../setup-hands.ts";
import { startInTerminal } from "../pty.ts";
import { findPrintedSteps } from "./printed-steps.ts";
import { brandNames, openShell, typeCommand } from "./prove-steps.ts";
import { control, describesScope, setsUp } from "./scene.ts";
import { sample } from "../../sample.ts";

const program = installProgram();

const wizards = [
  { verb: "setup", first: setsUp[0] },
  { verb: "scope", first: describesScope[0] },
  { verb: "rotate", first: "What should be rotated?" },
  { verb: "exposed", first: "Which credentials may have leaked?" },
  { verb: "remove", first: "Created by gatehouse" },
].flatMap((wizard) => brandNames.map((brand) => ({ ...wizard, brand })));

test.each(sample("commands after Ctrl-C", wizards, 2))(
  "after Ctrl-C, the printed command continues $verb ($brand)",
  async ({ verb, first = "", brand }) => {
    const plane = await openControlPlane(undefined, { brand });
    await plane.addApp("read", [control]);
    const shell = await openShell(program, plane);
    const args = [program.cli(), verb, ...shell.where];
    const options = { command: execPath, args, env: shell.env, cwd: shell.home };
    const terminal = startInTerminal({ ...options, columns: 100 });
    onTestFinished(() => terminal.kill());
    await terminal.waitFor(first);
    terminal.write(keys.stop);
    await terminal.exited;
    const [step, ...others] = findPrintedSteps(terminal.screen());
    expect(step).toMatchObject({ text: "Resume where you stopped" });
    expect(others).toEqual([]);
    await typeCommand(shell, step?.command ?? "", [first]);
  },
);
