import type { Prompter } from "../../src/asking/prompter.ts";
import { parseRepositoryName, requireRepositoryName } from "../../src/forge/repository-name.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";
import type { HostProfile } from "../../src/forge/host-profile.ts";
import { Cancelled, UserError } from "../../src/shared/errors.ts";

const elsewhere = "another";

export interface RepositoryChoice {
  /** The command that asks, for whoever names it there. */
  readonly verb: string;
  readonly profile: HostProfile;
  /** Full names of those that whoever is signed in administers. */
  readonly listRepositories: () => Promise<readonly string[]>;
}

/** Asks for the control repository when the command line does not name it. */
export async function chooseRepository(
  prompter: Prompter,
  { profile, verb, listRepositories }: RepositoryChoice,
  title = "set up",
): Promise<RepositoryName> {
  const situation = { canGoBack: false };
  const option = `gatehouse ${verb} --repo`;
  prompter.begin({ title, subject: profile.host, outline: [] });
  const names = await prompter.progress(
    { id: "repositories", title: "Looking for repositories that you administer" },
    () => orNone(listRepositories),
  );
  const why =
    "The control repository hosts the workflows, and holds the Apps' client IDs and keys. Targets are approved later.";
  const chosen =
    names.length === 0
      ? elsewhere
      : await prompter.choose(
          {
            id: "repository",
            title: "Which repository is the control repository?",
            why,
            options: [
              ...names.map((value) => ({ value, label: value })),
              { value: elsewhere, label: "Another one" },
            ],
          },
          situation,
        );
  if (chosen !== elsewhere) return requireRepositoryName(chosen, option);
  const typed = await prompter.text(
    {
      id: "repository-name",
      title: "Full name of the control repository:",
      placeholder: "acme/control",
      why,
      check: (text) =>
        parseRepositoryName(text) ? undefined : "Write it as owner/name, such as acme/control.",
    },
    situation,
  );
  return requireRepositoryName(typed, option);
}

/** Best effort: without a list, the person types the name, and the preflight says what is missing. */
async function orNone(list: () => Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await list();
  } catch (error) {
    // A Ctrl-C and a bug are no empty list.
    if (error instanceof Cancelled || !(error instanceof UserError)) throw error;
    return [];
  }
}
