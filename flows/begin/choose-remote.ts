import type { Prompter } from "../../src/prompts/prompter.ts";
import type { NamedRemote } from "../../src/forge/remotes.ts";

/** Returns the remote to check. Asks only if there are several. */
export async function chooseRemote(
  prompter: Prompter,
  remotes: readonly NamedRemote[],
): Promise<NamedRemote | undefined> {
  const [first, ...others] = remotes;
  if (others.length === 0) return first;
  const question = {
    id: "repository",
    title: "Which repository do you mean?",
    body: ["This directory has remotes for several repositories."],
    options: remotes.map(({ name }) => ({ value: name, label: name })),
  };
  const chosen = await prompter.choose(question, { canGoBack: false });
  return remotes.find(({ name }) => name === chosen);
}
