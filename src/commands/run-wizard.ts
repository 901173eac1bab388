import { chooseRepository } from "../../flows/shared/choose-repository.ts";
import type { Journal } from "../prompts/journal.ts";
import type { Prompter } from "../prompts/prompter.ts";
import type { Connection } from "../forge/connection.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { LocalRepository } from "./repository-here.ts";
import { listAdministered } from "../forge/resources/repositories.ts";
import { Stopped } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { lockFile } from "../shared/file-lock.ts";
import { openLink, whyNoBrowser } from "../prompts/open-link.ts";
import { commandLine } from "../plane/repository/command-line.ts";
import { reportOlderJournal } from "../prompts/report-older-journal.ts";
import { signLinksOf } from "../prompts/sign-links.ts";
import { connect } from "./connect.ts";
import { openFlowJournal } from "./flow-journal.ts";
import type { AskingOptions, OpenedPrompter } from "./open-prompter.ts";
import { explainHowToContinue } from "./explain-how-to-continue.ts";
import { journalPath } from "./journal-path.ts";

/**
 * Command-line options that all wizards share, and data prepared before the wizard connects to the
 * forge.
 */
export interface WizardOptions extends AskingOptions {
  readonly host: string;
  readonly brand?: string | undefined;
  readonly opened: OpenedPrompter;
  /** If the repository is undefined, the wizard asks for one. */
  readonly location: Pick<LocalRepository, "repository"> & Partial<LocalRepository>;
}

interface Wizard extends WizardOptions {
  /** Name of the command in error messages, and of its journal. */
  readonly verb: "setup" | "scope" | "rotate" | "exposed" | "remove";
  /** Title above the questions. */
  readonly title: string;
}

/**
 * The resources of a wizard: the forge, the control repository, and the journal, which this process
 * has locked.
 */
export interface WizardSession {
  readonly connection: Connection;
  readonly repository: RepositoryName;
  /** Subject shown above every question. */
  readonly subject: string;
  readonly journalFile: string;
  readonly openJournal: () => Promise<Journal>;
  /** Reason why this machine's browser is unusable, or undefined if it can be used. */
  readonly noBrowserReason: string | undefined;
  /** Opens the operator's browser, if available. */
  readonly openLink: (link: string) => Promise<boolean>;
  /** Prompter whose links to the embedded forge also sign the browser in. */
  readonly prompter: Prompter;
}

/** Without a journal, a stopped run cannot be resumed. */
function failNothingDone(error: unknown): never {
  if (!(error instanceof Stopped)) throw error;
  throw new Stopped(
    error.by,
    "Stopped before any changes were made. Run the same command to start again.",
    error.hints,
  );
}

/** Closes a pending connection that is no longer needed because the operator stopped. */
async function closePending(reaching: Promise<Connection>, error: unknown): Promise<never> {
  await reaching.then(
    (connection) => connection.close(),
    () => undefined,
  );
  return failNothingDone(error);
}

/** Opens the resources of a wizard, runs it, and always releases the resources. */
export async function runWizard(
  wizard: Wizard,
  work: (session: WizardSession) => Promise<void>,
): Promise<void> {
  const env = ourEnvironment();
  const { verb, host, brand, title, location: found } = wizard;
  const { prompter, shortLinks } = wizard.opened;
  const reaching = connect({ host, brand, env });
  // An incident response starts with its own title, so the screen does not show that gatehouse
  // connects.
  const connection =
    verb === "exposed"
      ? await reaching
      : await prompter
          .progress({ id: "connect", title: `Connecting to ${host}` }, () => reaching)
          .catch((error: unknown) => closePending(reaching, error));
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
    // `scope` continues with `setup`, so both use the same journal, but not the same answers.
    const location = { profile, repository, flow: verb === "scope" ? "setup" : verb } as const;
    const journalFile = journalPath(env, location);
    const lock = lockFile(journalFile);
    try {
      const noBrowserReason = whyNoBrowser(env, wizard.open);
      const { signIn } = connection;
      const open = (link: string) => openLink(signIn(link));
      const opener = noBrowserReason === undefined ? open : () => Promise.resolve(false);
      await work({
        connection,
        repository,
        subject: (found.repository && found.subject) ?? repository.full,
        journalFile,
        openJournal: async () => {
          const journal = await openFlowJournal(env, location, verb);
          await reportOlderJournal(prompter, journal);
          return journal;
        },
        noBrowserReason,
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
