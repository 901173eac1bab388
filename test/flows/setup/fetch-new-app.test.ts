import { expect, test } from "vitest";
import { fetchNewApp } from "../../../flows/setup/fetch-new-app.ts";
import type { FlowContext } from "../../../src/asking/flow-context.ts";
import { memoryJournal } from "../../asking/memory-journal.ts";
import { runFlow } from "../../../src/asking/run-flow.ts";
import { createSecretKeeper } from "../../../src/asking/secret-keeper.ts";
import type { NewApp } from "../../../src/control/setup/convert-code.ts";
import { registeredStep } from "../../../src/control/setup/journal-steps.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { InvalidInput } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createRecordingPrompter } from "../../asking/recording-prompter.ts";
import { readyAt } from "./one-screen.ts";

const place = {
  profile: resolveHost("forge.example"),
  repository: requireRepositoryName("acme/control", "--repo"),
};
const registered = registeredStep({ ...place, role: "read" });
const key = new Secret("the-key-itself");
const made = {
  app: { clientId: "Iv1.a", slug: "reader", owner: "acme", permissions: {}, events: [] },
  key,
} as unknown as NewApp;

/** Fetches an App while the journal can be written, or fails so. */
async function fetchApp(failure?: Error) {
  const journal = memoryJournal({ flow: "setup", version: 1, host: "f", subject: "acme/control" });
  const known: unknown[] = [];
  const keeper = createSecretKeeper();
  const { prompter } = createRecordingPrompter([]);
  const convertCode = () => {
    known.push(journal.step(registered.id));
    return Promise.resolve(made);
  };
  const subject = { role: "read", ready: readyAt("acme") } as const;
  const flow = (context: FlowContext) =>
    fetchNewApp(context, { ...place, convertCode }, subject, "the code");
  const finishStep: typeof journal.finishStep = async (...step) => {
    await journal.finishStep(...step);
    if (failure) throw failure;
  };
  const result = await runFlow(flow, undefined, {
    prompter,
    journal: { ...journal, finishStep },
    keeper,
    header: { title: "test", subject: "acme/control", outline: [] },
  }).then(
    (app) => ({ app, error: undefined }),
    (error: unknown) => ({ app: undefined, error }),
  );
  return { ...result, known, keeper };
}

test("the journal knows of the App before its key is fetched", async () => {
  const { app, known, keeper } = await fetchApp();
  expect(known).toEqual([true]);
  expect(app).toMatchObject({ clientId: "Iv1.a", slug: "reader" });
  expect(keeper.require(app?.keyId ?? "")).toBe(key);
});

test("a journal that cannot be written costs no key", async () => {
  const { app, error } = await fetchApp(new InvalidInput("it is a folder", []));
  expect(error).toBeUndefined();
  expect(app?.clientId).toBe("Iv1.a");
});

test("a bug of the journal is a bug", async () => {
  const bug = new TypeError("a bug");
  const { error, known } = await fetchApp(bug);
  expect(error).toBe(bug);
  expect(known).toEqual([]);
});
