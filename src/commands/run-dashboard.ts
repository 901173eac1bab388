import { setTimeout as wait } from "node:timers/promises";
import { canDrawScreens } from "../prompts/can-draw-screens.ts";
import { handleSignals } from "../prompts/signal-handlers.ts";
import { openLink } from "../prompts/open-link.ts";
import { chooseRun } from "../plane/dashboard/choose-run.ts";
import { createDashboardReader } from "../plane/dashboard/read-dashboard.ts";
import type { DashboardReader } from "../plane/dashboard/read-dashboard.ts";
import { watchDashboard } from "../plane/dashboard/watch-dashboard.ts";
import type { DashboardView, WatchDeps } from "../plane/dashboard/watch-dashboard.ts";
import { requireVisible } from "../plane/repository/unseen-repository.ts";
import { commandLine, commandWords } from "../plane/repository/command-line.ts";
import { readStatus } from "../plane/verify/read-status.ts";
import type { Connection } from "../forge/connection.ts";
import { parseAddress } from "../forge/parse-address.ts";
import type { CountedSend } from "../forge/count-requests.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { Program } from "../cli/command.ts";
import { printRows } from "../terminal/paint.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { InvalidInput, UserError } from "../shared/errors.ts";
import type { Stopped } from "../shared/errors.ts";
import type { DashboardOptions } from "./dashboard-options.ts";
import { dashboardKeys } from "./outcomes/dashboard-keys.ts";
import { dashboardRows, viewRows } from "./outcomes/print-dashboard.ts";
import { printJson } from "./outcomes/print-json.ts";
import { readSetUpProofs } from "./set-up-proofs.ts";

interface OpenedRequest {
  readonly repository: RepositoryName;
  readonly options: DashboardOptions;
  readonly counted: Omit<CountedSend, "wrap">;
  readonly run: Program["run"];
}

type Pace = Pick<WatchDeps, "everySeconds" | "mostPerHour">;

export interface OpenedDashboard {
  printOnce(): Promise<void>;
  /**
   * Updates the dashboard until the operator quits.
   * @throws InvalidInput without a terminal
   */
  watch(pace: Pace): Promise<void>;
}

export async function openDashboard(
  connection: Connection,
  { repository, options, counted, run }: OpenedRequest,
): Promise<OpenedDashboard> {
  const { profile, stranger } = connection;
  const client = await connection.client();
  const env = ourEnvironment();
  const reader = explainUnseen(
    { connection, repository },
    createDashboardReader({
      client,
      repository,
      own: () => counted.count().core,
      hasRoomFor: counted.hasRoomFor,
      status: async () => {
        const proofs = await readSetUpProofs(env, { profile, repository });
        const { environment } = options;
        return readStatus({ client, stranger, repository, environment, now: new Date(), proofs });
      },
    }),
  );
  return {
    printOnce: async () => {
      const now = new Date();
      const { dashboard, failure } = await reader.read(now);
      if (options.json) printJson(dashboard);
      else {
        const words = `read from ${profile.host} just now`;
        printRows((style) =>
          dashboardRows(dashboard, { repo: repository.full, words, now }, style),
        );
      }
      // The data that could be read is printed first; the failure determines the exit code.
      if (failure) throw failure;
    },
    watch: async (pace) => {
      const location = { profile, repository };
      const leave = await showLive({ reader, counted, pace, location, mayOpen: options.open });
      const more = options.open ? [] : ["--no-open"];
      // The wizard replaces the dashboard on the screen.
      if (leave !== "leave") await run(commandWords(leave, location, more));
    },
  };
}

/** Replaces "not found" errors with an explanation if the account cannot see the repository. */
function explainUnseen(
  location: { readonly connection: Connection; readonly repository: RepositoryName },
  reader: DashboardReader,
): DashboardReader {
  const explain = (failure: UserError): Promise<UserError> =>
    requireVisible(location, () => Promise.reject<UserError>(failure)).catch(toUserError);
  return {
    ...reader,
    read: async (now, signal) => {
      const { dashboard, failure } = await requireVisible(location, () => reader.read(now, signal));
      return { dashboard, failure: failure && (await explain(failure)) };
    },
  };
}

function toUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  throw error;
}

interface LiveRequest {
  readonly reader: ReturnType<typeof createDashboardReader>;
  readonly counted: OpenedRequest["counted"];
  readonly pace: Pace;
  readonly location: Parameters<typeof commandLine>[1];
  readonly mayOpen: boolean;
}

/** The reason why the operator left the dashboard. */
type Leaving = "leave" | "rotate" | "exposed";

const leavings: Readonly<Record<string, Leaving>> = { leave: "leave", t: "rotate", x: "exposed" };

async function showLive({
  reader,
  counted,
  pace,
  location,
  mayOpen,
}: LiveRequest): Promise<Leaving> {
  const { stdin, stdout } = process;
  const env = ourEnvironment();
  const screens = canDrawScreens({ stdin, stdout, env });
  if (!screens.ok) {
    throw new InvalidInput(`Cannot show the live dashboard: ${screens.reason}.`, [
      { text: "Print the dashboard once", command: `${commandLine("dashboard", location)} --once` },
    ]);
  }
  const { openLive } = await import("../../components/open-live.ts");
  const { stops, end: stopHearing } = handleSignals();
  const repo = location.repository.full;
  let leaving: Leaving = "leave";
  let isRecordShown = false;
  let steps = 0;
  let link: string | undefined;
  let view: DashboardView | undefined;
  let stopped: Stopped | undefined;
  const chosen = () => view?.dashboard && chooseRun(view.dashboard, steps);
  const keys = () => {
    const hasMore = (view?.dashboard?.runs.length ?? 0) > 1;
    return dashboardKeys({ run: chosen(), hasMore, mayOpen });
  };
  const draw = () => {
    const shown = { repo, isRecordShown, now: new Date(), link };
    live.show((style) => viewRows(view, shown, style), keys());
  };
  const open = async () => {
    const run = chosen();
    // The run's link comes from a server response, so it is opened only if it points to the forge.
    const origin = run && parseAddress(run.link)?.origin;
    if (!run || origin !== new URL(location.profile.webUrl).origin) return;
    // Removes the link to the previously opened run from the screen.
    link = undefined;
    if (!mayOpen || !(await openLink(run.link))) link = run.link;
    draw();
  };
  const press = (key: string) => {
    const wanted = leavings[key];
    if (wanted !== undefined) {
      leaving = wanted;
      watch.end();
    } else if (key === "r") watch.again();
    else if (key === "enter") void open();
    else if (key === "g" || key === "n") {
      if (key === "g") isRecordShown = !isRecordShown;
      else steps += 1;
      draw();
    }
  };
  const live = await openLive({
    stdin,
    stdout,
    env,
    stops,
    draw: (style) => viewRows(undefined, { repo, isRecordShown, now: new Date() }, style),
    keys: keys(),
    onKey: press,
  });
  const watch = watchDashboard(
    { reader, ...counted, ...pace, now: () => new Date(), pause },
    (next) => {
      view = next;
      draw();
    },
  );
  // Countdowns are also redrawn between updates.
  const ticking = setInterval(draw, 1000);
  const stopListening = stops.listen({
    onStop: (stop) => {
      stopped = stop;
      watch.end();
    },
  });
  try {
    await watch.ended;
  } finally {
    clearInterval(ticking);
    stopListening();
    live.close();
    stopHearing();
  }
  // Ctrl-C quits the dashboard, like q; other signals are reported as a stop.
  if (stopped && stopped.by !== "SIGINT") throw stopped;
  return leaving;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // Aborting the wait is not an error.
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}
