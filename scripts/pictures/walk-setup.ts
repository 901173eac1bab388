import { get } from "node:http";
import { createBrowser } from "../../emulator/robot/browser.ts";
import { createRobot } from "../../test/emulator/signed-in.ts";
import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import type { Location, Show } from "./stage.ts";

type Looking = Pick<Location, "inspectPage"> & { readonly show: Show };

/** Runs a setup in which the operator first selects too many repositories. */
export async function setUp(wizard: Wizard, reading: Looking): Promise<void> {
  const { show } = reading;
  await wizard.moveTo("Which repository is the control repository?", "acme/control");
  show("first-question", "Which repository is the control repository?", wizard);
  wizard.write(keys.enter);
  await wizard.choose("Define the scope now or later?", "Define it now");
  await wizard.moveTo("Which repositories should agents work on?", "□ acme/api");
  wizard.write(" ");
  await wizard.waitFor(/› ■ acme\/api/);
  show("targets", "Choose the repositories that agents read", wizard);
  wizard.write(keys.enter);
  await wizard.see("Should agents write to the targets?");
  show("write-or-not", "Choose whether agents write to them", wizard);
  wizard.write(keys.enter);
  await acceptDefaults(wizard);
  await wizard.see("Commit this scope?");
  show("scope", "The scope before it is committed", wizard);
  await wizard.choose("Commit this scope?", "Yes, commit it");
  await makeReadApp(wizard, reading);
  await wizard.see("Create the shared control file?");
  show("control-file", "The control file that all workflows import", wizard);
  await wizard.choose("Create the shared control file?", "Yes, commit it");
  await wizard.answer("Which gatehouse should runs install?", keys.enter);
  await wizard.answer("Also set up a firewall for agents?", keys.enter);
  await wizard.answer("Also configure an agent for Azure Pipelines?", keys.enter);
  await wizard.waitFor(/Show the\s+status/);
  await wizard.exited;
  show("finished", "Scrollback after the setup", wizard);
}

/** Matches a countdown that has started. Its initial text, `10:00`, is one character wider. */
const isRunning = /9:\d\d\s+left/;

/** Waits until gatehouse has checked for an installation and found none. */
export async function seeWait(wizard: Wizard, app: string): Promise<void> {
  await wizard.see(`Install the ${app}`);
  wizard.write(keys.enter);
  await wizard.see("checked at");
  await wizard.see(isRunning);
}

export async function acceptDefaults(wizard: Wizard): Promise<void> {
  for (const title of [
    "Where should review results go?",
    "Use the default limits per run?",
    "Does the control repository have review packages?",
  ]) {
    await wizard.answer(title, keys.enter);
  }
}

async function makeReadApp(wizard: Wizard, { show, inspectPage }: Looking): Promise<void> {
  await passProfile(wizard);
  show("what-will-be-made", "Review the Read App before it is created", wizard);
  const page = await goToRegistration(wizard, "Read App");
  await createBrowser((link) => link).open(page);
  await inspectPage?.(page);
  await wizard.waitFor(/opened the\s+page/);
  await wizard.see(isRunning);
  show("create-the-app", "Waiting for the operator in the browser", wizard);
  await createRobot().visit(page);
  await seeWait(wizard, "Read App");
  show("install-the-app", "Waiting for the installation", wizard);
  const installPage = await followShort(wizard);
  await createRobot({ selection: "all" }).visit(installPage);
  wizard.write(keys.enter);
  await wizard.waitFor(/installed\s+on\s+all/);
  show("installation-problem", "An installation on all repositories is rejected", wizard);
  await createRobot({ selection: ["acme/control"] }).visit(await followShort(wizard));
  wizard.write(keys.enter);
  await addTarget(wizard, "Read App");
}

export async function addTarget(wizard: Wizard, app: string): Promise<void> {
  await wizard.see(`Add repositories to the ${app}`);
  // Triggers a check before the operator presses Save. If a check ran during the save, the
  // installation would count as changed since that check.
  wizard.write(keys.enter);
  await wizard.see("checked at");
  const settings = await followShort(wizard);
  await createRobot({ selection: ["acme/control", "acme/api"] }).visit(settings);
  wizard.write(keys.enter);
}

/** Accepts all defaults until the list of changes is shown. */
export async function passProfile(wizard: Wizard): Promise<void> {
  for (;;) {
    const screen = await wizard.waitFor(
      /Review the Read App before|Would an owner|PAT:?\s+not needed/,
    );
    if (screen.includes("Review the Read App before")) return;
    wizard.write(keys.enter);
    await wizard.waitFor(
      new RegExp(
        `^(?![^]*${screen.includes("Would an owner") ? "Would an owner" : "PAT:?\\s+not needed"})`,
      ),
    );
  }
}

/** @returns the address of the page that registers the App */
export async function goToRegistration(wizard: Wizard, app: string): Promise<string> {
  await wizard.read(`Review the ${app} before it is created`, "Continue");
  await wizard.answer(`Name of the ${app}:`, keys.enter);
  await wizard.answer(`How should the ${app} be created?`, keys.enter);
  await wizard.see(`Create the ${app}`);
  return wizard.readLink("http://127.0.0.1:");
}

/** Returns the target of the short address on the screen. */
export async function followShort(wizard: Wizard): Promise<string> {
  const link = await wizard.readLink("http://127.0.0.1:");
  return new Promise((resolve, reject) => {
    get(link, (answer) => {
      answer.resume();
      resolve(answer.headers.location ?? link);
    }).on("error", reject);
  });
}
