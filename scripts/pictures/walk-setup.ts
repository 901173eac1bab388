import { get } from "node:http";
import { createBrowser } from "../../emulator/robot/browser.ts";
import { createRobot } from "../../test/emulator/signed-in.ts";
import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import type { Place, Show } from "./stage.ts";

type Looking = Pick<Place, "inspectPage"> & { readonly show: Show };

/** The setup as an operator lives through it, who once chooses too many repositories. */
export async function setUp(wizard: Wizard, looking: Looking): Promise<void> {
  const { show } = looking;
  await wizard.moveTo("Which repository is the control repository?", "acme/control");
  show("first-question", "Which repository is the control repository?", wizard);
  wizard.write(keys.enter);
  await wizard.choose("What is this control plane for?", "I describe its scope now");
  await wizard.moveTo("Which repositories do the agents look at?", "□ acme/api");
  wizard.write(" ");
  await wizard.waitFor(/› ■ acme\/api/);
  show("targets", "Which repositories the agents look at", wizard);
  wizard.write(keys.enter);
  await wizard.see("May agents write to the targets?");
  show("write-or-not", "Whether agents write to them", wizard);
  wizard.write(keys.enter);
  await acceptDefaults(wizard);
  await wizard.see("Commit this scope?");
  show("scope", "The scope, before it is committed", wizard);
  await wizard.choose("Commit this scope?", "Yes, commit it");
  await makeReadApp(wizard, looking);
  await wizard.see("Write the shared control file?");
  show("control-file", "What all workflows import, offered last", wizard);
  wizard.write(keys.enter);
  await wizard.answer("Choose what agents may reach, too?", keys.enter);
  await wizard.answer("Configure an agent's engine, too?", keys.enter);
  await wizard.waitFor(/See how it\s+stands/);
  await wizard.exited;
  show("finished", "What is left in the scrollback", wizard);
}

/** A clock that runs: where it is full, it takes more room. */
const isRunning = /9:\d\d\s+left/;

/** The wait for an installation, once it has looked and found none. */
export async function seeWait(wizard: Wizard, app: string): Promise<void> {
  await wizard.see(`Install the ${app}`);
  wizard.write(keys.enter);
  await wizard.see("asked the forge at");
  await wizard.see(isRunning);
}

export async function acceptDefaults(wizard: Wizard): Promise<void> {
  for (const title of [
    "Where do review results go?",
    "Keep the usual limits of a run?",
    "Does the control repository have packages?",
  ]) {
    await wizard.answer(title, keys.enter);
  }
}

async function makeReadApp(wizard: Wizard, { show, inspectPage }: Looking): Promise<void> {
  await passProfile(wizard);
  show("what-will-be-made", "What will be made", wizard);
  const page = await goToRegistration(wizard, "Read App");
  await createBrowser((link) => link).open(page);
  await inspectPage?.(page);
  await wizard.waitFor(/opened the\s+page/);
  await wizard.see(isRunning);
  show("create-the-app", "The wait for the operator in the browser", wizard);
  await createRobot().visit(page);
  await seeWait(wizard, "Read App");
  show("install-the-app", "The wait for the installation", wizard);
  const installPage = await followShort(wizard);
  await createRobot({ selection: "all" }).visit(installPage);
  wizard.write(keys.enter);
  await wizard.waitFor(/installed\s+on\s+all/);
  show("installation-problem", "An installation on all repositories is refused", wizard);
  await createRobot({ selection: ["acme/control"] }).visit(await followShort(wizard));
  wizard.write(keys.enter);
  await addTarget(wizard, "Read App");
}

export async function addTarget(wizard: Wizard, app: string): Promise<void> {
  await wizard.see(`Add to what the ${app} covers`);
  // What is looked at while somebody presses Save is proved, and counts as changed since.
  wizard.write(keys.enter);
  await wizard.see("asked the forge at");
  const settings = await followShort(wizard);
  await createRobot({ selection: ["acme/control", "acme/api"] }).visit(settings);
  wizard.write(keys.enter);
}

/** Takes what is proposed, up to what will be made. */
export async function passProfile(wizard: Wizard): Promise<void> {
  for (;;) {
    const screen = await wizard.waitFor(/What will be made|Would an owner|Continue with/);
    if (/What will be made/.test(screen)) return;
    wizard.write(keys.enter);
    await wizard.waitFor(
      new RegExp(
        `^(?![^]*${screen.includes("Would an owner") ? "Would an owner" : "Continue with"})`,
      ),
    );
  }
}

/** @returns the address of the page that registers the App */
export async function goToRegistration(wizard: Wizard, app: string): Promise<string> {
  await wizard.read("What will be made", "Continue");
  await wizard.answer(`Name of the ${app}:`, keys.enter);
  await wizard.answer(`How is the ${app} made?`, keys.enter);
  await wizard.see(`Create the ${app}`);
  return wizard.readLink("http://127.0.0.1:");
}

/** Where the short address on the screen leads. */
export async function followShort(wizard: Wizard): Promise<string> {
  const link = await wizard.readLink("http://127.0.0.1:");
  return new Promise((resolve, reject) => {
    get(link, (answer) => {
      answer.resume();
      resolve(answer.headers.location ?? link);
    }).on("error", reject);
  });
}
