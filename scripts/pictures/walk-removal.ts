import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import { createPages } from "../../test/emulator/signed-in.ts";
import type { ForgeStage } from "./stage.ts";

const app = "/organizations/acme/settings/apps/gatehouse-acme-control-read";

/** Captures the removal of a control plane: the plan, one step, and the scrollback. */
export async function walkRemoval(stage: ForgeStage): Promise<void> {
  const { host, run } = stage;
  const args = ["remove", "--repo", "acme/control", ...host];
  await run({ args }, (wizard) => remove(wizard, stage));
}

async function remove(wizard: Wizard, { emulator, show }: ForgeStage): Promise<void> {
  await wizard.see("Created by gatehouse");
  show("removal", "Everything that gatehouse created, before the removal", wizard);
  await wizard.read("Created by gatehouse", "Continue");
  await wizard.answer("To begin, type the name of the repository:", `control${keys.enter}`);
  // A rotation in an earlier walkthrough created the proof workflow.
  await wizard.answer("Delete the proof workflow?", "y");
  await wizard.see("Delete this secret?");
  show("removal-step", "Each removal is confirmed", wizard);
  wizard.write("y");
  await wizard.choose("What should happen to the Read App?", "Delete it");
  await wizard.see("press the button that deletes the App");
  await createPages(emulator).send(`${app}/delete`, {});
  wizard.write(keys.enter);
  for (const question of [
    "Delete this variable?",
    "Delete the control file?",
    "Delete the gatehouse package?",
    "Delete the settings?",
    "Delete the decision?",
    "Delete gatehouse's data on this machine?",
  ]) {
    await wizard.answer(question, "y");
  }
  await wizard.exited;
  show("removed", "Scrollback after a removal", wizard);
}
