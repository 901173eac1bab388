import { Back } from "../../src/prompts/prompter.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import { checkAgentName } from "../../src/compiler/agent-name.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";

/** Value of the option for a new definition. A file cannot have this name. */
const newOne = "";

export interface DefinitionChoice {
  /** Paths of the existing definitions, in the form used on the command line. */
  readonly found: readonly string[];
  readonly nameFile: (agent: string) => string;
}

function why(): string {
  const compile = ownCommandLine("compile");
  return `An agent definition describes an agent's task and how the agent runs. ${compile} compiles it into a pipeline.`;
}

/**
 * Asks for the definition if the command line does not name one.
 * @returns its path in the form used on the command line
 */
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
      title: "Which definition do you want to configure?",
      why: why(),
      options: [
        ...found.map((value) => ({ value, label: value })),
        { value: newOne, label: "New definition", hint: "you enter a name next" },
      ],
      initial: found[0] ?? newOne,
    },
    { canGoBack: false },
  );
}

/** Asks for a name; undefined if the operator goes back to the list. */
async function askName(
  prompter: Prompter,
  { found, nameFile }: DefinitionChoice,
): Promise<string | undefined> {
  const canGoBack = found.length > 0;
  const question = {
    id: "definition-name",
    title: "Name of the new agent:",
    placeholder: "probe",
    why: why(),
    check: (text: string) =>
      checkAgentName(text) ??
      (found.includes(nameFile(text)) ? `${nameFile(text)} already exists.` : undefined),
  };
  try {
    return await prompter.text(question, { canGoBack });
  } catch (error) {
    if (error instanceof Back && canGoBack) return undefined;
    throw error;
  }
}
