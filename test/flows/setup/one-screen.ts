import type { Ask, Wait, WaitUpdate } from "../../../src/prompts/prompter.ts";
import type { Readiness } from "../../../src/plane/setup/preflight.ts";

/** Returns the readiness of an owner who meets all requirements. */
export function readyAt(login: string, { isOwner = true } = {}): Readiness {
  return {
    cliVersion: "2.60.0",
    loginSource: "the stored login",
    repositoryId: 1005,
    account: { login, id: 1003, kind: "organization" },
    isOwner,
  };
}

/** Records the screen of one wait: its updates and its keys. */
export function watchScreen() {
  const stop = new AbortController();
  const updates: WaitUpdate[] = [];
  let screen: Wait | undefined;
  const progress: Ask["progress"] = (wait, task) => {
    screen = wait;
    return task((update) => void updates.push(update), stop.signal);
  };
  return {
    stop,
    updates,
    context: { ask: { progress } as Ask },
    wait: () => screen,
    press: (id: string) => screen?.actions?.find((action) => action.id === id)?.run(""),
  };
}
