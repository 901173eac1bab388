import { expect, test } from "vitest";
import { fetchNewApp } from "../../../flows/setup/fetch-new-app.ts";
import type { FlowContext } from "../../../src/prompts/flow-context.ts";
import { memoryJournal } from "../../prompts/memory-journal.ts";
import { restoreFrom } from "../../../src/prompts/restore-from.ts";
import { runFlow } from "../../../src/prompts/run-flow.ts";
import { createSecretVault } from "../../../src/prompts/secret-vault.ts";
import { CodeRefused, NoKeySent } from "../../../src/plane/setup/convert-code.ts";
import type { NewApp } from "../../../src/plane/setup/convert-code.ts";
import type { MadeApp } from "../../../src/plane/setup/credential-state.ts";
import { madeStep, registeredStep } from "../../../src/plane/setup/journal-steps.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Incomplete, InvalidInput } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createRecordingPrompter } from "../../prompts/recording-prompter.ts";
import { readyAt } from "./one-screen.ts";
import { readAppCeiling } from "../../../src/credentials/apps/ceilings.ts";

const location = {
  profile: resolveHost("forge.example"),
  repository: requireRepositoryName("acme/control", "--repo"),
};
const registered = registeredStep({ ...location, role: "read" });
const key = new Secret("the-key-itself");
const made = {
  app: { clientId: "Iv1.a", slug: "reader", owner: "acme", permissions: {}, events: [] },
  key,
} as unknown as NewApp;

/**
 * Fetches an App with a writable journal, or with one that fails. The forge gives these responses.
 */
async function fetchApp(failure?: Error, answers: readonly (NewApp | Error)[] = [made]) {
  const journal = memoryJournal({ flow: "setup", version: 1, host: "f", subject: "acme/control" });
  const known: unknown[] = [];
  const vault = createSecretVault();
  const { prompter } = createRecordingPrompter(answers.slice(1).map(() => "again"));
  const waiting = [...answers];
  const convertCode = () => {
    known.push(journal.step(registered.id));
    const answer = waiting.shift() ?? new Error("asked too often");
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const subject = { role: "read", ready: readyAt("acme"), ceiling: readAppCeiling } as const;
  const flow = (context: FlowContext) =>
    fetchNewApp(context, { ...location, convertCode }, subject, "the code");
  const finishStep: typeof journal.finishStep = async (...step) => {
    await journal.finishStep(...step);
    if (failure) throw failure;
  };
  const result = await runFlow(flow, undefined, {
    prompter,
    journal: { ...journal, finishStep },
    vault,
    header: { title: "test", subject: "acme/control", outline: [] },
  }).then(
    (app) => ({ app: app as MadeApp, error: undefined }),
    (error: unknown) => ({ app: undefined, error }),
  );
  const kept = restoreFrom(journal)(madeStep({ ...location, role: "read" }));
  return { ...result, known, vault, kept };
}

const refused = (mayBeUsed: boolean) =>
  new CodeRefused(404, "https://forge.example", { mayBeUsed });

test("a code that the forge does not know is neither an App nor an error: the wait continues", async () => {
  const refusal = refused(false);
  expect((await fetchApp(undefined, [refusal])).app).toBe(refusal);
});

test.each([
  ["was sent before", [refused(true)]],
  ["was sent before without a response", [new Incomplete("cut"), refused(false)]],
])("a code that %s may be used up, which ends the wait", async (_, answers) => {
  expect((await fetchApp(undefined, answers)).error).toBeInstanceOf(CodeRefused);
});

test("an App with an invalid key is known, but its key is not", async () => {
  const error = new NoKeySent(made.app, "It is damaged.");
  const fetched = await fetchApp(undefined, [error]);
  expect(fetched.error).toBe(error);
  expect(fetched.kept).toMatchObject({ clientId: "Iv1.a", keyId: "" });
});

test("the journal knows of the App before its key is fetched", async () => {
  const { app, known, vault } = await fetchApp();
  expect(known).toEqual([true]);
  expect(app).toMatchObject({ clientId: "Iv1.a", slug: "reader" });
  expect(vault.require(app?.keyId ?? "")).toBe(key);
});

test("no key is lost if the journal cannot be written", async () => {
  const { app, error } = await fetchApp(new InvalidInput("it is a directory", []));
  expect(error).toBeUndefined();
  expect(app?.clientId).toBe("Iv1.a");
});

test("an unexpected error of the journal is not suppressed", async () => {
  const bug = new TypeError("a bug");
  const { error, known } = await fetchApp(bug);
  expect(error).toBe(bug);
  expect(known).toEqual([]);
});
