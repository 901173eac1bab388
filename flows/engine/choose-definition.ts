import { Back } from "../../src/prompts/prompter.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { checkAgentName } from "../../src/compiler/agent-name.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";

/** Stands for a definition that there is not yet; no file is called so. */
const newOne = "";

export interface DefinitionChoice {
  /** Those that there are, as the command line would call them. */
  readonly found: readonly string[];
  /** How one of this name would be called. */
  readonly nameFile: (agent: string) => string;
}

function why(): string {
  const compile = ownCommandLine("compile");
  return `An agent definition says how an agent runs, and what it is told. ${compile} makes its pipeline.`;
}

/** Asks for the definition when the command line does not name it. @returns how the command line would call it */
export async function chooseDefinition(
  prompter: Prompter,
  { found, nameFile }: DefinitionChoice,
): Promise<string> {
  prompter.begin({ title: "configure", subject: "an agent's engine", outline: [] });
  for (;;) {
    const chosen = found.length === 0 ? newOne : await askWhich(prompter, found);
    if (chosen !== newOne) return chosen;
    const name = await askName(prompter, { found, nameFile });
    if (name !== undefined) return nameFile(name);
  }
}

function askWhich(prompter: Prompter, found: readonly string[]): Promise<string> {
  return prompter.choose(
    {
      id: "definition",
      title: "Which definition?",
      why: why(),
      options: [
        ...found.map((value) => ({ value, label: value })),
        { value: newOne, label: "A new one", hint: "you say what it is called" },
      ],
      initial: found[0] ?? newOne,
    },
    { canGoBack: false },
  );
}

/** Undefined when the person would rather choose from the list. */
async function askName(
  prompter: Prompter,
  { found, nameFile }: DefinitionChoice,
): Promise<string | undefined> {
  const canGoBack = found.length > 0;
  const question = {
    id: "definition-name",
    title: "What is the new agent called?",
    placeholder: "probe",
    why: why(),
    check: (text: string) =>
      checkAgentName(text) ??
      (found.includes(nameFile(text)) ? `${nameFile(text)} is there already.` : undefined),
  };
  try {
    return await prompter.text(question, { canGoBack });
  } catch (error) {
    if (error instanceof Back && canGoBack) return undefined;
    throw error;
  }
}
