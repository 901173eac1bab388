import { hostTitle, wizardTitles } from "../prompts/wizard-titles.ts";
import { requireRepositoryName } from "../forge/repository-name.ts";
import { openPrompter } from "./open-prompter.ts";
import type { AskingOptions, OpenedPrompter } from "./open-prompter.ts";
import type { PlaceHere } from "./repository-here.ts";

interface Asked extends AskingOptions {
  readonly repo?: string | undefined;
  readonly host: string;
}

/**
 * Opens the prompter, finds the repository, and closes the prompter after the work. Git finds the remotes of the
 * current directory while the screen is already shown.
 * @param work loads the wizard: the first screen does not wait for it
 */
export async function openAtPlace(
  asked: Asked,
  verb: keyof typeof wizardTitles,
  work: (opened: OpenedPrompter, place: PlaceHere) => Promise<void>,
): Promise<void> {
  const { repo, host } = asked;
  // What is wrong with the command line is said before anybody is asked anything.
  const named = repo === undefined ? undefined : requireRepositoryName(repo, [verb, "--repo"]);
  const subject = named?.full ?? hostTitle(host);
  const opened = await openPrompter(asked, { title: wizardTitles[verb], subject, outline: [] });
  try {
    const { findPlace } = await import("./repository-here.ts");
    await work(opened, await findPlace({ ...asked, verb }));
  } finally {
    await opened.prompter.close();
  }
}
