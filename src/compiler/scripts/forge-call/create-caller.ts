import { codeOf, explainFailure, isAboutCertificate } from "./explain-failure.ts";
import { findProxy, type Environment } from "./find-proxy.ts";
import { planRetry, type Pace } from "./plan-retry.ts";
import { Problem } from "./problem.ts";
import { sendRequest, type Answer } from "./send-request.ts";

export interface ForgeRequest {
  readonly method: "GET" | "POST" | "DELETE";
  /** Path segments to append to the API's address. */
  readonly path: readonly string[];
  /** A JWT or a token. */
  readonly bearer: string;
  readonly body?: unknown;
}

/** @throws Problem if there is no response, or the response is a redirect */
export type CallForge = (request: ForgeRequest) => Promise<Answer>;

export interface Patience extends Pace {
  readonly requestMs: number;
  /** Time limit in ms for all requests of a caller together, including the waits between them. */
  readonly totalMs: number;
}

const usualPatience: Patience = {
  tries: 3,
  firstWaitMs: 1000,
  longestWaitMs: 30_000,
  requestMs: 20_000,
  totalMs: 90_000,
};

export interface CallerOptions {
  readonly api: string;
  readonly env: Environment;
  readonly patience?: Patience;
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Returns a function that sends requests to the API and retries after failures, with a shared time
 * limit for all requests.
 */
export function createCaller(options: CallerOptions): CallForge {
  const { api, env, patience = usualPatience, pause = sleep } = options;
  const end = performance.now() + patience.totalMs;
  const left = () => end - performance.now();
  return async (request) => {
    const address = new URL(`${api}/${request.path.map(encodeURIComponent).join("/")}`);
    const proxy = findProxy(address, env);
    for (let tried = 1; ; tried += 1) {
      const limitMs = Math.min(patience.requestMs, Math.max(0, left()));
      const { answer, failure } = await attempt({ ...request, address, proxy }, limitMs);
      if (isFinal(failure)) throw explainFailure(failure, api);
      const wait = planRetry(answer, tried, { pace: patience, now: Date.now() });
      const isOver = wait === undefined || wait >= left();
      if (!isOver) await pause(wait);
      else if (answer) return refuseRedirect(answer, api);
      else throw explainFailure(failure, api);
    }
  };
}

type Attempt = Omit<ForgeRequest, "path"> &
  Pick<Parameters<typeof sendRequest>[0], "address" | "proxy">;

/**
 * Sends a request once. Uses a Node timer, which keeps the process running until the attempt is
 * over.
 */
async function attempt(
  { method, address, proxy, bearer, body }: Attempt,
  limitMs: number,
): Promise<{ readonly answer?: Answer; readonly failure?: unknown }> {
  const over = new AbortController();
  const late = new Error("the response took too long");
  const clock = setTimeout(() => over.abort(late), limitMs);
  const headers = {
    authorization: `Bearer ${bearer}`,
    accept: "application/json",
    "user-agent": "gatehouse",
    ...(body !== undefined && { "content-type": "application/json" }),
  };
  try {
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const sending = { method, address, proxy, headers, ...text, signal: over.signal };
    return { answer: await sendRequest(sending) };
  } catch (failure) {
    return { failure: over.signal.aborted ? late : failure };
  } finally {
    clearTimeout(clock);
  }
}

/**
 * Returns whether a retry is useless: the certificate is not trusted, or the response has already
 * been explained as a problem.
 */
function isFinal(failure: unknown): boolean {
  return failure instanceof Problem || isAboutCertificate(codeOf(failure));
}

/** Refuses redirects, because they would send the credential to another server. */
function refuseRedirect(answer: Answer, api: string): Answer {
  if (answer.status < 300 || answer.status > 399) return answer;
  throw new Problem(
    `${api} redirects to another address (${answer.status}). Redirects are not followed, because they would forward the credential. Set api-url to the new address.`,
  );
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
