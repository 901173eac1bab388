import type { ReportProgress } from "../../src/prompts/prompter.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { tryKey } from "../../src/credentials/revoke-token.ts";
import type { KeyTrial, Liveness } from "../../src/credentials/revoke-token.ts";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { Clock } from "../shared/clock.ts";
import { openStep } from "../shared/browser-visit.ts";
import { formatTime } from "../../src/shared/format-time.ts";
import { checkInBrowser } from "../shared/wait-in-browser.ts";
import type { RotateDeps } from "./rotate-deps.ts";

export interface OldKey {
  readonly role: AppRole;
  readonly clientId: string;
  readonly key: Secret;
  readonly fingerprint: string;
  /** Link to the App's page, where the key is deleted. */
  readonly link: string;
  /**
   * True to reject a key that gatehouse has never seen work, because such a key may never have
   * belonged to the App.
   */
  readonly mustWork?: boolean;
}

export type WatchDeps = Clock & Pick<RotateDeps, "appClient" | "openLink">;

/** Waits until GitHub rejects an old key, which proves that it is deleted. */
export async function watchOldKey(
  context: Pick<FlowContext, "ask">,
  deps: WatchDeps,
  { role, clientId, key, fingerprint, link, mustWork = false }: OldKey,
): Promise<void> {
  const client = deps.appClient(clientId, key);
  let isKnown = !mustWork;
  let isReported = false;
  await checkInBrowser(context, deps, {
    id: `${role}-revoke`,
    title: `Delete the old ${titleOf(role)} key`,
    // Shows the fingerprint on its own line, because users compare it and it fills most of the
    // line.
    body: ["The old key has this fingerprint:", fingerprint],
    steps: [
      openStep,
      "Under Private keys, press [ Delete ] next to that fingerprint.",
      "Come back here. This continues when the key is rejected.",
    ],
    why: "App keys do not expire. Until this key is deleted, anyone with a copy can act as the App.",
    what: `The deletion of ${fingerprint}`,
    line: "not rejected yet",
    next: "the old key is revoked",
    link,
    canLeave: true,
    poll: async (report) => {
      const liveness = livenessOf(await tryKey(client), report);
      if (liveness === "works") {
        isKnown = true;
        if (!isReported) report({ seen: "the old key was accepted" });
        isReported = true;
        report({ line: `still accepted; checked at ${formatTime(deps.now())}` });
      }
      if (liveness !== "refused") return undefined;
      if (!isKnown) throw neverKnown();
      report({ seen: "the old key is rejected" });
      return true;
    },
  });
}

/**
 * Interprets the result of a key test. If the forge is unreachable, the next test may succeed. A
 * refusal is not retried automatically.
 */
function livenessOf(trial: KeyTrial, report: ReportProgress): Liveness {
  if (trial.liveness === "unknown") {
    const { reason } = trial;
    if (!(reason instanceof ForgeUnreachable)) throw reason;
    report({ problem: { text: reason.message, hints: reason.hints } });
  } else if (trial.liveness === "works") report({ problem: null });
  return trial.liveness;
}

function neverKnown(): Incomplete {
  return new Incomplete(
    "This key does not work, so gatehouse cannot verify that it ever belonged to this App.",
    [{ text: "Provide a different key, or confirm that the old key is deleted" }],
  );
}
