import { recordsRow, repositoryRow } from "./set-up-outline.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { appCeiling } from "../../src/plane/scope/app-ceiling.ts";
import { enrolledRepositories } from "../../src/plane/scope/scope.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import { commandLine } from "../../src/plane/repository/command-line.ts";
import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";
import { parseRepositoryName } from "../../src/forge/repository-name.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import type { Readiness } from "../../src/plane/setup/preflight.ts";
import { keyDateStep } from "../../src/plane/setup/journal-steps.ts";
import { halvesOf, keyDateOf } from "../../src/plane/repository/stored-records.ts";
import { count } from "../../src/shared/count.ts";
import { Incomplete, InvalidInput } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import { chooseCreator } from "./choose-creator.ts";
import { describeHandOver, markHandedOver, passHandedOver } from "./hand-over.ts";
import { dropUnchosen } from "./drop-unchosen.ts";
import { chooseScope } from "./choose-scope.ts";
import type { ChosenScope } from "./choose-scope.ts";
import { offerControlFile } from "./offer-control-file.ts";
import { offerNext } from "./offer-next.ts";
import { requireFreeNames } from "./free-name.ts";
import { installApp } from "./install-app.ts";
import { setUpCredential } from "./set-up-credential.ts";
import type { AppSubject } from "./app-subject.ts";
import type { AppCredential } from "./set-up-credential.ts";
import type { SetUpDeps } from "./set-up-deps.ts";
import type { AppOutcome, SetUpOutcome } from "./set-up-outcome.ts";

/** Runs the complete first-time setup and every rerun: complete parts are checked and skipped. */
export async function setUpControlPlane(
  context: FlowContext,
  given: SetUpDeps,
): Promise<SetUpOutcome> {
  const { outcome, offersMore } = await setUpCredentials(context, given);
  return offersMore ? { ...outcome, ...(await offerNext(context, given)) } : outcome;
}

interface CredentialsResult {
  readonly outcome: SetUpOutcome;
  /** Whether to offer the other parts of a control plane in this run. */
  readonly offersMore: boolean;
}

async function setUpCredentials(
  context: FlowContext,
  given: SetUpDeps,
): Promise<CredentialsResult> {
  const { ask, read, mark } = context;
  const ready = await read("readiness", () =>
    retryWithOperator(context, { id: "readiness" }, () =>
      ask.progress({ id: "preflight", title: `Checking ${given.repository.full}` }, () =>
        given.checkReadiness(),
      ),
    ),
  );
  mark({ name: repositoryRow, state: "done", summary: describeReadiness(ready) });
  await requireFreeNames(context, given);
  const chosenScope = await chooseScope(context, given, ready);
  const { settings, profile, choice, roles, pat, outline, decided } = chosenScope;
  const approved = settings ? approve(settings, given) : given.approved;
  const unchosen = settings ? await dropUnchosen(context, given, roles) : [];
  const scope = settings ? "described" : "later";
  const chosen = { profile, scope, unchosen, ...(pat && { pat }) } as const;
  const confirmed = decided?.missing ?? [];
  const wanted = { settings, roles, ready, outline, approved, confirmed };
  const { apps, handedOver } = await setUpApps(context, given, wanted);
  const handOver =
    handedOver &&
    (await describeHandOver(context, given, { settings, roles: handedOver, scope, approved }));
  if (handOver) markHandedOver(context, ready, { ...handOver, names: outline });
  // The user who decided continues with the parts that do not need an owner.
  const described = settings && choice && !decided && { settings, choice };
  const controlFile = described && (await offerControlFile(context, given, described));
  return {
    outcome: {
      ...chosen,
      apps,
      ...(decided && confirmed.length > 0 && { createdFor: decided.decision.decidedBy }),
      ...(handOver && { handOver }),
      ...(controlFile && { controlFile }),
    },
    offersMore: given.purpose !== "scope" && !handOver && !decided,
  };
}

interface ChosenApps
  extends Pick<SetUpDeps, "approved">, Pick<ChosenScope, "settings" | "roles" | "outline"> {
  readonly ready: Readiness;
  /** The Apps whose creation the operator has already confirmed. */
  readonly confirmed: readonly AppRole[];
}

interface SetUpApps {
  readonly apps: readonly AppOutcome[];
  /** The Apps that an owner has to create; undefined if this run has set up all Apps. */
  readonly handedOver?: readonly AppRole[];
}

async function setUpApps(
  context: FlowContext,
  deps: SetUpDeps,
  chosen: ChosenApps,
): Promise<SetUpApps> {
  const { roles, ready } = chosen;
  const apps: AppOutcome[] = [];
  try {
    const creator = await chooseCreator(context, deps, { ready, roles });
    for (const role of roles) {
      apps.push(await setUpApp(context, deps, { ...chosen, role, creator }));
    }
  } catch (error) {
    return { apps, handedOver: passHandedOver(error) };
  }
  if (apps.length === 0) return { apps };
  const summary = `${count(apps.length, "client ID")} in variables, ${count(apps.length, "key")} in secrets`;
  context.mark({ name: recordsRow, state: "done", summary });
  return { apps };
}

async function setUpApp(
  context: FlowContext,
  deps: SetUpDeps,
  chosen: ChosenApps & Pick<AppSubject, "role" | "creator">,
): Promise<AppOutcome> {
  const { settings, role, ready, outline, approved, confirmed, creator } = chosen;
  const position = { at: outline.indexOf(titleOf(role)) + 1, of: outline.length };
  const isConfirmed = confirmed.includes(role);
  const ceiling = appCeiling(role, settings);
  const subject = { role, ready, position, creator, isConfirmed, ceiling };
  const credential = await setUpCredential(context, deps, subject);
  const installed = await installApp(context, deps, {
    ...subject,
    credential,
    approved: approved[role],
  });
  const { slug, clientId } = credential.app;
  // Completes each App before the next one begins. If setup stops after the first App, its proof
  // is kept.
  await confirmRecord(context, deps, credential);
  if (installed.installation === "proved") await noteKeyDate(context, deps, { role, clientId });
  return { role, slug, clientId, ...installed };
}

/**
 * Returns the repositories that the committed scope approves.
 * @throws InvalidInput if the command line names other repositories
 */
function approve(
  settings: Settings,
  deps: ControlLocation & Pick<SetUpDeps, "approved">,
): SetUpDeps["approved"] {
  const { approved, repository } = deps;
  const enrolled = (role: AppRole) =>
    enrolledRepositories(settings, repository.full, role).flatMap(
      (name) => parseRepositoryName(name) ?? [],
    );
  const scope = { read: enrolled("read"), write: enrolled("write") };
  for (const role of appRoles) {
    const isEnrolled = ({ full }: RepositoryName) =>
      scope[role].some((one) => one.full.toLowerCase() === full.toLowerCase());
    const others = approved[role]?.filter((one) => !isEnrolled(one)) ?? [];
    if (others.length === 0) continue;
    const names = others.map(({ full }) => full).join(", ");
    throw new InvalidInput(
      `The committed scope does not allow the ${titleOf(role)} to access ${names}.`,
      [{ text: "Change the scope", command: commandLine("scope", deps) }],
    );
  }
  return scope;
}

/**
 * Reads back the stored values while the key is still in memory, and stores missing values again.
 */
async function confirmRecord(
  context: FlowContext,
  deps: Pick<SetUpDeps, "readRecords">,
  { role, app, key, storeAgain }: AppCredential,
): Promise<void> {
  // If this run did not store a key, the records that it already read are still current.
  if (key === undefined) return;
  await retryWithOperator(context, { id: "read-back" }, async () => {
    const found = await context.ask.progress(
      { id: "read-back", title: "Reading back the stored records" },
      () => deps.readRecords(),
    );
    await context.reset("records");
    await context.read("records", () => Promise.resolve(found));
    const { clientId, hasKey } = halvesOf(found, role);
    if (clientId === app.clientId && hasKey) return;
    await storeAgain();
    throw new Incomplete("The stored values could not be read back, so they were stored again.", [
      { text: "Read the stored values again" },
    ]);
  });
}

/**
 * Records when the key was stored. A proof counts only for the stored key, and GitHub reveals
 * nothing about that key except this time.
 */
async function noteKeyDate(
  { read, recordValue }: Pick<FlowContext, "read" | "recordValue">,
  deps: ControlLocation & Pick<SetUpDeps, "readRecords">,
  { role, clientId }: { role: AppRole; clientId: string },
): Promise<void> {
  const date = keyDateOf(await read("records", () => deps.readRecords()), role);
  if (date !== undefined) await recordValue(keyDateStep({ ...deps, role }, clientId), date);
}

function describeReadiness({ isOwner, account }: Readiness): string {
  return isOwner
    ? `you own ${account.login}`
    : `you are an admin; an owner of ${account.login} must approve Apps`;
}
