import type { Prompter } from "../../src/asking/prompter.ts";
import { parseRepositoryName, requireRepositoryName } from "../../src/forge/repository-name.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";
import type { Connection } from "../../src/commands/connect.ts";

const elsewhere = "another";

/** Asks for the control repository when the command line does not name it. */
export async function chooseRepository(
  prompter: Prompter,
  connection: Connection,
  title = "set up",
): Promise<RepositoryName> {
  const situation = { canGoBack: false };
  prompter.begin({ title, subject: connection.profile.host, outline: [] });
  const names = await prompter.progress(
    { id: "repositories", title: "Looking for repositories that you administer" },
    () => listAdministered(connection),
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
  if (chosen !== elsewhere) return requireRepositoryName(chosen, "gatehouse setup --repo");
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
  return requireRepositoryName(typed, "gatehouse setup --repo");
}

interface Listed {
  readonly full_name: string;
  readonly permissions?: { readonly admin?: boolean };
}

/** Best effort: without a list, the person types the name, and the preflight says what is missing. */
async function listAdministered({ rest }: Connection): Promise<string[]> {
  try {
    const client = await rest();
    const { body } = await client.request("GET", "/user/repos?per_page=100&sort=pushed");
    const repositories = (body as Listed[]).filter(
      ({ permissions }) => permissions?.admin === true,
    );
    return repositories.map(({ full_name }) => full_name);
  } catch {
    return [];
  }
}
