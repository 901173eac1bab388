import { hostTitle } from "../asking/wizard-titles.ts";
import { requireRepositoryName } from "../forge/repository-name.ts";
import { openPrompter } from "./open-prompter.ts";
import type { AskingOptions, OpenedPrompter } from "./open-prompter.ts";
import type { PlaceHere } from "./repository-here.ts";

interface Asked extends AskingOptions {
  readonly repo?: string | undefined;
  readonly host: string;
}

/**
 * Opens what asks, and then finds the repository: what a folder is a clone of, git tells while the screen stands.
 * @param verb of the command that asks, as errors name it
 * @param title what stands above the questions
 */
export async function openAtPlace(
  asked: Asked,
  verb: string,
  title: string,
): Promise<{ readonly opened: OpenedPrompter; readonly place: PlaceHere }> {
  const { repo, host } = asked;
  // What is wrong with the command line is said before anybody is asked anything.
  const named = repo === undefined ? undefined : requireRepositoryName(repo, [verb, "--repo"]);
  const subject = named?.full ?? hostTitle(host);
  const opened = await openPrompter(asked, { title, subject, outline: [] });
  try {
    const { findPlace } = await import("./repository-here.ts");
    return { opened, place: await findPlace({ ...asked, verb }) };
  } catch (error) {
    await opened.prompter.close();
    throw error;
  }
}
