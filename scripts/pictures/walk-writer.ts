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

/** Where agents write, a second App is made and installed, on what they write to. */
export async function walkAsWriter({ host, show, run }: ForgeStage): Promise<void> {
  await run({ args: ["setup", "--repo", "acme/control", ...host] }, async (wizard) => {
    await wizard.choose("What is this control plane for?", "I describe its scope now");
    await wizard.choose("Which repositories do the agents look at?", "□ acme/api");
    await wizard.choose("May agents write to the targets?", "Yes, write");
    await acceptDefaults(wizard);
    await wizard.choose("Commit this scope?", "Yes, commit it");
    await passProfile(wizard);
    await makeApp(wizard, "Read App");
    await install(wizard, "Read App");
    await wizard.see("What will be made: the Write App");
    show("second-app", "The second App, which writes what was approved", wizard);
    await makeApp(wizard, "Write App");
    await seeWait(wizard, "Write App");
    show("install-the-second-app", "The wait for the second App's installation", wizard);
  });
}

async function makeApp(wizard: Wizard, app: string): Promise<void> {
  await createRobot().visit(await goToRegistration(wizard, app));
  await wizard.see(`Install the ${app}`);
}

/** On the control repository first, and then on the target, too. */
async function install(wizard: Wizard, app: string): Promise<void> {
  await createRobot({ selection: ["acme/control"] }).visit(await followShort(wizard));
  wizard.write(keys.enter);
  await addTarget(wizard, app);
}
