import { hostTitle, wizardTitles } from "../prompts/wizard-titles.ts";
import { namedRepository } from "./named-repository.ts";
import { openPrompter } from "./open-prompter.ts";
import type { AskingOptions, OpenedPrompter } from "./open-prompter.ts";
import type { LocalRepository } from "./repository-here.ts";

interface Asked extends AskingOptions {
  readonly repo?: string | undefined;
  readonly host: string;
}

/**
 * Opens the prompter, finds the repository, and closes the prompter after the work. The screen is
 * already visible while Git lists the remotes of the current directory.
 * @param work loads and runs the wizard, after the first screen appears
 */
export async function openAtLocation(
  asked: Asked,
  verb: keyof typeof wizardTitles,
  work: (opened: OpenedPrompter, location: LocalRepository) => Promise<void>,
): Promise<void> {
  const { repo, host } = asked;
  // Command-line errors are reported before the first question.
  const named = repo === undefined ? undefined : namedRepository(repo);
  const subject = named?.full ?? hostTitle(host);
  const opened = await openPrompter(asked, { title: wizardTitles[verb], subject, outline: [] });
  try {
    const { findLocation } = await import("./repository-here.ts");
    await work(opened, await findLocation({ ...asked, verb }));
  } finally {
    await opened.prompter.close();
  }
}
