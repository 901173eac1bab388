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
  /** A client without a login. */
  readonly stranger: ForgeClient;
  readonly wantsRun: boolean;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly say: ReportRun;
}

type FirstFacts = Omit<ReviewFacts, "run" | "visibilities">;

/**
 * Reads the facts for the review. Facts that this account cannot see are kept apart from missing
 * ones.
 */
export async function readReviewFacts(wish: ReviewOptions): Promise<ReviewFacts> {
  wish.say({ line: `checking ${wish.repository.full}` });
  const memory = wish.memory ?? remember(wish);
  const facts = await readFirst({ ...wish, memory, now: wish.now(), depth: "whole" });
  wish.signal.throwIfAborted();
  const run = await proveByRun({ ...wish, memory }, facts);
  return { ...facts, run, visibilities: await findVisibilities(wish.stranger, { ...facts, run }) };
}

/** Formatting of commands in next steps; by default, as typed in this terminal. */
interface Naming {
  readonly command?: SayCommand;
}

/** Cached readings from an earlier part of the same command. */
interface Remembering {
  readonly memory?: ControlMemory;
}

export interface SnapshotRequest extends ControlSession, Remembering, Naming {
  /** A client without a login. */
  readonly stranger: ForgeClient;
  readonly now: Date;
  /** Environment of the PAT (default: from the settings). */
  readonly environment?: string | undefined;
}

/** Reads the facts for the review without a run, without outputs and without workflows. */
export async function readFactsAtOnce(wish: SnapshotRequest): Promise<ReviewFacts> {
  const memory = wish.memory ?? remember(wish);
  const facts = await readFirst({ ...wish, memory, depth: "at once" });
  const look = { say: "Verify with a run", command: facts.command("verify") };
  const run = unseen("Only a run can check this.", [look]);
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
  // Readings that this query may answer wait for it. A status without workflows starts its own
  // query instead.
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
    installations: installations ? seen(installations) : unseen("This account cannot list them."),
    entitlement: evaluateEntitlement(billing),
    sharedControl: await reviewSources(sources, profile.brand, decided),
    outputs,
  };
}

/** Lists the committed files to read: scope, decision, workflows and the proof workflow. */
function describeReviewChoice(brand: Brand): RepositorySnapshotRequest {
  const paths = [settingsPath(brand), decisionPath(brand), proofPath(brand)];
  return { paths, folder: sourcesRequest(brand), environments: "told" };
}

/** Reviews the workflows. The parser is loaded only if they were read. */
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
    : unseen(`This account cannot list the ${kind} that the organization shares.`);
}

async function findProtection(
  { client }: ControlSession,
  place: EnvironmentPlace,
): Promise<EnvironmentProtection | undefined> {
  const found = await findEnvironment(client, place);
  return found && readProtection(client, place, found);
}

/**
 * Returns the repository of review outputs: the control repository, unless the settings name
 * another one.
 */
function outputsRepository(settings: Settings | undefined, { repository }: ControlSession): string {
  return settings?.alternateRepository ?? repository.full;
}

async function proveByRun(wish: ReviewOptions, facts: FirstFacts): Promise<ReviewFacts["run"]> {
  const again = { say: "Verify with a run", command: facts.command("verify") };
  if (!wish.wantsRun) return unseen("Only a run can check this, and --no-run was given.", [again]);
  const asked = chooseProofs(facts);
  if (asked.length === 0) return unseen("No credential is set up for a run to test.");
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

/**
 * Returns whether an error affects only the run, so that its checks are unknown. Rate limits,
 * single sign-on and network errors would affect the next request, too.
 */
function tellsOfTheRun(error: unknown): error is UserError {
  if (error instanceof RateLimited || error instanceof SingleSignOnRequired) return false;
  if (error instanceof Incomplete) return true;
  return error instanceof UserError && error.exitCode === exitCode.refused;
}

const pausesMilliseconds = [3000, 4000, 10_000];
const longestPauseMilliseconds = 20_000;

/** Lengthens the pauses, so that a short run is noticed soon and a long run is not polled often. */
function slowDown(pause: ReviewOptions["pause"]): ReviewOptions["pause"] {
  const left = [...pausesMilliseconds];
  return (_, signal) => pause(left.shift() ?? longestPauseMilliseconds, signal);
}

/**
 * Reads a value. Only an explicit refusal counts as not visible. A rate limit, single sign-on or a
 * missing repository stops the review.
 */
async function look<T>(read: () => Promise<T>, refusals = [403]): Promise<Seen<T>> {
  try {
    return seen(await read());
  } catch (error) {
    if (!isRefused(error, ...refusals)) throw error;
    return unseen(error.message, error.hints);
  }
}
