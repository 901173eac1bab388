import { expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { deleteApp, home, openWorld, secretsLeft, startRemoval } from "./remove-bench.ts";
import { keys } from "./setup-hands.ts";
import { sample } from "../sample.ts";

const program = installProgram();

/** Returns the keys in the bar below a wait. */
const keysOn = (screen: string) =>
  (/^ {3}o open[^]*/m.exec(screen)?.[0] ?? "")
    .split(/\s{3,}/)
    .flatMap((offer) => /^\S+/.exec(offer.trim()) ?? []);

test.each(sample("widths of remove", [80, 40], 1))(
  "a control plane is removed on screens of %d columns",
  async (columns) => {
    const { forge, app } = await openWorld();
    const wizard = startRemoval(program, { forge, location: await makeHome(), columns });
    await wizard.read("Created by gatehouse", "Continue");
    await wizard.answer("To begin, type the name of the repository:", `control${keys.enter}`);
    await wizard.answer("Stop workflows and runs?", "y");
    await wizard.answer("Delete this secret?", "y");
    await wizard.choose("What should happen to the Read App?", "Delete it");
    const waits = await wizard.see("press the button that deletes the App");
    // The letter of a long link would postpone the wait instead of showing the link.
    expect(keysOn(waits)).not.toContain("l");
    await deleteApp(forge, app.slug);
    wizard.write(keys.enter);
    await wizard.answer("Delete this variable?", "y");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect(await secretsLeft(forge)).toBe(0);
    const { json } = await forge.rest("GET", `${home}/actions/workflows/worker.yml`);
    expect(json.state).toBe("disabled_manually");
    await wizard.see("Nothing that gatehouse created is left in acme/control");
  },
);

test("Enter without text deletes nothing, on any screen", async () => {
  const { forge } = await openWorld();
  const location = await makeHome();
  const first = startRemoval(program, { forge, location });
  await first.read("Created by gatehouse", "Continue");
  await first.answer("To begin, type the name of the repository:", keys.enter);
  expect(await first.exited).toMatchObject({ exitCode: 5 });

  const second = startRemoval(program, { forge, location });
  await second.read("Created by gatehouse", "Continue");
  await second.answer("To begin, type the name of the repository:", `control${keys.enter}`);
  await second.answer("Stop workflows and runs?", "y");
  await second.see(/every run that uses it\n[^]*› Keep it\n/);
  second.write(keys.enter);
  await second.answer("Delete this secret?", "n");
  await second.answer("What should happen to the Read App?", keys.enter);
  expect(await second.exited).toMatchObject({ exitCode: 5 });
  expect(await secretsLeft(forge)).toBe(1);
});

test("a removal in plain lines: Ctrl-C keeps the completed deletions, and a second run continues", async () => {
  const { forge, app } = await openWorld();
  const location = await makeHome();
  const first = startRemoval(program, { forge, location, args: ["--plain"] });
  await first.reply("Created by gatehouse", "");
  await first.reply("To begin, type the name of the repository:", "control");
  await first.reply("Stop workflows and runs?", "y");
  await first.reply("Delete this secret?", "y");
  await first.waitFor("What should happen to the Read App?");
  first.write(keys.stop);
  expect(await first.exited).toMatchObject({ exitCode: 130 });
  expect(await secretsLeft(forge)).toBe(0);

  await deleteApp(forge, app.slug);
  const second = startRemoval(program, { forge, location, args: ["--plain"] });
  await second.reply("Created by gatehouse", "");
  await second.reply("To begin, type the name of the repository:", "control");
  await second.reply("Delete this variable?", "y");
  expect(await second.exited).toMatchObject({ exitCode: 0 });
});
