import { Back } from "../../src/prompts/prompter.ts";
import type { Prompter } from "../../src/prompts/prompter.ts";
import {
  exampleName,
  parseRepositoryName,
  requireRepositoryName,
} from "../../src/forge/repository-name.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";
import { ownCommandLine } from "../../src/shared/own-command.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";

const elsewhere = "another";

export interface RepositoryChoice {
  /** Name of the calling command, for use in hints. */
  readonly verb: string;
  readonly host: string;
  /**
   * Full names that are already known, such as those of a clone's remotes. If set, only these
   * repositories are offered.
   */
  readonly offered?: readonly string[];
  /** Lists the full names of the repositories that the signed-in user administers. */
  readonly listRepositories?: () => Promise<readonly string[]>;
  readonly note?: readonly string[];
  readonly title: string;
}

const why =
  "The control repository hosts the workflows and stores the Apps' client IDs and keys. You approve targets later.";

/** Asks for the control repository if the command line does not name it. */
export async function chooseRepository(
  prompter: Prompter,
  choice: RepositoryChoice,
): Promise<RepositoryName> {
  const { host, verb, title, note = [] } = choice;
  const example = ownCommandLine(verb, "--repo", exampleName);
  prompter.begin({ title, subject: host, outline: [] });
  const names = await listNames(prompter, choice);
  for (;;) {
    const chosen = names.length === 0 ? elsewhere : await askWhich(prompter, names, note);
    if (chosen !== elsewhere) return requireRepositoryName(chosen, example);
    const typed = await askName(prompter, names.length > 0);
    if (typed !== undefined) return requireRepositoryName(typed, example);
  }
}

async function listNames(
  prompter: Prompter,
  { offered = [], listRepositories }: RepositoryChoice,
): Promise<readonly string[]> {
  if (offered.length > 0 || !listRepositories) return offered;
  return prompter.progress(
    { id: "repositories", title: "Listing the repositories that you administer" },
    () => orNone(listRepositories),
  );
}

function askWhich(
  prompter: Prompter,
  names: readonly string[],
  note: readonly string[],
): Promise<string> {
  return prompter.choose(
    {
      id: "repository",
      title: "Which repository is the control repository?",
      ...(note.length > 0 && { body: note }),
      why,
      options: [
        ...names.map((value) => ({ value, label: value })),
        { value: elsewhere, label: "Another repository", hint: "enter its full name" },
      ],
    },
    { canGoBack: false },
  );
}

/** Asks for the full name; undefined if the operator goes back to the list. */
async function askName(prompter: Prompter, canGoBack: boolean): Promise<string | undefined> {
  const question = {
    id: "repository-name",
    title: "Full name of the control repository:",
    placeholder: "acme/control",
    why,
    check: (text: string) =>
      parseRepositoryName(text) ? undefined : "Enter it as owner/name, such as acme/control.",
  };
  try {
    return await prompter.text(question, { canGoBack });
  } catch (error) {
    if (error instanceof Back && canGoBack) return undefined;
    throw error;
  }
}

/**
 * Best effort: without a list, the user types the name, and the checks before setup report what is
 * missing.
 */
async function orNone(list: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await list();
  } catch (error) {
    // Ctrl-C and bugs must not be treated as an empty list.
    if (error instanceof Cancelled || !(error instanceof UserError)) throw error;
    return [];
  }
}
