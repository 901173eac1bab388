import { setTimeout as wait } from "node:timers/promises";
import { Command } from "commander";
import { canDrawScreens } from "../asking/can-draw-screens.ts";
import { hearStops } from "../asking/hear-stops.ts";
import { openLink } from "../asking/open-link.ts";
import { createDashboardReader } from "../control/dashboard/read-dashboard.ts";
import { watchDashboard } from "../control/dashboard/watch-dashboard.ts";
import type { DashboardView, WatchDeps } from "../control/dashboard/watch-dashboard.ts";
import { commandLine } from "../control/command-line.ts";
import { readStatus } from "../control/review/read-status.ts";
import type { Connection } from "../forge/connection.ts";
import type { RequestCount } from "../forge/count-requests.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { printRows } from "../layout/paint.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { DashboardOptions } from "./dashboard-options.ts";
import { dashboardKeys, dashboardRows, viewRows } from "./outcomes/print-dashboard.ts";
import { readSetUpProofs } from "./set-up-proofs.ts";

interface Wish {
  readonly repository: RepositoryName;
  readonly options: DashboardOptions;
  readonly count: () => RequestCount;
}

type Pace = Pick<WatchDeps, "everySeconds" | "mostPerHour">;

export interface OpenedDashboard {
  printOnce(): Promise<void>;
  /** Until somebody leaves. @throws InvalidInput where there is no terminal */
  watch(pace: Pace): Promise<void>;
}

export async function openDashboard(
  connection: Connection,
  { repository, options, count }: Wish,
): Promise<OpenedDashboard> {
  const { profile, stranger } = connection;
  const client = await connection.client();
  const env = ourEnvironment();
  const reader = createDashboardReader({
    client,
    repository,
    own: () => count().core,
    status: async () => {
      const proofs = await readSetUpProofs(env, { profile, repository });
      const { environment } = options;
      return readStatus({ client, stranger, repository, environment, now: new Date(), proofs });
    },
  });
  return {
    printOnce: async () => {
      const now = new Date();
      const dashboard = await reader.look(now);
      if (options.json) process.stdout.write(`${JSON.stringify(dashboard, null, 2)}\n`);
      else {
        const words = `asked ${profile.host} just now`;
        printRows((look) => dashboardRows(dashboard, { repo: repository.full, words, now }, look));
      }
    },
    watch: async (pace) => {
      const place = { profile, repository };
      const leave = await showLive({ reader, count, pace, place, mayOpen: options.open });
      if (leave !== "leave") await goOn(leave, commandLine(leave, place));
    },
  };
}

interface LiveWish {
  readonly reader: ReturnType<typeof createDashboardReader>;
  readonly count: () => RequestCount;
  readonly pace: Pace;
  readonly place: Parameters<typeof commandLine>[1];
  readonly mayOpen: boolean;
}

/** What somebody left for. */
type Leaving = "leave" | "rotate" | "exposed";

const leavings: Readonly<Record<string, Leaving>> = { leave: "leave", t: "rotate", x: "exposed" };

async function showLive({ reader, count, pace, place, mayOpen }: LiveWish): Promise<Leaving> {
  const { stdin, stdout } = process;
  const env = ourEnvironment();
  const screens = canDrawScreens({ stdin, stdout, env });
  if (!screens.ok) {
    throw new InvalidInput(`There is no live screen here: ${screens.because}.`, [
      { say: "Print it once", command: `${commandLine("dashboard", place)} --once` },
    ]);
  }
  const { openLive } = await import("../../components/open-live.ts");
  const { stops, end: stopHearing } = hearStops();
  let leaving: Leaving = "leave";
  let isRecordShown = false;
  let view: DashboardView | undefined;
  const draw = () => {
    const shown = { repo: place.repository.full, isRecordShown, now: new Date() };
    live.show((look) => viewRows(view, shown, look), dashboardKeys(view));
  };
  const press = (key: string) => {
    const wanted = leavings[key];
    if (wanted !== undefined) {
      leaving = wanted;
      watch.end();
    } else if (key === "r") watch.again();
    else if (key === "g") {
      isRecordShown = !isRecordShown;
      draw();
    } else if (key === "enter") {
      const link = view?.dashboard?.runs[0]?.link;
      if (mayOpen && link !== undefined) void openLink(link);
    }
  };
  const live = await openLive({
    stdin,
    stdout,
    env,
    stops,
    draw: (look) => viewRows(undefined, startOf(place.repository), look),
    keys: dashboardKeys(undefined),
    onKey: press,
  });
  const watch = watchDashboard({ reader, count, ...pace, now: () => new Date(), pause }, (next) => {
    view = next;
    draw();
  });
  const stopListening = stops.listen({ onStop: () => watch.end() });
  try {
    await watch.ended;
  } finally {
    stopListening();
    live.close();
    stopHearing();
  }
  return leaving;
}

function startOf({ full }: RepositoryName) {
  return { repo: full, isRecordShown: false, now: new Date() };
}

/** The wizard begins where the dashboard was. */
async function goOn(verb: Exclude<Leaving, "leave">, command: string): Promise<void> {
  const { define } = verb === "rotate" ? await import("./rotate.ts") : await import("./exposed.ts");
  const program = new Command("gatehouse").exitOverride();
  define(program.command(verb));
  await program.parseAsync(command.split(" ").slice(1), { from: "user" });
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // Who ends the wait wants nothing to be said of it.
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}
