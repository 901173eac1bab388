import { readEnvironment, readEnvironmentSecrets } from "./environment.ts";
import { seen, unseen } from "./facts.ts";
import type { Found, PromotionFacts, Seen } from "./facts.ts";
import { readReviewOutputs } from "./outputs.ts";
import { chooseProofs } from "./choose-proofs.ts";
import { runVerification } from "../proof/run-proof.ts";
import type { Settings } from "../scope/settings.ts";
import { judgeEntitlement } from "../../credentials/entitlement.ts";
import { RateLimited, RefusedByForge, SingleSignOnRequired } from "../../forge/forge-errors.ts";
import { pause } from "../../forge/pause.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { commandLine } from "../command-line.ts";
import { readPages } from "../stored-records.ts";
import { Incomplete, InvalidInput, UserError, exitCode } from "../../shared/errors.ts";
import type { Connection } from "../../commands/connect.ts";
import { listInstallations } from "../../forge/resources/list-installations.ts";
import { wireScope } from "../../commands/scope-deps.ts";

export interface VerifyWish {
  readonly wantsRun: boolean;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}

type FirstFacts = Omit<PromotionFacts, "run">;

/** Reads what the review judges. What this login may not see is told apart from what is not there. */
export async function readVerifiedFacts(
  connection: Connection,
  repository: RepositoryName,
  wish: VerifyWish,
): Promise<PromotionFacts> {
  wish.say(`Looking at ${repository.full}`);
  const facts = await readFirst(connection, repository);
  wish.signal.throwIfAborted();
  return { ...facts, run: await proveByRun(connection, repository, { facts, wish }) };
}

async function readFirst(connection: Connection, repository: RepositoryName): Promise<FirstFacts> {
  const { profile } = connection;
  const rest = await connection.rest();
  const scope = wireScope(connection, repository);
  const actions = `/repos/${repository.full}/actions`;
  const [settings, decision, variables, secrets, installations, billing] = await Promise.all([
    find(scope.readSettings),
    find(scope.readDecision),
    look(() =>
      readPages<{ name: string; value: string }>(rest, `${actions}/variables`, "variables", 30),
    ),
    look(() => readPages<{ name: string }>(rest, `${actions}/secrets`, "secrets", 100)),
    listInstallations(connection, repository.owner),
    scope.readBilling(),
  ]);
  const known = settings.state === "valid" ? settings.value : undefined;
  const name = known?.environment ?? "control-plane";
  const usesPat = decision.state === "valid" && decision.value.choice.pat;
  const [environment, environmentSecrets, outputs] = await Promise.all([
    usesPat ? look(() => readEnvironment(rest, repository, name)) : unseen("No PAT is chosen."),
    look(() => readEnvironmentSecrets(rest, repository, name)),
    look(() => readReviewOutputs(rest, outputsRepository(known, repository)), [403, 404, 410]),
  ]);
  return {
    controlRepository: repository.full,
    brand: profile.brand,
    now: new Date(),
    command: (verb, more) => commandLine(verb, { profile, repository }, more ? [more] : []),
    settings,
    decision,
    variables: map(variables, (list) => new Map(list.map((each) => [each.name, each.value]))),
    secrets: map(secrets, (list) => new Set(list.map((each) => each.name))),
    environment,
    environmentSecrets,
    installations: installations ? seen(installations) : unseen("This login may not list them."),
    entitlement: judgeEntitlement(billing),
    outputs,
  };
}

/** Review mode keeps outputs in the control repository, unless the settings name another one for them. */
function outputsRepository(settings: Settings | undefined, { full }: RepositoryName): string {
  return settings?.alternateRepository ?? full;
}

async function proveByRun(
  { profile, rest }: Connection,
  repository: RepositoryName,
  { facts, wish }: { facts: FirstFacts; wish: VerifyWish },
): Promise<PromotionFacts["run"]> {
  const again = { say: "Let a run look", command: facts.command("verify") };
  if (!wish.wantsRun) return unseen("Only a run can tell, and --no-run was given.", [again]);
  const asked = chooseProofs(facts);
  if (asked.length === 0) return unseen("Nothing is set up that a run could try.");
  try {
    const found = await runVerification({
      profile,
      rest: await rest(),
      repository,
      signal: wish.signal,
      say: wish.say,
      pause: createSlowingPause(),
      credentials: asked,
      ...(facts.settings.state === "valid" && { environment: facts.settings.value.environment }),
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

const pausesMilliseconds = [1000, 4000, 10_000];
const longestPauseMilliseconds = 20_000;

/** A run of some seconds is seen soon; one of minutes is not asked about all the time. */
function createSlowingPause() {
  const left = [...pausesMilliseconds];
  return (_: number, signal: AbortSignal) =>
    pause(left.shift() ?? longestPauseMilliseconds, signal);
}

/** A file that says nothing sensible is a finding, not the end of the review. */
async function find<T>(read: () => Promise<T | undefined>): Promise<Found<T>> {
  try {
    const value = await read();
    return value === undefined ? { state: "missing" } : { state: "valid", value };
  } catch (error) {
    if (error instanceof InvalidInput) return { state: "broken", because: error.message };
    throw error;
  }
}

/** Only a plain "no" is "not to be seen": a limit, a sign-on or a repository that is not there ends the review. */
async function look<T>(read: () => Promise<T>, refusals = [403]): Promise<Seen<T>> {
  try {
    return seen(await read());
  } catch (error) {
    if (!(error instanceof RefusedByForge) || !refusals.includes(error.status)) throw error;
    if (error instanceof RateLimited || error instanceof SingleSignOnRequired) throw error;
    return unseen(error.message, error.hints);
  }
}

function map<T, U>(what: Seen<T>, change: (value: T) => U): Seen<U> {
  return what.isSeen ? seen(change(what.value)) : what;
}
