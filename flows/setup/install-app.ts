import { accessRow } from "../shared/rows.ts";
import { installationsOf } from "../../src/plane/repository/installations-of.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { evaluateInstallations } from "../../src/plane/setup/installation.ts";
import type { InstallationProof, WantedInstallation } from "../../src/plane/setup/installation.ts";
import {
  installedStep,
  keyDateStep,
  repositoriesStep,
} from "../../src/plane/setup/journal-steps.ts";
import { keyDateOf } from "../../src/plane/repository/stored-records.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import { uniqueNames } from "../../src/forge/repository-name.ts";
import { InvalidInput } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { AppSubject } from "./app-subject.ts";
import { changeSelection } from "./change-selection.ts";
import { beginInstallation, findBegun } from "./install-in-stages.ts";
import { proveStoredKey } from "./prove-stored-key.ts";
import type { StoredKeyDeps } from "./prove-stored-key.ts";
import { proveInstallation } from "./prove-installation.ts";
import type { InstallationState, ProvedSubject } from "./prove-installation.ts";
import type { AppCredential } from "./set-up-credential.ts";
import type { SetUpDeps } from "./set-up-deps.ts";
import { waitForInstallation } from "./wait-for-installation.ts";

type Deps = StoredKeyDeps & Pick<SetUpDeps, "readRecords">;

/** The repositories for an App, and the state of its installation. */
export interface AppInstallation {
  readonly installation: InstallationState;
  /**
   * Full names of all repositories that the App should cover, starting with the control repository.
   */
  readonly repositories: readonly string[];
}

/**
 * Ensures that an App is installed on exactly the right repositories: first on the control
 * repository only, then also on the approved repositories.
 */
export async function installApp(
  context: FlowContext,
  deps: Deps,
  subject: AppSubject & {
    readonly credential: AppCredential;
    /**
     * Repositories that the App covers in addition to the control repository; if undefined, those
     * that an earlier run recorded.
     */
    readonly approved: readonly RepositoryName[] | undefined;
  },
): Promise<AppInstallation> {
  const { role, credential, ready, ceiling } = subject;
  const { app, key, isNew } = credential;
  const location = { ...deps, role };
  const list = repositoriesStep(location);
  const control = deps.repository.full;
  const earlier = context.restore(list);
  const approved = subject.approved?.map(({ full }) => full) ?? earlier ?? [];
  const all = uniqueNames([control, ...approved]);
  requireOwnRepositories(all, ready);
  const turn = { role, ready, ceiling, app, isNew };
  const wanted = { role, account: ready.account.login, repositories: all, ceiling };
  // Only a new App is installed in two stages. An existing App may already cover its repositories,
  // and a run may be using it.
  const isInTwo = isNew && !earlier && all.length > 1;
  const first = { ...turn, wanted: { ...wanted, repositories: [control] } };
  const installed =
    key && isInTwo ? await beginInstallation(context, deps, { ...first, key }) : undefined;
  const proof = installedStep(location, app.clientId, all);
  const before = earlier && { ...wanted, repositories: earlier };
  const complete = { ...turn, wanted, proof, key, before };
  const state =
    installed === "pending"
      ? installed
      : await ensureInstallation(context, deps, { ...complete, ...(installed && { installed }) });
  if (state !== "pending") await context.recordValue(list, all);
  if (state === "proved") context.barBack();
  context.mark({
    name: accessRow(role),
    state: state === "proved" ? "done" : "unknown",
    summary: {
      proved: `exactly ${all.join(", ")}`,
      pending: `waiting for an owner of ${ready.account.login}`,
      unknown: "selected repositories, not verified",
    }[state],
  });
  return { installation: state, repositories: all };
}

/**
 * Rejects repositories of other owners: a private App can only be installed on its owner's account,
 * so they could never be selected.
 */
function requireOwnRepositories(fullNames: readonly string[], { account }: Readiness): void {
  const isOwn = (name: string) => name.toLowerCase().startsWith(`${account.login.toLowerCase()}/`);
  const others = fullNames.filter((name) => !isOwn(name));
  if (others.length === 0) return;
  throw new InvalidInput(
    `Apps owned by ${account.login} cannot be installed on ${others.join(", ")}: they are private, so they can access only repositories of ${account.login}.`,
    [
      {
        text: "For another owner's repositories, set up a separate control plane",
      },
    ],
  );
}

interface InstallTurn extends ProvedSubject {
  readonly key: Secret | undefined;
  /**
   * The installation with the repositories that an earlier run recorded; undefined if none are
   * recorded.
   */
  readonly before: WantedInstallation | undefined;
}

async function ensureInstallation(
  context: FlowContext,
  deps: Deps,
  { key, before, ...subject }: InstallTurn,
): Promise<InstallationState> {
  const { role, app, proof } = subject;
  const retry = { id: `${role}-installation` };
  if (key) {
    const client = deps.appClient(app.clientId, key);
    // The key is in memory, so check again instead of relying on an earlier run's proof.
    return context.read(`proved ${proof.id}`, async () => {
      await context.reset(proof);
      return retryWithOperator(context, retry, () =>
        proveInstallation(context, deps, { ...subject, client }),
      );
    });
  }
  const earlier = context.restore(proof);
  const now = earlier && (await compareWithProof(context, deps, subject, earlier));
  if (now === "unchanged") return "proved";
  if (now === "changed") await context.reset(proof);
  const installation = before
    ? await restoreUnchanged(context, deps, { ...subject, before })
    : await findBegun(context, deps, subject);
  if (installation) {
    await context.read(`selected ${proof.id}`, () =>
      retryWithOperator(context, retry, () =>
        changeSelection(context, deps, { ...subject, installation }),
      ),
    );
    return proveStoredKey(context, deps, subject);
  }
  // Without the key, the installation is checked in the owner's list, which shows everything except
  // the repositories. A personal account has no such list.
  const canList =
    (await context.read("installations", () => deps.listInstallations())) !== undefined;
  const seen =
    canList &&
    (await context.read(`installed ${proof.id}`, () =>
      retryWithOperator(context, retry, () => waitForInstallation(context, deps, subject)),
    ));
  if (seen === "pending") return "pending";
  return proveStoredKey(context, deps, subject);
}

/**
 * Returns the proof for the previous repositories if it is still valid. In that case, the
 * installation covers exactly those repositories and does not have to be checked.
 */
async function restoreUnchanged(
  context: Pick<FlowContext, "read" | "ask" | "restore">,
  deps: Deps,
  { before, ...subject }: ProvedSubject & { before: WantedInstallation },
): Promise<InstallationProof | undefined> {
  const { role, app, wanted } = subject;
  const key = (repositories: readonly string[]) =>
    installedStep({ ...deps, role }, app.clientId, repositories);
  const isOther = key(before.repositories).id !== key(wanted.repositories).id;
  const earlier = isOther ? context.restore(key(before.repositories)) : undefined;
  if (!earlier) return undefined;
  const now = await compareWithProof(context, deps, { ...subject, wanted: before }, earlier);
  return now === "unchanged" ? earlier : undefined;
}

/**
 * Compares an installation with its proof. GitHub's list does not show repositories, but it shows
 * when the installation was last changed.
 */
async function compareWithProof(
  { read, ask, restore }: Pick<FlowContext, "read" | "ask" | "restore">,
  deps: Pick<SetUpDeps, "profile" | "repository" | "listInstallations" | "readRecords">,
  { role, wanted, app }: ProvedSubject,
  proof: InstallationProof,
): Promise<"unchanged" | "changed" | "not to be seen"> {
  const installations = await read("installations", () =>
    ask.progress({ id: `${role}-unchanged`, title: "Checking the installations" }, () =>
      deps.listInstallations(),
    ),
  );
  const records = await read("records", () => deps.readRecords());
  const provedDate = restore(keyDateStep({ ...deps, role }, app.clientId));
  if (provedDate !== keyDateOf(records, role)) return "changed";
  // An unavailable list does not count as a change: the proof is kept, and is valid again when the
  // list can be read.
  if (!installations) return "not to be seen";
  const { installationId } = proof;
  const ofThisApp = installationsOf({ clientId: app.clientId, installationId }, installations);
  const proved = ofThisApp.filter(({ id }) => id === installationId);
  const verdict = evaluateInstallations(proved, wanted);
  const isSame = verdict.state === "exact" && verdict.installation.updatedAt === proof.updatedAt;
  return isSame ? "unchanged" : "changed";
}
