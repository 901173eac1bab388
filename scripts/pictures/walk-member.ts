import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import type { ForgeStage, Show } from "./stage.ts";
import { acceptDefaults } from "./walk-setup.ts";

/**
 * A member without an owner's help is offered a personal access token and must first read about it.
 */
export async function walkAsMember({ emulator, host, show, run }: ForgeStage): Promise<void> {
  const { status } = await fetch(new URL("/_emulator/world", emulator.origin), {
    method: "PATCH",
    headers: { authorization: `Bearer ${emulator.operatorKey.reveal()}` },
    body: JSON.stringify({
      organizations: { acme: { members: { mona: "member", hubot: "admin" } } },
      repositories: { "acme/control": { collaborators: { mona: "admin" } } },
    }),
  });
  if (status !== 204) throw new Error(`The embedded forge returned ${status}`);
  await run({ args: ["setup", "--repo", "acme/control", ...host] }, async (wizard) => {
    await wizard.choose("What is this control plane for?", "I describe its scope now");
    await wizard.choose("Which repositories do the agents look at?", "□ acme/api");
    await wizard.answer("May agents write to the targets?", keys.enter);
    await acceptDefaults(wizard);
    await wizard.choose("Commit this scope?", "Yes, commit it");
    await agree(wizard, show);
  });
}

async function agree(wizard: Wizard, show: Show): Promise<void> {
  await wizard.answer("Who confirms that inference is paid for?", `hubot${keys.enter}`);
  await wizard.choose("Did hubot confirm it?", "Yes, confirmed");
  await wizard.choose("Would an owner approve", "No");
  await wizard.choose("No credential qualifies yet.", "Look at a token");
  for (const title of [
    "Can you choose it as owner of a token?",
    "Are fine-grained tokens permitted there?",
    "Will it be approved before the first run?",
    "Can it be limited to exactly this?",
  ]) {
    await wizard.choose(title, "Yes");
  }
  await wizard.answer("After how many days does it end?", keys.enter);
  await wizard.answer("Who replaces it before it ends?", keys.enter);
  await wizard.read("All five conditions for a token hold", "Continue");
  await wizard.see("A personal token instead?");
  show("consent", "Facts about a personal access token before consent", wizard);
  await wizard.choose("A personal token instead?", "I have read this");
  await wizard.see("Type these words to consent:");
  show("consent-in-words", "Consent is typed", wizard);
}
