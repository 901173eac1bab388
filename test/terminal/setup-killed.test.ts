import { expect, test } from "vitest";
import { createRobot } from "../emulator/signed-in.ts";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { openForge } from "../emulator/open-forge.ts";
import { keys } from "./setup-hands.ts";
import { startSetup } from "./setup-wizard.ts";

const program = installProgram();

test("killed with a key that is stored nowhere, the wizard leaves its screen and says what is lost", async () => {
  const { emulator } = await openForge();
  emulator.setFaults([
    {
      on: "PUT /repos/acme/control/actions/secrets/*",
      times: 0,
      play: { kind: "status", status: 500 },
    },
  ]);
  const at = await makeHome();
  const browser = await makeBrowserScript(at.home, (link) => createRobot().visit(link));
  const wizard = await startSetup(program, {
    emulator,
    args: ["--repo", "acme/control"],
    env: { BROWSER: browser.path },
    at,
  });
  await wizard.choose("What is this control plane for?", "Make both Apps now");
  await wizard.read("What will be made", "Continue");
  await wizard.answer("Name of the Read App:", keys.enter);
  await wizard.answer("How is the Read App made?", keys.enter);
  await wizard.see("How do you want to go on?");
  await wizard.see("the keychain can hold it, or it is lost");
  wizard.kill("SIGTERM");
  expect(await wizard.exited).toMatchObject({ signal: 15 });
  expect(wizard.terminal.buffer.active.type).toBe("normal");
  const screen = wizard.screen().replaceAll(/\s+/g, " ");
  expect(screen).toContain("The App gatehouse-acme-control-read exists, but");
  expect(screen).toContain("Bring a new key for the same App");
});
