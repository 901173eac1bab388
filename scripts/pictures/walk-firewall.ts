import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import type { Show, Stage } from "./stage.ts";

const rules = "gatehouse-firewall.yml";
const tab = "\t";

/**
 * Asks for rules, tries them with a command, and asks again. The command requests only blocked
 * addresses, so no network is needed.
 */
export async function walkBehindFirewall({ home, run, print, show }: Stage): Promise<void> {
  const cwd = join(home, "project");
  await mkdir(cwd);
  await run({ args: ["firewall", "setup"], cwd }, async (wizard) => {
    await askForRules(wizard, show);
    await tryThem(wizard, show);
  });
  const asked = ["--url", "https://api.example/repos/acme/web", "--url", "https://other.example/"];
  const check = ["firewall", "check", "--config", rules, ...asked];
  await print("firewall-check", "gatehouse firewall check", { args: check, cwd });
}

async function askForRules(wizard: Wizard, show: Show): Promise<void> {
  await wizard.see("What does the command need?");
  wizard.write(`modules`);
  await wizard.see("Search: modules");
  wizard.write(" ");
  await wizard.see("1 chosen");
  wizard.write(keys.enter);
  await wizard.answer("Which other domains may it reach?", keys.enter);
  await wizard.moveTo("How closely shall it look?", "Addresses");
  show("firewall-modes", "Filter modes of the firewall", wizard);
  wizard.write(keys.enter);
  await wizard.see("Addresses: what it is not for");
  show("firewall-terms", "Limits of filtering by URL", wizard);
  await wizard.read("Addresses: what it is not for", "None of these is ours");
  await wizard.see("Which addresses may pass?");
  wizard.write(`https://api.example/repos/*${keys.enter}${tab}`);
  await wizard.see("tab back to patterns");
  wizard.write("https://api.example/repos/acme/web");
  await wizard.see("blocked");
  show("firewall-patterns", "Allowed URLs, and why a URL is blocked", wizard);
  wizard.write(keys.enter);
  await wizard.see("2 patterns");
  wizard.write(tab);
  await wizard.see("enter done");
  wizard.write(keys.enter);
  await wizard.answer("How much shall it say?", keys.enter);
  await wizard.answer("Folder of the logs, or nothing:", keys.enter);
  await wizard.answer("Which variables reach the command?", keys.enter);
  await wizard.see("Write this rules file?");
  show("firewall-rules-file", "The rules file before it is written", wizard);
  await wizard.choose("Write this rules file?", "Yes, write it");
}

const asks = [1, 2, 3]
  .map((number) => `curl -s https://registry.example/left-pad >/dev/null; echo ${number}`)
  .join("; ");

async function tryThem(wizard: Wizard, show: Show): Promise<void> {
  await wizard.choose("Try the rules with a command?", "Yes, run one");
  const command = `${asks}; curl -s https://telemetry.example/v1/events`;
  await wizard.answer("Which command, as you type it in a shell?", `${command}${keys.enter}`);
  await wizard.see("Allow what was blocked?");
  show("firewall-trial", "Requests blocked in a trial run, and which to allow", wizard);
  await wizard.choose("Allow what was blocked?", "Finish, and leave");
  await wizard.exited;
}
