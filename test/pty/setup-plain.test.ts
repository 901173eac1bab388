import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { readResult, completeResult } from "../commands/setup-result.ts";
import { openForge } from "../emulator/open-forge.ts";
import { createRobot } from "../emulator/signed-in.ts";
import { keys } from "./setup-hands.ts";
import {
  aboutEngine,
  aboutFirewall,
  answerLines,
  notOurs,
  startSetup,
  startWizard,
} from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();

describe("the complete setup in plain lines", () => {
  test("in a terminal with --plain", async () => {
    const forge = await openForge();
    const at = await makeHome();
    const browser = await makeBrowserScript(at.home, (link) => createRobot().visit(link));
    const wizard = await startSetup(program, {
      emulator: forge.emulator,
      args: ["--repo", "acme/control", "--plain"],
      env: { BROWSER: browser.path },
      at,
    });
    await answerLines(wizard);
    await wizard.waitFor("acme/control has its Apps, but no profile");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect(await readResult(forge)).toEqual(completeResult);
    // The output remains visible, because no alternate screen replaces it.
    expect(wizard.raw()).not.toContain("\u001b[?1049h");
    const printed = wizard.scrollback() + wizard.screen();
    expect(printed.match(/^done: (Read|Write) access: exactly acme\/control$/gm)).toHaveLength(2);
  });

  test("if the terminal cannot draw (TERM=dumb), with numbers", async () => {
    const forge = await openForge();
    const at = await makeHome();
    const browser = await makeBrowserScript(at.home, (link) => createRobot().visit(link));
    const wizard = await startSetup(program, {
      emulator: forge.emulator,
      args: ["--repo", "acme/control"],
      env: { BROWSER: browser.path, TERM: "dumb" },
      at,
    });
    await answerLines(wizard);
    await wizard.waitFor("acme/control has its Apps, but no profile");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect(await readResult(forge)).toEqual(completeResult);
    expect(wizard.raw()).not.toContain("\u001b");
  });
});

const environments: [string, Record<string, string>][] = [
  ["", {}],
  [" with CI=true", { CI: "true" }],
];

describe("npm start in a terminal", () => {
  test.each(sample("environments of npm start", environments, 1))(
    "opens the wizard%s, and the demo's robot clicks through the forge's pages",
    async (_how, more) => {
      const { env } = await makeHome();
      const wizard = startWizard({
        command: "npm",
        args: ["start"],
        env: { ...env, ...notOurs, ...more },
        cwd: program.folder(),
      });
      await wizard.choose("Who should click the buttons on the forge's pages?", "The demo");
      await wizard.choose("Define the scope now or later?", "Create both Apps first");
      for (const app of ["Read App", "Write App"]) {
        await wizard.read(`Review the ${app} before it is created`, "Continue");
        await wizard.answer(`Name of the ${app}:`, keys.enter);
        await wizard.answer(`How should the ${app} be created?`, keys.enter);
      }
      await wizard.answer(aboutFirewall, keys.enter);
      await wizard.answer(aboutEngine, keys.enter);
      await wizard.waitFor("acme/control has its Apps, but no profile");
      expect(await wizard.exited).toMatchObject({ exitCode: 0 });
      expect(wizard.raw()).toContain("\u001b[?1049h");
    },
  );

  test("Ctrl-C on the first question exits with 130 and restores the terminal", async () => {
    const { env } = await makeHome();
    const wizard = startWizard({
      command: execPath,
      args: [program.cli(), "demo"],
      env: { ...env, ...notOurs },
    });
    await wizard.answer("Who should click the buttons", keys.stop);
    expect(await wizard.exited).toMatchObject({ exitCode: 130 });
    expect(wizard.terminal.buffer.active.type).toBe("normal");
    expect(wizard.screen()).toContain("Stopped. Completed steps are kept.");
  });
});
