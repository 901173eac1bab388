import type { Say } from "../../src/asking/prompter.ts";
import type { FlowContext } from "../../src/asking/flow-context.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import { KeyRefused } from "../../src/credentials/apps/key-refused.ts";
import type { Liveness } from "../../src/credentials/revoke-token.ts";
import { ForgeUnreachable } from "../../src/forge/forge-errors.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { Clock } from "../shared/clock.ts";
import { lookInBrowser } from "../shared/wait-in-browser.ts";
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
  await lookInBrowser(context, deps, {
    id: `${role}-revoke`,
    title: `Delete the old key of the ${titleOf(role)}`,
    body: [
      "On the App's page, under Private keys, delete the one with this fingerprint:",
      fingerprint,
    ],
    why: "A key has no end of its own. Until it is deleted, whoever has a copy can act as the App.",
    what: `The deletion of ${fingerprint}`,
    line: "Waiting until the forge refuses the old key",
    link,
    look: async (say) => {
      const liveness = await tryOldKey(() => client.app(), say);
      if (liveness === "works") isKnown = true;
      if (liveness !== "refused") return undefined;
      if (!isKnown) throw neverKnown();
      return true;
    },
  });
}

/** A forge that does not answer tells nothing: the next look may. */
async function tryOldKey(look: () => Promise<unknown>, say: Say): Promise<Liveness> {
  try {
    await look();
    say({ problem: null });
    return "works";
  } catch (error) {
    if (error instanceof KeyRefused) return "refused";
    if (!(error instanceof ForgeUnreachable)) throw error;
    say({ problem: { say: error.message, hints: error.hints } });
    return "unknown";
  }
}

function neverKnown(): Incomplete {
  return new Incomplete(
    "The forge refuses that key already, and nothing tells that it was ever this App's.",
    [{ say: "Bring another one, or give your word that the old key is deleted" }],
  );
}
