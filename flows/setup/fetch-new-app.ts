import type { FlowContext } from "../../src/asking/flow-context.ts";
import { WrongOwner } from "../../src/control/setup/compare-app.ts";
import type { MadeApp } from "../../src/control/setup/credential-state.ts";
import { CodeRefused } from "../../src/control/setup/convert-code.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appsPage } from "../../src/forge/web-links.ts";
import { registeredStep } from "../../src/control/setup/journal-steps.ts";
import { UserError } from "../../src/shared/errors.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import { insist } from "../shared/insist.ts";
import type { AppSubject } from "./app-subject.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type FetchDeps = ControlPlace & Pick<SetUpDeps, "convertCode">;

const stopHint = "The App stays without a key: it needs a new one from its settings page then.";

/**
 * Exchanges the code for the App and its key. The App exists already: the journal knows before anything else can
 * go wrong, and while the code is good it is tried again rather than a second App made.
 * @throws CodeRefused, WrongOwner
 */
export async function fetchNewApp(
  context: FlowContext,
  deps: FetchDeps,
  { role, ready }: AppSubject,
  code: string,
): Promise<MadeApp> {
  const id = `${role}-conversion`;
  const registered = registeredStep({ ...deps, role });
  await context.remember(registered, true).catch(passUnwritten);
  const appsLink = appsPage(deps.profile, ready.account);
  const made = await insist(context, { id, stopHint }, () =>
    context.ask.progress(
      { id, title: `The forge made the ${titleOf(role)}: fetching its key`, mustEnd: true },
      (_, signal) => deps.convertCode(code, { role, signal, appsLink }).catch(takeRefusal),
    ),
  );
  // Trying a used code again is of no use.
  if (made instanceof CodeRefused) throw made;
  const { app, key } = made;
  if (app.owner.toLowerCase() !== ready.account.login.toLowerCase()) {
    await context.reset(registered);
    throw new WrongOwner(app, ready.account, deps.profile);
  }
  const { clientId, slug, permissions, events } = app;
  return { clientId, slug, permissions, events, keyId: context.keeper.keep(key) };
}

/** Best effort: the code is good once, and a journal that cannot be written is said before anything is built on it. */
function passUnwritten(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}

function takeRefusal(error: unknown): CodeRefused {
  if (error instanceof CodeRefused) return error;
  throw error;
}
