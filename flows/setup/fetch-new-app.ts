import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { WaitUpdate } from "../../src/prompts/prompter.ts";
import { WrongOwner } from "../../src/plane/setup/compare-app.ts";
import type { MadeApp } from "../../src/plane/setup/credential-state.ts";
import { CodeRefused, NoKeySent } from "../../src/plane/setup/convert-code.ts";
import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { appsPage } from "../../src/forge/web-links.ts";
import { madeStep, registeredStep } from "../../src/plane/setup/journal-steps.ts";
import { UserError } from "../../src/shared/errors.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import { retryWithOperator } from "../shared/retry-with-operator.ts";
import type { AppSubject } from "./app-subject.ts";
import type { SetUpDeps } from "./set-up-deps.ts";

export type FetchDeps = ControlLocation & Pick<SetUpDeps, "convertCode">;

const answered: WaitUpdate = {
  seen: "received the response",
  line: "fetching the App and its key",
  next: "store and verify the key",
};

const stopHint = "the App remains, but needs a new key";

/**
 * Exchanges the code for the App and its key. The App may exist already, so the journal records it
 * before anything else can fail. While the code is valid, gatehouse retries it instead of creating
 * a second App.
 * @returns CodeRefused if the code was sent only once and GitHub does not know it: an old code, or
 *   one that another user invented; WrongOwner if another account owns the App, by mistake or
 *   because another user created it (its key is discarded)
 * @throws CodeRefused if the code may already be used, NoKeySent
 */
export async function fetchNewApp(
  context: FlowContext,
  deps: FetchDeps,
  { role, ready }: AppSubject,
  code: string,
): Promise<MadeApp | CodeRefused | WrongOwner> {
  const id = `${role}-conversion`;
  const registered = registeredStep({ ...deps, role });
  await context.record(registered, true).catch(passUnwritten);
  const appsLink = appsPage(deps.profile, ready.account);
  let mayBeUsed = false;
  const title = `Fetching the ${titleOf(role)} and its key`;
  const made = await retryWithOperator(context, { id, stopHint }, () =>
    context.ask.progress({ id, title, mustEnd: true }, async (report, signal) => {
      report(answered);
      try {
        return await deps.convertCode(code, { role, signal, appsLink });
      } catch (error) {
        // GitHub has already responded, so sending the code again cannot succeed.
        if (error instanceof CodeRefused || error instanceof NoKeySent) return error;
        mayBeUsed = true;
        throw error;
      }
    }),
  );
  if (made instanceof CodeRefused) {
    if (made.mayBeUsed || mayBeUsed) throw made;
    await context.reset(registered);
    return made;
  }
  const { app } = made;
  if (app.owner.toLowerCase() !== ready.account.login.toLowerCase()) {
    await context.reset(registered);
    return new WrongOwner(app, ready.account, deps.profile);
  }
  const { clientId, slug, permissions, events } = app;
  const known = { clientId, slug, permissions, events, isProvided: false };
  if (!(made instanceof NoKeySent)) return { ...known, keyId: context.vault.keep(made.key) };
  // GitHub did not return a key, so there is nothing to store in the vault.
  await context.record(madeStep({ ...deps, role }), { ...known, keyId: "" });
  throw made;
}

/**
 * Ignores a failed write to the journal, because stopping would waste the code, which is valid only
 * once. The failure is reported before anything depends on the journal.
 */
function passUnwritten(error: unknown): void {
  if (!(error instanceof UserError)) throw error;
}
