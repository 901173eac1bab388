import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import { createPages } from "../../test/emulator/signed-in.ts";
import type { ForgeStage } from "./stage.ts";

const app = "/organizations/acme/settings/apps/gatehouse-acme-control-read";

/** What a setup made is taken away again: the plan, a step of it, and what is left in the scrollback. */
export async function walkRemoval(stage: ForgeStage): Promise<void> {
  const { host, run } = stage;
  const args = ["remove", "--repo", "acme/control", ...host];
  await run({ args }, (wizard) => remove(wizard, stage));
}

async function remove(wizard: Wizard, { emulator, show }: ForgeStage): Promise<void> {
  await wizard.see("What gatehouse made here");
  show("removal", "What gatehouse made, before any of it goes", wizard);
  await wizard.read("What gatehouse made here", "Continue");
  await wizard.answer("Name of the repository, to begin:", `control${keys.enter}`);
  // A rotation has written it.
  await wizard.answer("Delete the proof workflow?", "y");
  await wizard.see("Delete this secret?");
  show("removal-step", "Each part is asked about before it goes", wizard);
  wizard.write("y");
  await wizard.choose("What becomes of the Read App?", "Delete it");
  await wizard.see("press the button that deletes the App");
  await createPages(emulator).send(`${app}/delete`, {});
  wizard.write(keys.enter);
  for (const question of [
    "Delete this variable?",
    "Delete the settings?",
    "Delete the decision?",
    "Forget it on this machine?",
  ]) {
    await wizard.answer(question, "y");
  }
  await wizard.exited;
  show("removed", "What a removal leaves in the scrollback", wizard);
}
