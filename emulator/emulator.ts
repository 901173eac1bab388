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
  /** Where the forge remembers; in memory only when absent. */
  stateFile?: string;
  /** 0, the usual, lets the system choose. */
  port?: number;
  /** How a new world begins. A state file that exists wins. */
  world?: "acme" | Seed;
  clock?: () => Date;
  /** Where the keys of Apps come from; each call has to answer another. Made anew unless told. */
  makeKey?: () => Promise<AppKeyPair>;
  /**
   * As on the real forge, a new App's key is unknown (401) and its install page is not there (404) at first:
   * here for the first request each, and the key for a second at most, unless new Apps are ready.
   */
  newApps?: "settle" | "are ready";
  /** How the scripts of a workflow run: in processes of their own unless told. */
  runScript?: RunScript;
  /** How the wait timers of environments pass: in real time unless told. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Told of each exchange of the REST API. */
  onExchange?: (exchange: Exchange) => void;
}

export interface Emulator {
  /** `http://127.0.0.1:PORT`: the web pages. */
  readonly origin: string;
  /** `origin` + `/api/v3`: REST. */
  readonly apiUrl: string;
  /** The login of the first person, as the forge CLI holds it. */
  readonly userToken: Secret;
  /** The forge CLI's configuration folder, with `hosts.json` for this origin. */
  readonly cliConfigDir: string;
  /** Opens the levers of `/_emulator/`; `cliConfigDir` holds it, too. */
  readonly operatorKey: Secret;
  /** A link to one of its pages, with a code that signs one browser in. */
  readonly signIn: (link: string) => string;
  requests(): RequestEntry[];
  setFaults(faults: readonly Fault[]): void;
  /** Ends connections and runs, and removes what was temporary. */
  close(): Promise<void>;
}

/**
 * Starts a small forge on 127.0.0.1: REST, GraphQL and the web pages that a setup walks through.
 * @throws the error of `listen` when the port is taken; Locked while another process has the state file
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

/** A pause that is called off is over. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}

/** Which part of the forge answers. Most commands ask the API alone: the other parts are loaded when they are asked. */
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
