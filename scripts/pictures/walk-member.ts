import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import type { ForgeStage, Show } from "./stage.ts";
import { acceptDefaults } from "./walk-setup.ts";

/**
 * Walks through a setup by an organization member without an owner's help, up to the consent to a
 * personal access token.
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
    await wizard.choose("Define the scope now or later?", "Define it now");
    await wizard.choose("Which repositories should agents work on?", "□ acme/api");
    await wizard.answer("Should agents write to the targets?", keys.enter);
    await acceptDefaults(wizard);
    await wizard.choose("Commit this scope?", "Yes, commit it");
    await agree(wizard, show);
  });
}

async function agree(wizard: Wizard, show: Show): Promise<void> {
  await wizard.answer("Who confirms that inference is paid for?", `hubot${keys.enter}`);
  await wizard.choose("Did hubot confirm the billing?", "Yes, confirmed");
  await wizard.choose("Would an owner approve", "No");
  await wizard.choose("No credential qualifies yet.", "Consider a PAT");
  for (const title of [
    "Can you select this resource owner for a token?",
    "Does this owner permit fine-grained tokens?",
    "Will the token be approved before the first run?",
    "Can the token be limited to exactly this access?",
  ]) {
    await wizard.choose(title, "Yes");
  }
  await wizard.answer("After how many days should the token expire?", keys.enter);
  await wizard.answer("Who will replace the token before it expires?", keys.enter);
  await wizard.read("All five conditions for a PAT are met", "Continue");
  await wizard.see("Use a personal access token?");
  show("consent", "Facts about a personal access token before consent", wizard);
  await wizard.choose("Use a personal access token?", "I have read this");
  await wizard.see("To consent, type this phrase:");
  show("consent-in-words", "Consent is given by typing a phrase", wizard);
}
