import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import type { Installation } from "../../src/forge/resources/installations.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Keychain } from "../../src/credentials/keychain/keychain.ts";
import type { Proof } from "../../src/plane/proof/run-proof.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";
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

/** What a run is begun for: to set up, or to describe or change the scope and do what follows from it. */
type Purpose = "setup" | "scope";

/** What the setup does to the world, handed in so that the flow itself only decides and asks. */
export interface SetUpDeps extends ScopeDeps, PatDeps, Browser {
  /** What the run was begun for. */
  readonly purpose: Purpose;
  /** Names from the command line; otherwise the wizard proposes one. */
  readonly appNames: Readonly<Partial<Record<AppRole, string>>>;
  /** The words of the command line, without the program's name: to say it again with another name. */
  readonly commandGiven: readonly string[];
  /** Where the loopback page listens; zero lets the system choose. */
  readonly port: number;
  /** Approved repositories that an App covers besides the control repository, where the command line names them. */
  readonly approved: Readonly<Partial<Record<AppRole, readonly RepositoryName[]>>>;
  /** Their numeric ids, for the link that selects them. */
  readonly repositoryIds: (fullNames: readonly string[]) => Promise<number[]>;

  readonly checkReadiness: () => Promise<Readiness>;
  /** The App of that slug, when the operator may see it; "refused" tells nothing of whether it is there. */
  readonly findApp: (
    slug: string,
  ) => Promise<(KnownApp & { owner: string }) | "refused" | undefined>;
  /** Who has a name already, be it an App that the operator is not shown, or an account. */
  readonly findNameHolder: (name: string) => Promise<NameHolder | undefined>;
  /** Whether everybody may see it and install it. */
  readonly visibilityOf: (slug: string) => Promise<AppVisibility>;
  /** Installations of the owner, or undefined when this login may not list them. */
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
  /** The shared control file, as it is checked in; undefined where there is none. */
  readonly readControlFile: () => Promise<string | undefined>;
  /** @throws ControlFileRefused */
  readonly writeControlFile: (text: string) => Promise<void>;
  readonly runProof: (say: ReportRun, signal: AbortSignal) => Promise<Proof>;

  /** Writes the registration page for another machine's browser; answers where. */
  readonly savePage: (name: string, page: string) => Promise<string>;
  /** Takes it away again, where it still is. */
  readonly removePage: (path: string) => Promise<void>;
  readonly readKeyFile: (path: string) => Promise<Secret>;
  readonly keychain: Keychain;
}
