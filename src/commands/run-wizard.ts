import { chooseRepository } from "../../flows/shared/choose-repository.ts";
import type { Journal } from "../asking/journal.ts";
import type { Prompter } from "../asking/prompter.ts";
import type { Connection } from "../forge/connection.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { PlaceHere } from "./repository-here.ts";
import { listAdministered } from "../forge/resources/repositories.ts";
import { Stopped } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { lockFile } from "../shared/file-lock.ts";
import type { OpenedLinkDesk } from "../asking/open-link-desk.ts";
import { openLink, whyNoBrowser } from "../asking/open-link.ts";
import { commandLine } from "../control/command-line.ts";
import { signLinksOf } from "../asking/sign-links.ts";
import { connect } from "./connect.ts";
import { openFlowJournal } from "./flow-journal.ts";
import { sayHowToGoOn } from "./say-how-to-go-on.ts";
import { journalPath } from "./state-folder.ts";

/** The options that every wizard has on its command line. */
export interface WizardOptions {
  /** What the command line names, checked before anybody is asked; otherwise the wizard asks. */
  readonly repository?: RepositoryName | undefined;
  /** What the folder that it is run in tells of it. */
  readonly here?: Omit<PlaceHere, "repository"> | undefined;
  readonly host: string;
  readonly brand?: string | undefined;
  readonly open: boolean;
  /** Whether plain lines were asked for. */
  readonly plain?: boolean | undefined;
}

export interface Wizard extends WizardOptions {
  readonly prompter: Prompter;
  /** Where screens show links by short addresses. */
  readonly desk?: Pick<OpenedLinkDesk, "leadOnce"> | undefined;
  /** Names the command in errors, and the journal. */
  readonly verb: "setup" | "scope" | "rotate" | "exposed" | "remove";
  /** What stands above the questions. */
  readonly title: string;
  /** Loads what the work needs; called as soon as nobody waits for it. */
  readonly load?: () => Promise<unknown>;
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
function sayNothingDone(error: unknown): never {
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
  return sayNothingDone(error);
}

/** Finds what a wizard works with, and lets go of all of it in the end, however that comes. */
export async function runWizard(
  wizard: Wizard,
  work: (session: WizardSession) => Promise<void>,
): Promise<void> {
  const env = ourEnvironment();
  const { prompter, verb, host, brand, title } = wizard;
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
    const listRepositories = async () => {
      const names = await listAdministered(await connection.client());
      // Behind the question, which is drawn first; that it fails is for who uses it to say.
      setImmediate(() => void wizard.load?.().catch(() => undefined));
      return names;
    };
    const repository =
      wizard.repository ??
      (await chooseRepository(prompter, {
        ...wizard.here,
        host: profile.host,
        verb,
        title,
        listRepositories,
      }).catch(sayNothingDone));
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
        subject: (wizard.repository && wizard.here?.subject) ?? repository.full,
        journalFile,
        openJournal: () => openFlowJournal(env, place),
        noBrowserBecause,
        openLink: opener,
        prompter: signLinksOf(prompter, signIn, wizard.desk),
      });
    } catch (error) {
      const manner = [...(wizard.plain ? ["--plain"] : []), ...(wizard.open ? [] : ["--no-open"])];
      throw sayHowToGoOn(error, commandLine(verb, { profile, repository }, manner));
    } finally {
      lock.release();
    }
  } finally {
    await connection.close();
  }
}
