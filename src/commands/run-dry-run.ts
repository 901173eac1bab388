import { appRoles, titleOf } from "../credentials/apps/app-role.ts";
import type { AppRole } from "../credentials/apps/app-role.ts";
import { ceilings } from "../credentials/apps/ceilings.ts";
import { findNeededApps, undecidedApps } from "../credentials/profile/needed-apps.ts";
import type { NeededApps } from "../credentials/profile/needed-apps.ts";
import { requireBrand } from "../forge/brand.ts";
import { isRefused } from "../forge/forge-errors.ts";
import { embeddedHost, resolveHost } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { commandLine } from "../plane/repository/command-line.ts";
import { cacheOwnerRepositories } from "../plane/repository/owner-repositories.ts";
import { createControlMemory } from "../plane/repository/repository-cache.ts";
import { halvesOf } from "../plane/repository/stored-records.ts";
import { appCeiling } from "../plane/scope/app-ceiling.ts";
import { readDecided, valueOf } from "../plane/scope/read-decided.ts";
import type { Decided } from "../plane/scope/read-decided.ts";
import {
  enrolledRepositories,
  gatherProfileFacts,
  scopeFingerprint,
} from "../plane/scope/scope.ts";
import { nameApp, slugOf } from "../plane/setup/app-name.ts";
import { findNames } from "../plane/setup/app-names-seen.ts";
import type { AppNames } from "../plane/setup/app-names-seen.ts";
import type { CredentialFacts } from "../plane/setup/credential-state.ts";
import { explainInUse } from "../plane/setup/name-holder.ts";
import { planSetUp } from "../plane/setup/plan.ts";
import type { PlanFacts, PlanOptions, SetUpPlan } from "../plane/setup/plan.ts";
import { inspectReadiness, NotReady } from "../plane/setup/preflight.ts";
import { exitCode } from "../shared/errors.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { printRows } from "../terminal/paint.ts";
import { connect } from "./connect.ts";
import { planRows } from "./outcomes/print-plan.ts";
import { printJson } from "./outcomes/print-json.ts";
import { requireRepository } from "./repository-here.ts";
import { wireScope } from "./scope-deps.ts";
import type { ScopeDeps } from "../../flows/scope/scope-deps.ts";
import { wirePreflight } from "./setup-deps.ts";

export interface DryRunOptions extends Pick<PlanOptions, "port" | "appNames"> {
  readonly repo?: string | undefined;
  readonly host: string;
  readonly brand?: string | undefined;
  readonly offline?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Runs `setup --dry-run`: reads the current state, and prints the plan. It changes nothing. */
export async function runDryRun(options: DryRunOptions): Promise<void> {
  const { repo, host, json } = options;
  const repository = await requireRepository({ repo, host, json, verb: "setup" });
  const plan = options.offline
    ? planOffline(repository, options)
    : await planFromForge(repository, options);
  if (json) printJson(plan);
  else printRows((style) => planRows(plan, style));
  if (plan.problems.length > 0) process.exitCode = exitCode.incomplete;
}

/** Plans without sending a request, and without starting the embedded forge. */
function planOffline(
  repository: RepositoryName,
  { host, brand, ...options }: DryRunOptions,
): SetUpPlan {
  const name = brand === undefined ? undefined : requireBrand(brand);
  const profile = resolveHost(host === embeddedHost ? "http://127.0.0.1:0" : host, name);
  return planSetUp({ ...options, profile, repository, ceilings });
}

async function planFromForge(
  repository: RepositoryName,
  { host, brand, appNames, port }: DryRunOptions,
): Promise<SetUpPlan> {
  const connection = await connect({ host, brand, env: ourEnvironment() });
  try {
    const { profile, client } = connection;
    const memory = createControlMemory(client, repository);
    const preflight = wirePreflight(connection, { repository, appNames, memory });
    const { readiness, isAdmin, obstacles } = await inspectReadiness(repository, preflight);
    if (!readiness) {
      const command = commandLine("setup", { profile, repository }, ["--dry-run", "--offline"]);
      const text = `Or show the manifests without contacting ${profile.host}`;
      throw new NotReady(repository, obstacles, [{ text, command }]);
    }
    const { account, isOwner } = readiness;
    const ownerRepositories = cacheOwnerRepositories(client, repository.owner, memory);
    const deps = wireScope(connection, { repository, memory, ownerRepositories });
    const names = findNames(client, memory);
    const [decided, credentials] = await Promise.all([
      readDecided(await client(), repository, memory.files.last),
      readCredentials(deps, { repository, appNames, names }),
    ]);
    const needed = await findNeeded(deps, { repository, decided, isOwner });
    const scope = valueOf(decided.settings);
    const facts: PlanFacts = {
      access: { isAdmin, isOwner },
      account,
      scope: decided.settings.state,
      needed,
      credentials,
      problems: [
        ...obstacles.map(({ what }) => what),
        // Setup replaces an invalid decision, but not invalid settings.
        ...(decided.settings.state === "broken" ? [decided.settings.reason] : []),
      ],
    };
    const narrowed = { read: appCeiling("read", scope), write: appCeiling("write", scope) };
    const wanted = { profile, repository, appNames, port, ceilings: narrowed };
    const plan = planSetUp(wanted, facts);
    const taken = await findTaken(plan, { repository, names, operator: deps.operator });
    return { ...plan, problems: [...plan.problems, ...taken] };
  } finally {
    await connection.close();
  }
}

type Facts = Pick<ScopeDeps, "repositoryFacts" | "readRecords" | "operator">;

interface Named {
  readonly repository: RepositoryName;
  readonly names: AppNames;
}

/** Returns undefined if this account cannot list the records. */
async function readCredentials(
  { readRecords }: Facts,
  { repository, names, appNames }: Named & Pick<DryRunOptions, "appNames">,
): Promise<Record<AppRole, CredentialFacts> | undefined> {
  try {
    const records = await readRecords();
    const read = async (role: AppRole): Promise<CredentialFacts> => {
      const halves = halvesOf(records, role);
      const isComplete = halves.clientId !== undefined && halves.hasKey;
      const slug = slugOf(appNames[role] ?? nameApp(repository, role));
      const found = isComplete ? undefined : await names.findApp(slug);
      const isOurs =
        found !== undefined &&
        found !== "refused" &&
        found.owner.toLowerCase() === repository.owner.toLowerCase();
      return { halves, made: undefined, named: isOurs ? found : undefined };
    };
    return { read: await read("read"), write: await read("write") };
  } catch (error) {
    if (isRefused(error, 403, 404)) return undefined;
    throw error;
  }
}

async function findNeeded(
  { repositoryFacts }: Facts,
  {
    repository,
    decided,
    isOwner,
  }: { readonly repository: RepositoryName; readonly decided: Decided; readonly isOwner: boolean },
): Promise<NeededApps> {
  const { settings: found, decision } = decided;
  if (found.state === "missing")
    return undecidedApps("It depends on the scope, which is not defined yet.");
  if (found.state === "broken") return undecidedApps("The committed settings are invalid.");
  const settings = found.value;
  const known = await repositoryFacts(enrolledRepositories(settings, repository.full, "read"));
  const facts = gatherProfileFacts(settings, {
    controlRepository: repository.full,
    visibilities: new Map([...known].map(([name, { visibility }]) => [name, visibility])),
    appInstallable: "unknown",
    patEligible: "unknown",
    patConsent: "unknown",
  });
  const recorded = valueOf(decision);
  const isCurrent = recorded?.scope === scopeFingerprint(settings);
  return findNeededApps(facts, { isOwner, ...(isCurrent && { recorded: recorded.choice }) });
}

/** Describes the names of Apps to create that are not available. */
async function findTaken(
  { apps }: SetUpPlan,
  { repository, names, operator }: Named & Pick<Facts, "operator">,
): Promise<string[]> {
  const taken: string[] = [];
  for (const role of appRoles) {
    const app = apps.find((each) => each.role === role);
    if (app?.status !== "would-be-created") continue;
    const { name } = app.manifest;
    const holder = await names.findHolder(name);
    const owner = repository.owner;
    const reason = holder && explainInUse(holder, { owner, operator: await operator() });
    if (reason !== undefined)
      taken.push(`the name ${name} of the ${titleOf(role)} is not available: ${reason}`);
  }
  return taken;
}
