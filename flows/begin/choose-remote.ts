import type { Prompter } from "../../src/asking/prompter.ts";
import { publicHost } from "../../src/forge/host-profile.ts";
import { isKnownForge } from "../../src/forge/remotes.ts";
import type { Remote } from "../../src/forge/remotes.ts";

/** The remote whose forge is looked at: of those that are certainly a forge's, which nobody is asked about where it is one. */
export async function chooseRemote(
  prompter: Prompter,
  remotes: readonly Remote[],
): Promise<Remote | undefined> {
  const byName = new Map<string, Remote>();
  for (const remote of remotes.filter(isKnownForge)) {
    const name = nameOf(remote);
    if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), remote);
  }
  const [first, ...others] = byName.values();
  if (others.length === 0) return first;
  const options = [...byName].map(([value, remote]) => ({ value, label: nameOf(remote) }));
  const question = {
    id: "repository",
    title: "Which repository is it about?",
    body: ["This folder has remotes of several."],
    options,
  };
  return byName.get(await prompter.choose(question, { canGoBack: false }));
}

function nameOf({ host, repository }: Remote): string {
  return host === publicHost ? repository.full : `${repository.full} on ${host}`;
}
