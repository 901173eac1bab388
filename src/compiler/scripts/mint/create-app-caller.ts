import type { KeyObject } from "node:crypto";
import type { CallForge, ForgeRequest } from "../forge-call/create-caller.ts";
import { aheadMs } from "../forge-call/plan-retry.ts";
import type { Answer } from "../forge-call/send-request.ts";
import { signJwt } from "./sign-jwt.ts";

/**
 * Smallest clock difference that can cause a refusal, because the issue time of a JWT is one minute
 * in the past.
 */
const leastDifferenceMs = 30_000;

/**
 * Largest difference that counts as a wrong clock. A larger difference could be an attempt to get a
 * JWT that is valid on another day.
 */
const mostDifferenceMs = 24 * 3_600_000;

export interface AppCaller {
  readonly call: (request: Omit<ForgeRequest, "bearer">) => Promise<Answer>;
  /**
   * Returns how many milliseconds the server's clock is ahead; undefined if no correction was
   * necessary.
   */
  readonly clockDifference: () => number | undefined;
}

/**
 * Returns a function that sends requests as the App. If this machine's clock may have caused a
 * refusal, the function retries once with the server's time.
 */
export function createAppCaller(
  callForge: CallForge,
  { appId, key, now = Date.now }: { appId: string; key: KeyObject; now?: () => number },
): AppCaller {
  let ahead: number | undefined;
  const ask = (request: Omit<ForgeRequest, "bearer">) =>
    callForge({ ...request, bearer: signJwt(appId, key, now() + (ahead ?? 0)) });
  return {
    clockDifference: () => ahead,
    call: async (request) => {
      const answer = await ask(request);
      if (answer.status !== 401 || ahead !== undefined) return answer;
      const difference = aheadMs(answer, now());
      if (!isMendable(Math.abs(difference))) return answer;
      ahead = difference;
      return ask(request);
    },
  };
}

function isMendable(difference: number): boolean {
  return difference >= leastDifferenceMs && difference <= mostDifferenceMs;
}
