import { join } from "node:path";
import { keys, type Wizard } from "../../test/pty/setup-hands.ts";
import { bareMachine, makeClone, type Show, type Stage } from "./stage.ts";

/**
 * Creates and compiles a definition, configures its engine, and explains it. The Azure CLI is not
 * installed.
 */
export async function walkEngine(stage: Stage): Promise<void> {
  const { home, run, print, show } = stage;
  const cwd = join(home, "agents");
  makeClone(cwd, "https://dev.azure.com/acme/agents/_git/agents");
  const here = { cwd, env: bareMachine(stage) };
  await run({ ...here, args: ["new", "probe"] }, async (wizard) => {
    await wizard.exited;
  });
  await print("compile", "gatehouse compile", { ...here, args: ["compile"] });
  await run({ ...here, args: ["engine", "agents/probe.md"] }, (wizard) => choose(wizard, show));
  await print("explain", "gatehouse explain", { ...here, args: ["explain", "agents/probe.md"] });
}

async function choose(wizard: Wizard, show: Show): Promise<void> {
  await enterAll(wizard, [
    "Which engine version should be installed?",
    "Model (optional):",
    "Custom agent (optional):",
    "Time limit in minutes (optional):",
  ]);
  const proof = "How should the engine authenticate?";
  await wizard.moveTo(proof, "Your own model provider");
  show("engine-choice", "Choose the credential of an agent's engine", wizard);
  wizard.write(keys.enter);
  await wizard.answer("Provider URL:", `https://models.example/v1${keys.enter}`);
  await enterAll(wizard, [
    "Which format does the provider use?",
    "Which API should the engine use?",
  ]);
  await wizard.choose("How does the engine authenticate to the provider?", "Static key");
  await enterAll(wizard, ["Variable for the key:"]);
  await wizard.read("Before you use your own provider", "I have read this");
  await enterAll(wizard, [
    "What access to",
    "Which other domains are allowed?",
    "Which domains are always blocked?",
    "Which URL patterns are allowed?",
  ]);
  await wizard.see("Change the definition?");
  show("engine-summary", "Summary of the engine settings before they are written", wizard);
  wizard.write(keys.enter);
  await wizard.see("Changes");
  show("engine-changes", "Changed lines and steps", wizard);
  await wizard.read("Changes", "Go back to the question");
  await wizard.choose("Change the definition?", "Yes, write it");
  await wizard.exited;
  show("engine-finished", "Scrollback after the engine setup", wizard);
}

async function enterAll(wizard: Wizard, questions: readonly string[]): Promise<void> {
  for (const question of questions) await wizard.answer(question, keys.enter);
}
