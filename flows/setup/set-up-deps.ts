import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import type { Installation } from "../../src/forge/resources/installations.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Keychain } from "../../src/credentials/keychain/keychain.ts";
import type { Proof } from "../../src/plane/proof/run-proof.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";
import type { CliPin } from "../../src/run/control/cli-pin.ts";
import type { OwnPackage, PackedPackage } from "../../src/run/control/own-package.ts";
import type { AppVisibility } from "../../src/forge/resources/apps.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";
import type { NewApp } from "../../src/plane/setup/convert-code.ts";
import type { KnownApp } from "../../src/plane/setup/credential-state.ts";
import type { NameHolder } from "../../src/plane/setup/name-holder.ts";
import type { Registration, RegistrationOptions } from "../../src/plane/setup/loopback.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import type { StorableCredential } from "../../src/plane/setup/store-credential.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { PatDeps } from "../pat/pat-deps.ts";
import type { ScopeDeps } from "../scope/scope-deps.ts";
import type { Browser } from "../shared/browser-visit.ts";

/**
 * The purpose of a run: to set up a control plane, or to define or change its scope and apply it.
 */
type Purpose = "setup" | "scope";

/**
 * The effects of setup, injected so that the flow itself only asks questions and makes decisions.
 */
export interface SetUpDeps extends ScopeDeps, PatDeps, Browser {
  readonly purpose: Purpose;
  /** Names from the command line. If an App has none, the wizard proposes a name. */
  readonly appNames: Readonly<Partial<Record<AppRole, string>>>;
  /**
   * Command-line arguments, without the program's name. Used to suggest the same command with a
   * different App name.
   */
  readonly commandGiven: readonly string[];
  /** Port for the loopback page; 0 lets the system choose a free port. */
  readonly port: number;
  /**
   * Approved repositories that an App covers in addition to the control repository, if the command
   * line names them.
   */
  readonly approved: Readonly<Partial<Record<AppRole, readonly RepositoryName[]>>>;
  /** Numeric IDs of repositories, for a link that preselects them. */
  readonly repositoryIds: (fullNames: readonly string[]) => Promise<number[]>;

  readonly checkReadiness: () => Promise<Readiness>;
  /**
   * The App with that slug, if the operator can see it. If the result is "refused", it is unknown
   * whether the App exists.
   */
  readonly findApp: (
    slug: string,
  ) => Promise<(KnownApp & { owner: string }) | "refused" | undefined>;
  /** The App or account that already uses a name, even if the operator cannot see that App. */
  readonly findNameHolder: (name: string) => Promise<NameHolder | undefined>;
  /** Whether every user can see and install the App. */
  readonly visibilityOf: (slug: string) => Promise<AppVisibility>;
  /** Installations of the owner; undefined if this account cannot list them. */
  readonly listInstallations: () => Promise<readonly Installation[] | undefined>;

  readonly openRegistration: (options: RegistrationOptions) => Promise<Registration>;
  readonly convertCode: (
    code: string,
    options: { role: AppRole; signal: AbortSignal; appsLink: string },
  ) => Promise<NewApp>;
  readonly appClient: (clientId: string, key: Secret) => AppClient;
  readonly storeCredential: (credential: StorableCredential, signal: AbortSignal) => Promise<void>;
  /** Deletes an App's record from the control repository. */
  readonly dropCredential: (role: AppRole) => Promise<void>;
  /** Text of the committed control file; undefined if it does not exist. */
  readonly readControlFile: () => Promise<string | undefined>;
  /** @throws ControlFileRefused */
  readonly writeControlFile: (text: string) => Promise<void>;
  /** The package of the running gatehouse. */
  readonly ownPackage: () => OwnPackage;
  /** Finds its published version. @throws PackageUnavailable */
  readonly findPublished: () => Promise<CliPin>;
  /** Packs the running gatehouse for `commitPackage`. */
  readonly packOwn: () => Promise<PackedPackage>;
  /** Commits a package for runs. @throws ControlFileRefused */
  readonly commitPackage: (packed: PackedPackage) => Promise<CliPin>;
  readonly runProof: (report: ReportRun, signal: AbortSignal) => Promise<Proof>;

  /** Writes the registration page for another machine's browser and returns its path. */
  readonly savePage: (name: string, page: string) => Promise<string>;
  /** Deletes the saved page if it still exists. */
  readonly removePage: (path: string) => Promise<void>;
  readonly readKeyFile: (path: string) => Promise<Secret>;
  readonly keychain: Keychain;
}
