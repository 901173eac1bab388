import { usualEnvironment } from "../../credentials/records.ts";
import { evaluateEntitlement } from "../../credentials/entitlement.ts";
import type { Brand } from "../../forge/brand.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { isRefused, RateLimited, SingleSignOnRequired } from "../../forge/forge-errors.ts";
import { findEnvironment } from "../../forge/resources/environments.ts";
import type { EnvironmentPlace } from "../../forge/resources/environments.ts";
import type { SnapshotRequest as RepositorySnapshotRequest } from "../../forge/resources/repository-snapshot.ts";
import { listEnvironmentSecrets } from "../../forge/resources/secrets.ts";
import { Incomplete, UserError, exitCode } from "../../shared/errors.ts";
import { commandLine } from "../repository/command-line.ts";
import type { SayCommand } from "../repository/command-line.ts";
import { createControlMemory } from "../repository/repository-cache.ts";
import type { ControlMemory } from "../repository/repository-cache.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { readSharedNames } from "../repository/stored-records.ts";
import { readProtection } from "../repository/environment-protection.ts";
import type { EnvironmentProtection } from "../repository/environment-protection.ts";
import { proofPath } from "../proof/proof-workflow.ts";
import { runProof } from "../proof/run-proof.ts";
import type { ReportRun } from "../repository/run-workflow.ts";
import { decisionPath, settingsPath } from "../scope/control-files.ts";
import { readDecided, valueOf } from "../scope/read-decided.ts";
import type { Decided } from "../scope/read-decided.ts";
import type { Settings } from "../scope/settings.ts";
import type { ControlSource } from "../../run/control/check-control.ts";
import type { ControlFindings } from "../../run/control/review-control.ts";
import { readRepositorySources, sourcesRequest } from "../../run/control/repository-sources.ts";
import { chooseProofs } from "./choose-proofs.ts";
import { findVisibilities } from "./find-visibilities.ts";
import { seen, unseen } from "./review-facts.ts";
import type { ReviewFacts, Seen } from "./review-facts.ts";
import { readReviewOutputs } from "./outputs.ts";

export interface ReviewOptions extends ControlSession, Remembering, Naming {
  /** Speaks without a login. */
  readonly stranger: ForgeClient;
  readonly wantsRun: boolean;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly say: ReportRun;
}

type FirstFacts = Omit<ReviewFacts, "run" | "visibilities">;

/** Reads what the review judges. What this login may not see is told apart from what is not there. */
export async function readReviewFacts(wish: ReviewOptions): Promise<ReviewFacts> {
  wish.say({ line: `looking at ${wish.repository.full}` });
  const memory = wish.memory ?? remember(wish);
  const facts = await readFirst({ ...wish, memory, now: wish.now(), depth: "whole" });
  wish.signal.throwIfAborted();
  const run = await proveByRun({ ...wish, memory }, facts);
  return { ...facts, run, visibilities: await findVisibilities(wish.stranger, { ...facts, run }) };
}

/** How what is to be done names a command: as it is typed here, unless this says otherwise. */
interface Naming {
  readonly command?: SayCommand;
}

/** What an earlier part of the same run has read, so that it is not read again. */
interface Remembering {
  readonly memory?: ControlMemory;
}

export interface SnapshotRequest extends ControlSession, Remembering, Naming {
  /** Speaks without a login. */
  readonly stranger: ForgeClient;
  readonly now: Date;
  /** Where the PAT is looked for; as the settings say unless told. */
  readonly environment?: string | undefined;
}

/** What the review judges, as far as the forge tells it without a run, without anybody's output and without the workflows. */
export async function readFactsAtOnce(wish: SnapshotRequest): Promise<ReviewFacts> {
  const memory = wish.memory ?? remember(wish);
  const facts = await readFirst({ ...wish, memory, depth: "at once" });
  const look = { say: "Let a run look", command: facts.command("verify") };
  const run = unseen("Only a run can tell.", [look]);
  return { ...facts, run, visibilities: await findVisibilities(wish.stranger, { ...facts, run }) };
}

type FirstReadOptions = SnapshotRequest &
  Required<Remembering> & { readonly depth: "whole" | "at once" };

function remember({ client, repository }: ControlSession): ControlMemory {
  return createControlMemory(() => Promise.resolve(client), repository);
}

async function readFirst(wish: FirstReadOptions): Promise<FirstFacts> {
  const { client, repository, memory } = wish;
  const { profile } = client;
  const isWhole = wish.depth === "whole";
  // Each reading waits for it where it may tell the same. What has no workflows to read asks for all by itself, at once.
  if (isWhole) void memory.look(describeReviewChoice(profile.brand));
  const [decided, sources, variables, secrets, shared, installations, billing] = await Promise.all([
    readDecided(client, repository, memory.files.last),
    isWhole
      ? look(async () => (await memory.seen())?.folder ?? readRepositorySources(client, repository))
      : unseen("The workflows were not read."),
    look(memory.variables.last),
    look(memory.secrets.last),
    readSharedNames(wish, memory.seen),
    memory.installations.last(),
    memory.billing.last(),
  ]);
  const known = valueOf(decided.settings);
  const place = {
    repository,
    environment: wish.environment ?? known?.environment ?? usualEnvironment,
  };
  const mayBeThere = !(await memory.lacksEnvironment(place.environment));
  const usesPat = valueOf(decided.decision)?.choice.pat === true;
  const [environment, environmentSecrets, outputs] = await Promise.all([
    usesPat
      ? look(async () => (mayBeThere ? findProtection(wish, place) : undefined), [403, 404])
      : unseen("No PAT is chosen."),
    mayBeThere
      ? look(() => listEnvironmentSecrets(client, place))
      : seen(new Map<string, string>()),
    isWhole
      ? look(() => readReviewOutputs(client, outputsRepository(known, wish)), [403, 404, 410])
      : unseen("The outputs were not read."),
  ]);
  return {
    controlRepository: repository.full,
    brand: profile.brand,
    now: wish.now,
    command: wish.command ?? ((verb, more) => commandLine(verb, { profile, repository }, more)),
    ...decided,
    variables,
    secrets,
    organizationVariables: orUnseen(shared.variables, "variables"),
    organizationSecrets: orUnseen(shared.secrets, "secrets"),
    environment,
    environmentName: place.environment,
    environmentSecrets,
    installations: installations ? seen(installations) : unseen("This login may not list them."),
    entitlement: evaluateEntitlement(billing),
    sharedControl: await reviewSources(sources, profile.brand, decided),
    outputs,
  };
}

/** What is checked in: the scope, the decision, the workflows, and the one that a run is started by. */
function describeReviewChoice(brand: Brand): RepositorySnapshotRequest {
  const paths = [settingsPath(brand), decisionPath(brand), proofPath(brand)];
  return { paths, folder: sourcesRequest(brand), environments: "told" };
}

/** What parses workflows is loaded only where there are some to parse. */
async function reviewSources(
  sources: Seen<readonly ControlSource[]>,
  brand: Brand,
  decided: Decided,
): Promise<Seen<ControlFindings>> {
  if (!sources.isSeen) return sources;
  const { reviewControlSources } = await import("../../run/control/review-control.ts");
  return seen(reviewControlSources(sources.value, brand, decided));
}

function orUnseen(names: ReadonlySet<string> | undefined, kind: "variables" | "secrets") {
  return names
    ? seen(names)
    : unseen(`This login may not list the ${kind} that the organization shares.`);
}

async function findProtection(
  { client }: ControlSession,
  place: EnvironmentPlace,
): Promise<EnvironmentProtection | undefined> {
  const found = await findEnvironment(client, place);
  return found && readProtection(client, place, found);
}

/** Review mode keeps outputs in the control repository, unless the settings name another one for them. */
function outputsRepository(settings: Settings | undefined, { repository }: ControlSession): string {
  return settings?.alternateRepository ?? repository.full;
}

async function proveByRun(wish: ReviewOptions, facts: FirstFacts): Promise<ReviewFacts["run"]> {
  const again = { say: "Let a run look", command: facts.command("verify") };
  if (!wish.wantsRun) return unseen("Only a run can tell, and --no-run was given.", [again]);
  const asked = chooseProofs(facts);
  if (asked.length === 0) return unseen("Nothing is set up that a run could try.");
  const settings = valueOf(facts.settings);
  try {
    const found = await runProof({
      ...wish,
      pause: slowDown(wish.pause),
      credentials: asked,
      ...(settings && { environment: settings.environment }),
    });
    return seen({ asked, found });
  } catch (error) {
    if (!tellsOfTheRun(error)) throw error;
    return unseen(error.message, error.hints);
  }
}

/** A run that cannot be had leaves checks unknown. A limit, a sign-on or silence would befall the next request, too. */
function tellsOfTheRun(error: unknown): error is UserError {
  if (error instanceof RateLimited || error instanceof SingleSignOnRequired) return false;
  if (error instanceof Incomplete) return true;
  return error instanceof UserError && error.exitCode === exitCode.refused;
}

const pausesMilliseconds = [3000, 4000, 10_000];
const longestPauseMilliseconds = 20_000;

/** A run of some seconds is seen soon; one of minutes is not asked about all the time. */
function slowDown(pause: ReviewOptions["pause"]): ReviewOptions["pause"] {
  const left = [...pausesMilliseconds];
  return (_, signal) => pause(left.shift() ?? longestPauseMilliseconds, signal);
}

/** Only a plain "no" is "not to be seen": a limit, a sign-on or a repository that is not there ends the review. */
async function look<T>(read: () => Promise<T>, refusals = [403]): Promise<Seen<T>> {
  try {
    return seen(await read());
  } catch (error) {
    if (!isRefused(error, ...refusals)) throw error;
    return unseen(error.message, error.hints);
  }
}
