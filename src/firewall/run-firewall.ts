import { join } from "node:path";
import { isatty } from "node:tty";
import { invokingUser } from "../shared/invoking-user.ts";
import { chooseFolders, searchedFolders } from "./choose-folders.ts";
import type { ChosenFolders } from "./choose-folders.ts";
import { connectProxy } from "./connect-proxy.ts";
import { countDecisions } from "./count-decisions.ts";
import { evaluateEnd } from "./end-of-run.ts";
import type { EndOfRun } from "./end-of-run.ts";
import type { BudgetMeter, BudgetReport } from "./budget/budget-meter.ts";
import { loadBudget } from "./load-budget.ts";
import type { FileReport, FileRules } from "./file-rules.ts";
import { createEnds } from "./firewall-run.ts";
import type { Ends, FirewallRun, SessionNews } from "./firewall-run.ts";
import { loadFileRules } from "./load-file-rules.ts";
import type { LogEntry } from "./log/logged-decision.ts";
import { bodiesName } from "./log/open-log.ts";
import type { LogLoss } from "./log/open-log.ts";
import { prepareContainer } from "./prepare-container.ts";
import { emptyImage } from "./sandbox/empty-image.ts";
import { explainMissing } from "./sandbox/explain-missing.ts";
import type { Explanation } from "./sandbox/explain-missing.ts";
import { findSockets } from "./sandbox/find-sockets.ts";
import { findCaller } from "./sandbox/caller.ts";
import { findSocketFiles } from "./sandbox/find-socket-files.ts";
import { findUnreadable } from "./sandbox/find-unreadable.ts";
import { encodeEnvironment, runtimeEnvironment } from "./sandbox/environment.ts";
import { ChangedMount, encodeExpected } from "./sandbox/expected-mounts.ts";
import { controlJob, hasTerminal } from "./sandbox/job-control.ts";
import { openContainer } from "./sandbox/open-container.ts";
import type { LaterNews, OpenedContainer } from "./sandbox/open-container.ts";
import { decideLimits } from "./sandbox/resource-limits.ts";
import { findRuntimes } from "./sandbox/runtimes.ts";
import { isNodeStarter, requireStarter } from "./sandbox/starter.ts";
import type { EndOfCommand } from "./sandbox/start-container.ts";
import type { ContainerPlan } from "./sandbox/container-plan.ts";
import type { InitMessage } from "./sandbox/init-messages.ts";
import { requireStreams } from "./sandbox/standard-streams.ts";
import { supervise } from "./sandbox/supervise.ts";
import type { Supervision } from "./sandbox/supervise.ts";
import { makeSessionParts } from "./session-parts.ts";
import type { SessionParts } from "./session-parts.ts";
import { sweepSessions } from "./sessions/sweep-sessions.ts";
import { warnAboutContainer } from "./warn-about-container.ts";
import { warnAboutEngine, warnAboutReplaced } from "./warn-about-engine.ts";
import { warnAboutGit } from "./warn-about-git.ts";
import { describeSession } from "./describe-session.ts";

export interface FirewallResult extends EndOfRun {
  readonly session: SessionNews;
  readonly passed: number;
  readonly denied: number;
  /** Decisions missing from the log; undefined if the log is complete. */
  readonly lost?: LogLoss;
  /** Undefined without file rules. */
  readonly files?: FileReport;
  /** Undefined without a budget. */
  readonly budget?: BudgetReport;
}

/** Properties of this machine that every run needs, regardless of its options. */
export interface Prepared {
  readonly unreadable: Promise<readonly string[]>;
  /** Sockets that the kernel lists; undefined if the list cannot be read. */
  readonly sockets: readonly string[] | undefined;
}

/** Starts searches that run while options and rules are read. */
export function prepareRun(): Prepared {
  requireStreams();
  const unreadable = findUnreadable(process.getuid?.() ?? 0);
  // Prevents an unhandled rejection if an option is invalid.
  unreadable.catch(() => undefined);
  return { unreadable, sockets: findSockets() };
}

/**
 * Runs a command in a container that can access the network only through the proxy. Stops
 * everything when the command exits.
 * @throws UserError if the command could not be isolated; in that case, the command was not started
 */
export async function runFirewall(
  run: FirewallRun,
  { unreadable, sockets }: Prepared,
): Promise<FirewallResult> {
  const ends = createEnds();
  try {
    const caller = findCaller(run.env);
    const folders = chooseFolders({ ...run, caller });
    const found = findSocketFiles(searchedFolders(folders), caller);
    // Prevents an unhandled rejection if another step fails first.
    found.catch(() => undefined);
    const parts = await makeSessionParts(run, ends, { ...folders, caller });
    const socketFiles = await found;
    const needs = { folders, caller, session: parts.session };
    const fileRules = await loadFileRules(run, ends, needs);
    const budget = await loadBudget(run, ends, folders.writable);
    const decisions = countDecisions((entry) => parts.log.write(entry));
    const { session, explain, ...supervision } = await runInside(run, parts, {
      ends,
      folders,
      log: decisions.write,
      unreadable: await unreadable,
      sockets,
      socketFiles,
      fileRules,
      budget,
    });
    const files = await fileRules?.end();
    await ends.all();
    const lost = parts.loss();
    const { passed, denied } = decisions.count();
    const end = evaluateEnd(supervision.end, { ...supervision, explain, command: run.command });
    const more = { ...(lost && { lost }), ...(files && { files }) };
    return { ...end, session, passed, denied, ...more, ...(budget && { budget: budget.report() }) };
  } finally {
    await ends.all();
  }
}

interface Surroundings {
  readonly ends: Ends;
  readonly folders: ChosenFolders;
  readonly log: (entry: LogEntry) => void;
  readonly unreadable: readonly string[];
  readonly sockets: Prepared["sockets"];
  readonly socketFiles: readonly string[];
  readonly fileRules: FileRules | undefined;
  readonly budget: BudgetMeter | undefined;
}

async function runInside(
  run: FirewallRun,
  parts: SessionParts,
  { ends, folders, log, unreadable, sockets, socketFiles, fileRules, budget }: Surroundings,
): Promise<InsideResult> {
  const starter = requireStarter();
  const { plan, expected, environment } = prepareContainer({
    ...run,
    ...parts,
    folders,
    unreadable,
    sockets: sockets ?? [],
    socketFiles,
    access: fileRules?.access,
    kept: [...run.kept, ...parts.kept],
  });
  ends.add(expected.close);
  const hadTerminal = hasTerminal();
  const later: LaterNews[] = [];
  const onMessage = (news: InitMessage) => later.forEach((each) => each(news));
  const opening = open(run, parts, { plan, writable: folders.writable, hadTerminal, onMessage });
  // Does other work while the kernel creates the container.
  parts.session.guard();
  sweepSessions(run.now, { owner: invokingUser(run.env) });
  const opened = await opening;
  const { container } = opened;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure = error;
    container.signal("SIGKILL");
  };
  // Without the process that mints, tokens would neither be renewed nor revoked.
  run.minter?.onGone(fail);
  const proxy = connectProxy(run, { ...parts, budget }, { log, fail });
  ends.add(() => proxy.close());
  proxy.serveAll(opened);
  const session = describeSession(run, parts, {
    ...opened,
    warnings: [
      ...warnAboutContainer(run.settings, opened, { hasSocketList: sockets !== undefined }),
      ...warnAboutGit(folders),
      ...(fileRules?.warnings ?? []),
      ...(run.settings.logBodies === undefined ? [] : [warnAboutBodies(parts.log.folder)]),
      ...warnAboutEngine(run.settings.engine, {
        home: parts.caller.home,
        environment,
        mounts: folders.mounts,
      }),
      ...warnAboutReplaced(run.settings, parts.provider),
    ],
  });
  try {
    // Ensures that all messages appear before the command's output.
    await run.onMessage(session);
  } catch (error) {
    container.signal("SIGKILL");
    throw error;
  }
  const job = controlJob(container, {
    starter,
    hadTerminal,
    isBehindAnother: opened.runtime.name !== "bubblewrap" || isNodeStarter(starter),
  });
  later.push((news) => job.receive(news));
  ends.add(() => job.end());
  fileRules?.watch(fail);
  // Called before the command starts, because a signal can arrive as soon as the command runs.
  const supervised = supervise(container, {
    timeoutSeconds: run.settings.timeoutSeconds,
    onForwarded: run.minter?.onSignal,
  });
  const variables = { ...environment, ...withoutCapture(opened) };
  budget?.start();
  container.begin(encodeEnvironment(variables), encodeExpected(expected.entries));
  const { end, timedOut } = await supervised;
  if (failure !== undefined) throw failure;
  if (end.kind === "differs")
    throw new ChangedMount(expected.entries[end.entry]?.target ?? "A mount");
  const program = run.command[0] ?? "";
  const path = environment["PATH"] ?? "";
  const explain = () =>
    explainMissing({ ...plan, program, path, caller: parts.caller, writable: folders.writable });
  return { end, timedOut, session, explain };
}

interface InsideResult extends Supervision {
  readonly end: EndOfCommand;
  readonly session: SessionNews;
  readonly explain: () => Explanation | undefined;
}

/** Returns a variable that makes Node use the proxy itself, if its connections are not captured. */
function withoutCapture({ uncaught }: OpenedContainer): Readonly<Record<string, string>> {
  return uncaught.length === 0 ? {} : { NODE_USE_ENV_PROXY: "1" };
}

function warnAboutBodies(folder: string): string {
  return `Bodies are logged in ${join(folder, bodiesName)}. They may contain secrets that gatehouse does not recognize.`;
}

interface Opening {
  readonly plan: ContainerPlan;
  readonly writable: readonly string[];
  readonly hadTerminal: boolean;
  readonly onMessage: LaterNews;
}

async function open(
  { settings, command, env }: FirewallRun,
  { session, locations }: SessionParts,
  { plan, writable, hadTerminal, onMessage }: Opening,
): Promise<OpenedContainer> {
  const starter = requireStarter();
  const machine = {
    uid: process.getuid?.() ?? 0,
    path: env["PATH"] ?? "",
    unsafe: writable,
    starter,
  };
  return await openContainer(findRuntimes(settings.runtime, machine), plan, {
    choice: settings.runtime,
    starter,
    folder: session.path,
    image: settings.image ?? emptyImage,
    session: session.id,
    hasTerminal: hadTerminal,
    input: isatty(0) ? "terminal" : "other",
    localPorts: [locations.proxyPort, locations.providerPort].filter((port) => port !== undefined),
    caughtPorts: locations.caughtPorts,
    command,
    uid: machine.uid,
    environment: runtimeEnvironment(env),
    limits: decideLimits(settings.limits),
    onMessage,
  });
}
