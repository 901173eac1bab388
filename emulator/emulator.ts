import { tmpdir } from "node:os";
import { setTimeout } from "node:timers/promises";
import type { Secret } from "../src/shared/secret.ts";
import { makeOperatorKey, signLink } from "./auth/operator-key.ts";
import { createSessions } from "./auth/sessions.ts";
import { callerName } from "./auth/caller.ts";
import { writeCliConfig } from "./cli-config.ts";
import { answerGraphql } from "./graphql/answer-graphql.ts";
import type { Forge } from "./http/call.ts";
import { countConcurrentRequests } from "./http/concurrent-requests.ts";
import { createFaults, type Fault } from "./http/faults.ts";
import { createRateLimits } from "./http/rate-limits.ts";
import { listen, serveOn, type Exchange, type RequestEntry, type Respond } from "./http/server.ts";
import { answerRest } from "./rest/answer-rest.ts";
import type { RunScript } from "./runner/run-script.ts";
import { endLostRuns } from "./runs/run-record.ts";
import { createRuns } from "./runs/runs.ts";
import { makeAppKey, type AppKeyPair } from "./state/app-keys.ts";
import { acme, makeWorld, type Seed } from "./state/seed.ts";
import { createLogLinks } from "./state/log-links.ts";
import { createSettling } from "./state/settling.ts";
import { sweepLeftovers } from "./state/sweep.ts";
import { openStore } from "./state/store.ts";
import { lockFile } from "../src/shared/file-lock.ts";

export type { Exchange, Fault, RequestEntry, Seed };

export interface EmulatorOptions {
  /** Path of the state file. If undefined, the state exists only in memory. */
  stateFile?: string;
  /** TCP port (default: 0; the system chooses a free port). */
  port?: number;
  /** Initial contents of a new state. An existing state file takes precedence. */
  world?: "acme" | Seed;
  clock?: () => Date;
  /**
   * Creates a key pair for an App. Each call must return a new pair (default: generates a key
   * pair).
   */
  makeKey?: () => Promise<AppKeyPair>;
  /**
   * Whether new Apps behave as on GitHub, where the key is rejected (401) and the install page is
   * not found (404) at first. In the embedded forge, only the first request for each fails. The key
   * always works after one second.
   */
  newApps?: "settle" | "are ready";
  /** Runs the scripts of a workflow (default: in separate processes). */
  runScript?: RunScript;
  /** Waits while an environment's wait timer runs (default: in real time). */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Called after each REST request has been answered. */
  onExchange?: (exchange: Exchange) => void;
}

export interface Emulator {
  /** `http://127.0.0.1:PORT`, the root of the web pages. */
  readonly origin: string;
  /** `origin` + `/api/v3`, the root of the REST API. */
  readonly apiUrl: string;
  /** The first user's token, as stored for the forge's CLI. */
  readonly userToken: Secret;
  /** The configuration folder of the forge's CLI, with `hosts.json` for this origin. */
  readonly cliConfigDir: string;
  /** The key that authorizes requests to `/_emulator/`. It is also stored in `cliConfigDir`. */
  readonly operatorKey: Secret;
  /** Adds a sign-in code for one browser to the link of a page. */
  readonly signIn: (link: string) => string;
  requests(): RequestEntry[];
  setFaults(faults: readonly Fault[]): void;
  /** Closes connections, stops runs, and removes temporary files. */
  close(): Promise<void>;
}

/**
 * Starts an embedded forge on 127.0.0.1 with REST, GraphQL and the web pages that setup uses.
 * @throws the error of `listen` if the port is in use; Locked if another process uses the state
 *   file
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const lock = options.stateFile === undefined ? undefined : lockFile(options.stateFile);
  const release = () => lock?.release();
  return startOn(options, release).catch((error: unknown) => {
    release();
    throw error;
  });
}

async function startOn(options: EmulatorOptions, release: () => void): Promise<Emulator> {
  const { stateFile, port = 0, world = "acme", clock = () => new Date() } = options;
  const { makeKey = makeAppKey, newApps = "settle" } = options;
  sweepLeftovers(tmpdir());
  const store = openStore(stateFile, () => makeWorld(world === "acme" ? acme : world, clock()));
  store.change((found) => endLostRuns(found, clock()));
  const log: RequestEntry[] = [];
  const faults = createFaults();
  const limits = createRateLimits(clock);
  const closing = new AbortController();
  const { server, origin } = await listen(port);
  const runs = createRuns({
    store,
    now: clock,
    apiUrl: `${origin}/api/v3`,
    runScript: options.runScript,
    pause: options.pause ?? pause,
  });
  const operatorKey = makeOperatorKey();
  const sessions = createSessions(operatorKey, new URL(origin).port);
  const forge = {
    ...store,
    now: clock,
    webUrl: origin,
    limits,
    runs,
    settling: createSettling(newApps, clock),
    logLinks: createLogLinks(clock),
    makeKey,
    operatorKey,
    sessions,
  };
  serveOn(server, {
    origin,
    respond: respondAs(forge, { faults, log }),
    faults,
    enter: countConcurrentRequests(forge),
    log: (entry) => void log.push(entry),
    onExchange: options.onExchange,
    signal: closing.signal,
  });
  const cliConfig = writeCliConfig(store, {
    stateFile,
    origin,
    operatorKey,
    now: clock(),
  });
  return {
    origin,
    apiUrl: `${origin}/api/v3`,
    userToken: cliConfig.userToken,
    cliConfigDir: cliConfig.folder,
    operatorKey,
    signIn: (link) => signLink(operatorKey, link),
    requests: () => [...log],
    setFaults: (wanted) => faults.set(wanted),
    async close() {
      closing.abort();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await runs.close();
      await closed;
      cliConfig.remove();
      release();
    },
  };
}

/** Waits for a number of milliseconds. Returns immediately if aborted, without an error. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}

/**
 * Chooses the part of the forge that answers a request. Most commands use only the API, so the
 * other parts are loaded on first use.
 */
function respondAs(
  forge: Forge,
  control: { faults: ReturnType<typeof createFaults>; log: RequestEntry[] },
): Respond {
  return async (request, play) => {
    switch (request.area) {
      case "web": {
        const { answerPage } = await import("./pages/answer-page.ts");
        return answerPage(forge, request, play);
      }
      case "storage": {
        const { answerStorage } = await import("./storage/answer-storage.ts");
        return { reply: answerStorage(forge, request), who: "storage" };
      }
      case "control": {
        const { answerControl } = await import("./control/answer-control.ts");
        return { reply: answerControl(forge, request, control), who: "control" };
      }
      case "graphql": {
        const { reply, caller } = await answerGraphql(forge, request, play);
        return { reply, who: callerName(caller) };
      }
      case "rest": {
        const { reply, caller } = await answerRest(forge, request, play);
        return { reply, who: callerName(caller) };
      }
    }
  };
}
