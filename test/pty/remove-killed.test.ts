import { expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { deleteApp, home, openWorld, secretsLeft, startRemoval } from "./remove-bench.ts";
import { keys, type Wizard } from "./setup-hands.ts";

const program = installProgram();
const deletion = `DELETE ${home}/actions/secrets/*`;

async function begin(wizard: Wizard): Promise<void> {
  await wizard.reply("Created by gatehouse", "");
  await wizard.reply("To begin, type the name of the repository:", "control");
}

test("after a kill while the forge deletes a secret, a second run deletes the rest", async () => {
  const { forge, app } = await openWorld();
  const location = await makeHome();
  const args = ["--plain"];
  forge.emulator.setFaults([{ on: deletion, play: { kind: "latency", ms: 3_600_000 } }]);
  const first = startRemoval(program, { forge, location, args });
  await begin(first);
  await first.reply("Stop workflows and runs?", "y");
  await first.reply("Delete this secret?", "y");
  await first.waitFor("Deleting secrets and checking the result");
  first.kill("SIGKILL");
  await first.exited;
  expect(await secretsLeft(forge)).toBe(1);

  forge.emulator.setFaults([]);
  await deleteApp(forge, app.slug);
  const second = startRemoval(program, { forge, location, args });
  await begin(second);
  await second.reply("Delete this secret?", "y");
  await second.reply("Delete this variable?", "y");
  expect(await second.exited).toMatchObject({ exitCode: 0 });
  expect(await secretsLeft(forge)).toBe(0);
});

test.each([
  ["screens", []],
  ["plain lines", ["--plain"]],
])("Ctrl-C while a secret is deleted takes effect after the deletion: %s", async (_, args) => {
  const { forge } = await openWorld();
  const location = await makeHome();
  forge.emulator.setFaults([{ on: deletion, play: { kind: "latency", ms: 1500 } }]);
  const wizard = startRemoval(program, { forge, location, args });
  if (args.length > 0) {
    await begin(wizard);
    await wizard.reply("Stop workflows and runs?", "y");
    await wizard.reply("Delete this secret?", "y");
  } else {
    await wizard.read("Created by gatehouse", "Continue");
    await wizard.answer("To begin, type the name of the repository:", `control${keys.enter}`);
    await wizard.answer("Stop workflows and runs?", "y");
    await wizard.answer("Delete this secret?", "y");
  }
  await wizard.answer("Deleting secrets and checking the result", keys.stop);
  expect(await wizard.exited).toMatchObject({ exitCode: 130, signal: 0 });
  expect(await secretsLeft(forge)).toBe(0);
  await wizard.see("gatehouse remove");
});
