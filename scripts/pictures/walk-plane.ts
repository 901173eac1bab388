import type { Emulator } from "../../emulator/emulator.ts";
import { createRobot } from "../../test/emulator/signed-in.ts";
import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import { runNightly } from "./run-nightly.ts";
import type { ForgeStage, Show } from "./stage.ts";
import { showNext } from "./walk-begin.ts";

const control = ["--repo", "acme/control"];

/** Inspects a control plane, rotates its keys, and responds to a possible exposure. */
export async function walkPlane(stage: ForgeStage): Promise<void> {
  const { emulator, host, show, run, print } = stage;
  const at = [...control, ...host];
  await print("status", "gatehouse status", { args: ["status", ...at] });
  await print("verify", "gatehouse verify", { args: ["verify", ...at, "--no-run"] });
  await showNext(stage, "begin-again", "gatehouse without a command, after a setup");
  const every = ["--every", "10"];
  await run({ args: ["dashboard", ...at, ...every] }, (wizard) => watch(wizard, emulator, show));
  await run({ args: ["rotate", ...at] }, (wizard) => rotate(wizard, emulator, show));
  await run({ args: ["exposed", ...at] }, (wizard) => respond(wizard, show));
  await run({ args: ["setup", ...at, "--plain", "--ask-again"] }, async (wizard) => {
    await wizard.waitFor(/Number[^\n]*:/);
    show("plain", "The same screen as plain lines", wizard);
  });
}

/** Shows the dashboard after one run was admitted and the next run was denied. */
async function watch(wizard: Wizard, emulator: Emulator, show: Show): Promise<void> {
  const counted = { credential: "read-app", limit: 5000, required: 750 };
  await runNightly(emulator, linesOf({ ...counted, remaining: 4604 }), 0);
  await wizard.waitFor(/1:? +Nightly/);
  const reset = new Date(Date.now() + 23 * 60_000).toISOString();
  await runNightly(emulator, linesOf({ ...counted, remaining: 212, reset }), 6);
  await wizard.see("API capacity admission gate: closed");
  await wizard.waitFor(/updated \d/);
  show("dashboard", "Dashboard: a run that the gate denied is not an ordinary failure", wizard);
}

function linesOf(fields: Readonly<Record<string, string | number>>): string[] {
  return Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
}

async function rotate(wizard: Wizard, emulator: Emulator, show: Show): Promise<void> {
  await wizard.waitFor(/What should be rotated\?|Rotation plan/);
  if (wizard.screen().includes("What should be rotated")) wizard.write(keys.enter);
  await wizard.see("Rotation plan");
  show("rotation", "Steps of a rotation", wizard);
  await wizard.read("Rotation plan", "Continue");
  const page = `${emulator.origin}/organizations/acme/settings/apps/gatehouse-acme-control-read`;
  const key = await createRobot().generateKey(page);
  await wizard.read("Add a key to the Read App", "Open the page and continue");
  await wizard.choose("Where is the Read App key?", "Paste it");
  await wizard.see("Private key of the Read App:");
  wizard.write(`\u001b[200~${key.reveal()}\u001b[201~`);
  await wizard.answer("RSA 2048", keys.enter);
  await wizard.answer("Do you also have the old Read App key?", keys.enter);
  await wizard.see("Revoke the old Read App key");
  show("cannot-be-undone", "Irreversible steps look different", wizard);
}

async function respond(wizard: Wizard, show: Show): Promise<void> {
  await wizard.waitFor(/› \S/);
  show("exposed", "The first question after a suspected exposure", wizard);
}
