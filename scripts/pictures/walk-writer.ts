import { createRobot } from "../../test/emulator/signed-in.ts";
import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import type { ForgeStage } from "./stage.ts";
import {
  addTarget,
  followShort,
  goToRegistration,
  passProfile,
  seeWait,
  acceptDefaults,
} from "./walk-setup.ts";

/**
 * Walks through a setup in which agents may write. A second App is created and installed on the
 * repositories to which agents write.
 */
export async function walkAsWriter({ host, show, run }: ForgeStage): Promise<void> {
  await run({ args: ["setup", "--repo", "acme/control", ...host] }, async (wizard) => {
    await wizard.choose("Define the scope now or later?", "Define it now");
    await wizard.choose("Which repositories should agents work on?", "□ acme/api");
    await wizard.choose("Should agents write to the targets?", "Yes, write");
    await acceptDefaults(wizard);
    await wizard.choose("Commit this scope?", "Yes, commit it");
    await passProfile(wizard);
    await makeApp(wizard, "Read App");
    await install(wizard, "Read App");
    await wizard.see("Review the Write App before it is created");
    show("second-app", "The second App, which applies approved outputs", wizard);
    await makeApp(wizard, "Write App");
    await seeWait(wizard, "Write App");
    show("install-the-second-app", "Waiting for the installation of the second App", wizard);
  });
}

async function makeApp(wizard: Wizard, app: string): Promise<void> {
  await createRobot().visit(await goToRegistration(wizard, app));
  await wizard.see(`Install the ${app}`);
}

/** Installs the App on the control repository, then also on the target. */
async function install(wizard: Wizard, app: string): Promise<void> {
  await createRobot({ selection: ["acme/control"] }).visit(await followShort(wizard));
  wizard.write(keys.enter);
  await addTarget(wizard, app);
}
