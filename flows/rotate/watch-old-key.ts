import type { Say } from "../../src/prompts/prompter.ts";
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
  /** The App's page, where it is deleted. */
  readonly link: string;
  /** Refuses a key that was never seen to work: it may never have been the App's. */
  readonly mustWork?: boolean;
}

export type WatchDeps = Clock & Pick<RotateDeps, "appClient" | "openLink">;

/** Waits until the forge refuses an old key, which proves that it is deleted. */
export async function watchOldKey(
  context: Pick<FlowContext, "ask">,
  deps: WatchDeps,
  { role, clientId, key, fingerprint, link, mustWork = false }: OldKey,
): Promise<void> {
  const client = deps.appClient(clientId, key);
  let isKnown = !mustWork;
  let isTold = false;
  await checkInBrowser(context, deps, {
    id: `${role}-revoke`,
    title: `Delete the old key of the ${titleOf(role)}`,
    // A row of its own: it is compared, and takes most of one.
    body: ["The old key has this fingerprint:", fingerprint],
    steps: [
      openStep,
      "Under Private keys, press [ Delete ] beside that fingerprint.",
      "Come back here. This goes on when the forge refuses it.",
    ],
    why: "A key has no end of its own. Until it is deleted, whoever has a copy can act as the App.",
    what: `The deletion of ${fingerprint}`,
    line: "not refused yet",
    next: "the old key has ended",
    link,
    canLeave: true,
    look: async (say) => {
      const liveness = livenessOf(await tryKey(client), say);
      if (liveness === "works") {
        isKnown = true;
        if (!isTold) say({ seen: "the forge took the old key" });
        isTold = true;
        say({ line: `still taken; asked the forge at ${formatTime(deps.now())}` });
      }
      if (liveness !== "refused") return undefined;
      if (!isKnown) throw neverKnown();
      say({ seen: "the forge refuses the old key" });
      return true;
    },
  });
}

/** A forge that does not answer may at the next look. One that says no is not asked again by itself. */
function livenessOf(trial: KeyTrial, say: Say): Liveness {
  if (trial.liveness === "unknown") {
    const { because } = trial;
    if (!(because instanceof ForgeUnreachable)) throw because;
    say({ problem: { say: because.message, hints: because.hints } });
  } else if (trial.liveness === "works") say({ problem: null });
  return trial.liveness;
}

function neverKnown(): Incomplete {
  return new Incomplete(
    "The forge refuses that key already, and nothing tells that it was ever this App's.",
    [{ say: "Bring another one, or give your word that the old key is deleted" }],
  );
}
