import { execPath } from "node:process";
import { expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { keys } from "./setup-hands.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";

const program = installProgram();
const question = "Run a first agent now?";

/** Sets up the demo's control plane without an agent, and opens the demo again in a terminal. */
async function openDemo() {
  const { home, env } = await makeHome();
  const options = { cwd: home, env };
  expect(await program.run(["demo", "--no-agent"], options)).toMatchObject({ code: 0 });
  const wizard = startWizard({
    command: execPath,
    args: [program.cli(), "demo"],
    env: { ...env, ...notOurs },
    cwd: home,
  });
  await wizard.choose("Who should click the buttons on the forge's pages?", "The demo");
  await wizard.see(question);
  return { wizard, status: () => program.run(["demo"], options) };
}

test("after setup, the demo asks, runs a first agent, and ends with a passing verify", async () => {
  const { wizard } = await openDemo();
  wizard.write(keys.enter);
  await wizard.waitFor("Ready for promotion");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  const left = `${wizard.scrollback()}\n${wizard.screen()}`;
  expect(left).toMatch(/✔ The agent opened issue #\d as gatehouse-acme-control-write\[bot\]/);
});

test("if the operator declines, the demo ends after setup, and another run can still run it", async () => {
  const { wizard, status } = await openDemo();
  await wizard.choose(question, "No");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  expect(wizard.raw()).not.toContain("Ready for promotion");
  expect((await status()).out).toContain("✔ The agent opened issue #");
});
