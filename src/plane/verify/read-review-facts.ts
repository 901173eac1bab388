import { usualEnvironment } from "../../credentials/records.ts";
import { evaluateEntitlement } from "../../credentials/entitlement.ts";
import type { Brand } from "../../forge/brand.ts";
import type { ForgeClient } from "../../forge/client.ts";
import { isRefused, RateLimited, SingleSignOnRequired } from "../../forge/forge-errors.ts";
import { findEnvironment } from "../../forge/resources/environments.ts";
import type { EnvironmentLocation } from "../../forge/resources/environments.ts";
import type { SnapshotRequest as RepositorySnapshotRequest } from "../../forge/resources/repository-snapshot.ts";
import { listEnvironmentSecrets } from "../../forge/resources/secrets.ts";
import { Incomplete, UserError, exitCode } from "../../shared/errors.ts";
import { commandLine } from "../repository/command-line.ts";
import type { CommandFormatter } from "../repository/command-line.ts";
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
import { readRunPackage } from "./run-package.ts";

export interface ReviewOptions extends ControlSession, Remembering, Naming {
  /** An unauthenticated client. */
  readonly stranger: ForgeClient;
  readonly wantsRun: boolean;
  readonly now: () => Date;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly report: ReportRun;
}

type FirstFacts = Omit<ReviewFacts, "run" | "visibilities">;

/**
 * Reads the facts for the review. Distinguishes facts that this account cannot see from missing
 * facts.
 */
export async function readReviewFacts(options: ReviewOptions): Promise<ReviewFacts> {
  options.report({ line: `checking ${options.repository.full}` });
  const memory = options.memory ?? record(options);
  const facts = await readFirst({ ...options, memory, now: options.now(), depth: "full" });
  options.signal.throwIfAborted();
  const run = await proveByRun({ ...options, memory }, facts);
  return {
    ...facts,
    run,
    visibilities: await findVisibilities(options.stranger, { ...facts, run }),
  };
}

/** Format of commands in next steps (default: as typed in this terminal). */
interface Naming {
  readonly command?: CommandFormatter;
}

/** Data that an earlier part of the same command has cached. */
interface Remembering {
  readonly memory?: ControlMemory;
}

export interface SnapshotRequest extends ControlSession, Remembering, Naming {
  /** An unauthenticated client. */
  readonly stranger: ForgeClient;
  readonly now: Date;
  /** Name of the environment that stores the PAT (default: from the settings). */
  readonly environment?: string | undefined;
}

/** Reads the review's facts except for the run, the outputs, and a package at a URL. */
export async function readFactsAtOnce(request: SnapshotRequest): Promise<ReviewFacts> {
  const memory = request.memory ?? record(request);
  const facts = await readFirst({ ...request, memory, depth: "quick" });
  const attempt = { text: "Verify with a run", command: facts.command("verify") };
  const run = unseen("Only a run can check this.", [attempt]);
  return {
    ...facts,
    run,
    visibilities: await findVisibilities(request.stranger, { ...facts, run }),
  };
}

type FirstReadOptions = SnapshotRequest &
  Required<Remembering> &
  ({ readonly depth: "full"; readonly signal: AbortSignal } | { readonly depth: "quick" });

function record({ client, repository }: ControlSession): ControlMemory {
  return createControlMemory(() => Promise.resolve(client), repository);
}

async function readFirst(options: FirstReadOptions): Promise<FirstFacts> {
  const { client, repository, memory } = options;
  const { profile } = client;
  const isComplete = options.depth === "full";
  // Starts this query first, so that requests for data that it may contain wait for its result.
  void memory.read(describeReviewChoice(profile.brand));
  const [decided, sources, variables, secrets, shared, installations, billing] = await Promise.all([
    readDecided(client, repository, memory.files.last),
    attempt(async () => (await memory.seen())?.folder ?? readRepositorySources(client, repository)),
    attempt(memory.variables.last),
    attempt(memory.secrets.last),
    readSharedNames(options, memory.seen),
    memory.installations.last(),
    memory.billing.last(),
  ]);
  const sharedControl = await reviewSources(sources, profile.brand, decided);
  const known = valueOf(decided.settings);
  const location = {
    repository,
    environment: options.environment ?? known?.environment ?? usualEnvironment,
  };
  const mayBeThere = !(await memory.lacksEnvironment(location.environment));
  const usesPat = valueOf(decided.decision)?.choice.pat === true;
  const pin = sharedControl.isSeen ? sharedControl.value.pin : undefined;
  const [environment, environmentSecrets, runPackage, outputs] = await Promise.all([
    usesPat
      ? attempt(
          async () => (mayBeThere ? findProtection(options, location) : undefined),
          [403, 404],
        )
      : unseen("No PAT is chosen."),
    mayBeThere
      ? attempt(() => listEnvironmentSecrets(client, location))
      : seen(new Map<string, string>()),
    readRunPackage(client, repository, {
      pin,
      signal: options.depth === "full" ? options.signal : undefined,
    }),
    isComplete
      ? attempt(() => readReviewOutputs(client, outputsRepository(known, options)), [403, 404, 410])
      : unseen("The outputs were not read."),
  ]);
  return {
    controlRepository: repository.full,
    brand: profile.brand,
    isEmbedded: profile.isEmbedded,
    now: options.now,
    command: options.command ?? ((verb, more) => commandLine(verb, { profile, repository }, more)),
    ...decided,
    variables,
    secrets,
    organizationVariables: orUnseen(shared.variables, "variables"),
    organizationSecrets: orUnseen(shared.secrets, "secrets"),
    environment,
    environmentName: location.environment,
    environmentSecrets,
    installations: installations ? seen(installations) : unseen("This account cannot list them."),
    entitlement: evaluateEntitlement(billing),
    sharedControl,
    runPackage,
    outputs,
  };
}

/** Lists the committed files to read: scope, decision, workflows and the proof workflow. */
function describeReviewChoice(brand: Brand): RepositorySnapshotRequest {
  const paths = [settingsPath(brand), decisionPath(brand), proofPath(brand)];
  return { paths, folder: sourcesRequest(brand), environments: "reported" };
}

/** Reviews the workflows. The parser is loaded only if the workflows were read. */
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
  location: EnvironmentLocation,
): Promise<EnvironmentProtection | undefined> {
  const found = await findEnvironment(client, location);
  return found && readProtection(client, location, found);
}

/**
 * Returns the repository for review outputs: the control repository, unless the settings name
 * another one.
 */
function outputsRepository(settings: Settings | undefined, { repository }: ControlSession): string {
  return settings?.alternateRepository ?? repository.full;
}

async function proveByRun(options: ReviewOptions, facts: FirstFacts): Promise<ReviewFacts["run"]> {
  const again = { text: "Verify with a run", command: facts.command("verify") };
  if (!options.wantsRun)
    return unseen("Only a run can check this, and --no-run was given.", [again]);
  const asked = chooseProofs(facts);
  if (asked.length === 0) return unseen("No credential is set up for a run to test.");
  const settings = valueOf(facts.settings);
  try {
    const found = await runProof({
      ...options,
      pause: slowDown(options.pause),
      credentials: asked,
      ...(settings && { environment: settings.environment }),
    });
    return seen({ asked, found });
  } catch (error) {
    if (!describesTheRun(error)) throw error;
    return unseen(error.message, error.hints);
  }
}

/**
 * Returns whether an error affects only the proof run, so that only checks that need the run are
 * unknown. Rate limits, single sign-on and network errors would also affect the next request.
 */
function describesTheRun(error: unknown): error is UserError {
  if (error instanceof RateLimited || error instanceof SingleSignOnRequired) return false;
  if (error instanceof Incomplete) return true;
  return error instanceof UserError && error.exitCode === exitCode.refused;
}

const pausesMilliseconds = [3000, 4000, 10_000];
const longestPauseMilliseconds = 20_000;

/**
 * Increases the pauses between polls, so that the end of a short run is detected soon and a long
 * run is not polled often.
 */
function slowDown(pause: ReviewOptions["pause"]): ReviewOptions["pause"] {
  const left = [...pausesMilliseconds];
  return (_, signal) => pause(left.shift() ?? longestPauseMilliseconds, signal);
}

/**
 * Reads a value. Only an explicit refusal counts as not visible. A rate limit, single sign-on or a
 * missing repository stops the review.
 */
async function attempt<T>(read: () => Promise<T>, refusals = [403]): Promise<Seen<T>> {
  try {
    return seen(await read());
  } catch (error) {
    if (!isRefused(error, ...refusals)) throw error;
    return unseen(error.message, error.hints);
  }
}
