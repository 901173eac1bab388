import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { KeyRefused } from "../../src/credentials/apps/key-refused.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import type { App } from "../../src/forge/resources/apps.ts";
import { OtherApp, WrongOwner } from "../../src/plane/setup/compare-app.ts";
import type { Secret } from "../../src/shared/secret.ts";
import { isRefused } from "../../src/forge/forge-errors.ts";
import { AppGone } from "../../src/plane/setup/app-gone.ts";
import type { Clock } from "../shared/clock.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { AppSubject } from "./app-subject.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type ProofDeps = Clock & ControlLocation & Pick<SetUpDeps, "appClient">;

const pollMilliseconds = 2000;
/** Time in ms during which a new key may be rejected with 401. */
const settlingMilliseconds = 60_000;

/**
 * Verifies that a key belongs to an App, and that the control repository's owner owns the App. An
 * App counts as deleted only after two not-found responses, because a single response may be wrong.
 * @throws AppGone, KeyRefused, OtherApp, WrongOwner
 */
export async function proveKey(
  { ask }: Pick<FlowContext, "ask">,
  deps: ProofDeps,
  subject: Pick<AppSubject, "role" | "ready"> & { clientId: string; key: Secret },
): Promise<App> {
  const { role, clientId, key, ready } = subject;
  const client = deps.appClient(clientId, key);
  const app = await ask
    .progress(
      { id: `${role}-prove`, title: "Verifying that the key belongs to the App" },
      (_, signal) => askUntilSettled(client, deps, signal),
    )
    .catch((error: unknown) => {
      if (isRefused(error, 404)) throw new AppGone(clientId, { ...deps, account: ready.account });
      throw error;
    });
  // Compares the client IDs, because a server that impersonates the forge could return any App.
  if (app.clientId !== clientId) throw new OtherApp(app, clientId);
  const isOurs = app.owner.toLowerCase() === ready.account.login.toLowerCase();
  if (!isOurs) throw new WrongOwner(app, ready.account, deps.profile);
  return app;
}

async function askUntilSettled(client: AppClient, { now, pause }: Clock, signal: AbortSignal) {
  const end = now().getTime() + settlingMilliseconds;
  let wasMissed = false;
  for (;;) {
    try {
      return await client.app();
    } catch (error) {
      const isMissed = isRefused(error, 404);
      const isEarly = error instanceof KeyRefused && error.isKeyNotReady && now().getTime() < end;
      if (isMissed ? wasMissed : !isEarly) throw error;
      wasMissed = isMissed;
      await pause(pollMilliseconds, signal);
    }
  }
}
