import type { KeyObject } from "node:crypto";
import type { CallForge, ForgeRequest } from "../forge-call/create-caller.ts";
import { aheadMs } from "../forge-call/plan-retry.ts";
import type { Answer } from "../forge-call/send-request.ts";
import { signJwt } from "./sign-jwt.ts";

/** Less is no reason for a refusal: a JWT says of itself that it is a minute old. */
const leastDifferenceMs = 30_000;

/** More is no clock that is wrong, but a server that wants a JWT for another day. */
const mostDifferenceMs = 24 * 3_600_000;

export interface AppCaller {
  readonly call: (request: Omit<ForgeRequest, "bearer">) => Promise<Answer>;
  /** By how much the forge's clock is ahead, in milliseconds, where that had to be mended. */
  readonly mended: () => number | undefined;
}

/** Asks as the App. Where this machine's clock may be why it is refused, it asks once more by the forge's clock. */
export function createAppCaller(
  callForge: CallForge,
  { appId, key, now = Date.now }: { appId: string; key: KeyObject; now?: () => number },
): AppCaller {
  let ahead: number | undefined;
  const ask = (request: Omit<ForgeRequest, "bearer">) =>
    callForge({ ...request, bearer: signJwt(appId, key, now() + (ahead ?? 0)) });
  return {
    mended: () => ahead,
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
