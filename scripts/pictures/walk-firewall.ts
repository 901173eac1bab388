import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import type { Show, Stage } from "./stage.ts";

const rules = "gatehouse-firewall.yml";
const tab = "\t";

/**
 * Sets up rules, tests them with a command, and reviews the blocked requests. The command requests
 * only blocked addresses, so it does not need a network.
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
  await wizard.answer("Which agent will run behind the firewall?", keys.enter);
  await wizard.see("Which services does the command need?");
  wizard.write(`modules`);
  await wizard.see("Search: modules");
  wizard.write(" ");
  await wizard.see("1 chosen");
  wizard.write(keys.enter);
  await wizard.answer("Which other domains are allowed?", keys.enter);
  await wizard.moveTo("What should the firewall filter by?", "URLs");
  show("firewall-modes", "Filter modes of the firewall", wizard);
  wizard.write(keys.enter);
  await wizard.see("Before you filter by URL");
  show("firewall-terms", "Limits of filtering by URL", wizard);
  await wizard.read(
    "Before you filter by URL",
    'I confirm that none of the "Not for" cases applies',
  );
  await wizard.see("Which URLs are allowed?");
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
  await wizard.answer("How much should the firewall log and print?", keys.enter);
  await wizard.answer("Log directory (optional):", keys.enter);
  await wizard.answer("Which variables should the command receive?", keys.enter);
  await wizard.see("Write this rules file?");
  show("firewall-rules-file", "The rules file before it is written", wizard);
  await wizard.choose("Write this rules file?", "Yes, write it");
}

const asks = [1, 2, 3]
  .map((number) => `curl -s https://registry.example/left-pad >/dev/null; echo ${number}`)
  .join("; ");

async function tryThem(wizard: Wizard, show: Show): Promise<void> {
  await wizard.choose("Test the rules with a command?", "Run a command");
  const command = `${asks}; curl -s https://telemetry.example/v1/events`;
  await wizard.answer("Command to run, as in a shell:", `${command}${keys.enter}`);
  await wizard.see("Allow a blocked request?");
  show("firewall-trial", "Requests blocked in a trial run, and which to allow", wizard);
  await wizard.choose("Allow a blocked request?", "Finish, keep the rest blocked");
  await wizard.exited;
}
