import type { Prompter } from "../../src/prompts/prompter.ts";
import type { NamedRemote } from "../../src/forge/remotes.ts";

/** The remote whose forge is looked at; nobody is asked where it is one. */
export async function chooseRemote(
  prompter: Prompter,
  remotes: readonly NamedRemote[],
): Promise<NamedRemote | undefined> {
  const [first, ...others] = remotes;
  if (others.length === 0) return first;
  const question = {
    id: "repository",
    title: "Which repository is it about?",
    body: ["This folder has remotes of several."],
    options: remotes.map(({ name }) => ({ value: name, label: name })),
  };
  const chosen = await prompter.choose(question, { canGoBack: false });
  return remotes.find(({ name }) => name === chosen);
}
