import { expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { deleteApp, home, openWorld, secretsLeft, startRemoval } from "./remove-bench.ts";
import { keys } from "./setup-hands.ts";
import { sample } from "../sample.ts";

const program = installProgram();

/** The keys that the bar below a wait names. */
const keysOn = (screen: string) =>
  (/^ {3}o open[^]*/m.exec(screen)?.[0] ?? "")
    .split(/\s{3,}/)
    .flatMap((offer) => /^\S+/.exec(offer.trim()) ?? []);

test.each(sample("widths of remove", [80, 40], 1))(
  "a plane is taken away on screens of %d columns",
  async (columns) => {
    const { forge, app } = await openWorld();
    const wizard = startRemoval(program, { forge, place: await makeHome(), columns });
    await wizard.read("What gatehouse made here", "Continue");
    await wizard.answer("Name of the repository, to begin:", `control${keys.enter}`);
    await wizard.answer("Stop what starts work?", "y");
    await wizard.answer("Delete this secret?", "y");
    await wizard.choose("What becomes of the Read App?", "Delete it");
    const waits = await wizard.see("press the button that deletes the App");
    // The letter of a long link would leave it for later, and never show the link.
    expect(keysOn(waits)).not.toContain("l");
    await deleteApp(forge, app.slug);
    wizard.write(keys.enter);
    await wizard.answer("Delete this variable?", "y");
    expect(await wizard.exited).toMatchObject({ exitCode: 0 });
    expect(await secretsLeft(forge)).toBe(0);
    const { json } = await forge.rest("GET", `${home}/actions/workflows/worker.yml`);
    expect(json.state).toBe("disabled_manually");
    await wizard.see("Nothing of gatehouse is left in acme/control");
  },
);

test("Enter alone takes nothing away, wherever it is pressed", async () => {
  const { forge } = await openWorld();
  const place = await makeHome();
  const first = startRemoval(program, { forge, place });
  await first.read("What gatehouse made here", "Continue");
  await first.answer("Name of the repository, to begin:", keys.enter);
  expect(await first.exited).toMatchObject({ exitCode: 5 });

  const second = startRemoval(program, { forge, place });
  await second.read("What gatehouse made here", "Continue");
  await second.answer("Name of the repository, to begin:", `control${keys.enter}`);
  await second.answer("Stop what starts work?", "y");
  await second.see(/every run that uses it\n[^]*› Leave it\n/);
  second.write(keys.enter);
  await second.answer("Delete this secret?", "n");
  await second.answer("What becomes of the Read App?", keys.enter);
  expect(await second.exited).toMatchObject({ exitCode: 5 });
  expect(await secretsLeft(forge)).toBe(1);
});

test("in plain lines; Ctrl-C keeps what was done, and another run goes on", async () => {
  const { forge, app } = await openWorld();
  const place = await makeHome();
  const first = startRemoval(program, { forge, place, args: ["--plain"] });
  await first.reply("What gatehouse made here", "");
  await first.reply("Name of the repository, to begin:", "control");
  await first.reply("Stop what starts work?", "y");
  await first.reply("Delete this secret?", "y");
  await first.waitFor("What becomes of the Read App?");
  first.write(keys.stop);
  expect(await first.exited).toMatchObject({ exitCode: 130 });
  expect(await secretsLeft(forge)).toBe(0);

  await deleteApp(forge, app.slug);
  const second = startRemoval(program, { forge, place, args: ["--plain"] });
  await second.reply("What gatehouse made here", "");
  await second.reply("Name of the repository, to begin:", "control");
  await second.reply("Delete this variable?", "y");
  expect(await second.exited).toMatchObject({ exitCode: 0 });
});
