import { chooseRepository } from "../../flows/shared/choose-repository.ts";
import type { Journal } from "../prompts/journal.ts";
import type { Prompter } from "../prompts/prompter.ts";
import type { Connection } from "../forge/connection.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { PlaceHere } from "./repository-here.ts";
import { listAdministered } from "../forge/resources/repositories.ts";
import { Stopped } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { lockFile } from "../shared/file-lock.ts";
import { openLink, whyNoBrowser } from "../prompts/open-link.ts";
import { commandLine } from "../plane/repository/command-line.ts";
import { signLinksOf } from "../prompts/sign-links.ts";
import { connect } from "./connect.ts";
import { openFlowJournal } from "./flow-journal.ts";
import type { AskingOptions, OpenedPrompter } from "./open-prompter.ts";
import { explainHowToContinue } from "./explain-how-to-continue.ts";
import { journalPath } from "./state-folder.ts";

/** Command-line options of every wizard, and what is opened and found for them before the forge is reached. */
export interface WizardOptions extends AskingOptions {
  readonly host: string;
  readonly brand?: string | undefined;
  readonly opened: OpenedPrompter;
  /** Without a repository, the wizard asks for one. */
  readonly place: Pick<PlaceHere, "repository"> & Partial<PlaceHere>;
}

interface Wizard extends WizardOptions {
  /** Names the command in errors, and the journal. */
  readonly verb: "setup" | "scope" | "rotate" | "exposed" | "remove";
  /** What stands above the questions. */
  readonly title: string;
}

/** What a wizard works with: the forge, the control repository, and its journal's file, which is ours alone. */
export interface WizardSession {
  readonly connection: Connection;
  readonly repository: RepositoryName;
  /** What stands above every question. */
  readonly subject: string;
  readonly journalFile: string;
  readonly openJournal: () => Promise<Journal>;
  /** Why no browser of this machine will do, or undefined. */
  readonly noBrowserBecause: string | undefined;
  /** Opens the operator's browser, where there is one. */
  readonly openLink: (link: string) => Promise<boolean>;
  /** The prompter, whose links to the embedded forge sign a browser in. */
  readonly prompter: Prompter;
}

/** Who stopped before there was a journal has nothing to go on from. */
function failNothingDone(error: unknown): never {
  if (!(error instanceof Stopped)) throw error;
  throw new Stopped(
    error.by,
    "Stopped before anything was done. The same command begins again.",
    error.hints,
  );
}

/** Who stops meanwhile has no use for what is reached. */
async function letGo(reaching: Promise<Connection>, error: unknown): Promise<never> {
  await reaching.then(
    (connection) => connection.close(),
    () => undefined,
  );
  return failNothingDone(error);
}

/** Finds what a wizard works with, and lets go of all of it in the end, however that comes. */
export async function runWizard(
  wizard: Wizard,
  work: (session: WizardSession) => Promise<void>,
): Promise<void> {
  const env = ourEnvironment();
  const { verb, host, brand, title, place: found } = wizard;
  const { prompter, shortLinks } = wizard.opened;
  const reaching = connect({ host, brand, env });
  // A response begins with its own title; nothing stands above it.
  const connection =
    verb === "exposed"
      ? await reaching
      : await prompter
          .progress({ id: "connect", title: `Reaching ${host}` }, () => reaching)
          .catch((error: unknown) => letGo(reaching, error));
  try {
    const { profile } = connection;
    const listRepositories = async () => listAdministered(await connection.client());
    const repository =
      found.repository ??
      (await chooseRepository(prompter, {
        ...found,
        host: profile.host,
        verb,
        title,
        listRepositories,
      }).catch(failNothingDone));
    // What follows from a scope is set up: it is one journal.
    const place = { profile, repository, flow: verb === "scope" ? "setup" : verb } as const;
    const journalFile = journalPath(env, place);
    const lock = lockFile(journalFile);
    try {
      const noBrowserBecause = whyNoBrowser(env, wizard.open);
      const { signIn } = connection;
      const open = (link: string) => openLink(signIn(link));
      const opener = noBrowserBecause === undefined ? open : () => Promise.resolve(false);
      await work({
        connection,
        repository,
        subject: (found.repository && found.subject) ?? repository.full,
        journalFile,
        openJournal: () => openFlowJournal(env, place),
        noBrowserBecause,
        openLink: opener,
        prompter: signLinksOf(prompter, signIn, shortLinks),
      });
    } catch (error) {
      const manner = [...(wizard.plain ? ["--plain"] : []), ...(wizard.open ? [] : ["--no-open"])];
      throw explainHowToContinue(error, commandLine(verb, { profile, repository }, manner));
    } finally {
      lock.release();
    }
  } finally {
    await connection.close();
  }
}
