import { describe, expect, test } from "vitest";
import { trackUnsavedKeys } from "../../../flows/setup/track-unsaved-keys.ts";
import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import { memoryJournal } from "../../prompts/memory-journal.ts";
import type { Journal } from "../../../src/prompts/journal.ts";
import type { Prompter } from "../../../src/prompts/prompter.ts";
import { CodeRefused } from "../../../src/plane/setup/convert-code.ts";
import type { NewApp } from "../../../src/plane/setup/convert-code.ts";
import { keychainStep } from "../../../src/plane/setup/journal-steps.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createRecordingPrompter } from "../../prompts/recording-prompter.ts";
import { fakeKeychain } from "./fake-keychain.ts";

const profile = resolveHost("forge.example");
const key = new Secret("the-key-itself");
const { signal } = new AbortController();
const credential = { role: "read", clientId: "Iv1.a", key } as const;

const newApp = (owner = "acme") =>
  ({ app: { clientId: "Iv1.a", slug: "reader", owner }, key }) as unknown as NewApp;

/** Creates watched effects, with a forge whose responses a test controls. */
function watch({
  repository = "acme/control",
  store = () => Promise.resolve(),
}: { repository?: string; store?: SetUpDeps["storeCredential"] } = {}) {
  const keychain = fakeKeychain();
  const location = { profile, repository: requireRepositoryName(repository, "--repo") };
  let answer: (made: NewApp | Promise<never>) => void = () => undefined;
  const made = new Promise<NewApp>((resolve) => {
    answer = resolve;
  });
  const convertCode: SetUpDeps["convertCode"] = () => made;
  const unsaved = trackUnsavedKeys({
    ...location,
    keychain,
    convertCode,
    storeCredential: store,
  });
  const journal = memoryJournal({ flow: "setup", version: 1, host: "f", subject: repository });
  return {
    ...unsaved,
    journal,
    keychain,
    answer,
    fetchKey: () => unsaved.deps.convertCode("code", { role: "read", signal, appsLink: "" }),
    lost: () => unsaved.lostNow(journal).map(({ message }) => message),
    keepInJournal: (clientId: string) =>
      journal.finishStep(keychainStep({ ...location, role: "read" }).id, {
        account: "an account",
        app: { clientId },
      }),
  };
}

const gone =
  "The App reader exists, but its credential is incomplete, and gatehouse no longer has its key.";
const neverCame =
  "The Read App was registered, but its key was not received and cannot be recovered.";

describe("a key that the forge created", () => {
  test("is lost with the process while it is in transit, and until it is stored", async () => {
    const { fetchKey, lost, answer, deps } = watch();
    expect(lost()).toEqual([]);
    const fetching = fetchKey();
    expect(lost()).toEqual([neverCame]);
    answer(newApp());
    await fetching;
    expect(lost()).toEqual([gone]);
    await deps.storeCredential(credential, signal);
    expect(lost()).toEqual([]);
  });

  test("is not reported as lost while it is being stored, because the forge may have it", async () => {
    const { fetchKey, lost, answer, deps } = watch({ store: () => new Promise(() => undefined) });
    answer(newApp());
    await fetchKey();
    void deps.storeCredential(credential, signal);
    expect(lost()).toEqual(["The App reader exists. It is unknown whether its key is stored."]);
  });

  test("that could not be stored is still lost", async () => {
    const { fetchKey, lost, answer, deps } = watch({
      store: () => Promise.reject(new Error("no")),
    });
    answer(newApp());
    await fetchKey();
    await expect(deps.storeCredential(credential, signal)).rejects.toThrow("no");
    expect(lost()).toEqual([gone]);
  });

  test("of another owner's App is not kept", async () => {
    const { fetchKey, lost, answer } = watch();
    answer(newApp("mona"));
    await fetchKey();
    expect(lost()).toEqual([]);
  });

  test("is kept regardless of the case of the owner's name", async () => {
    const { fetchKey, lost, answer } = watch({ repository: "Acme/Control" });
    answer(newApp("acme"));
    await fetchKey();
    expect(lost()).toEqual([gone]);
  });

  test("is not lost if the keychain contains it; another App's kept key does not save it", async () => {
    const { fetchKey, lost, answer, keepInJournal } = watch();
    answer(newApp());
    await fetchKey();
    await keepInJournal("Iv1.before");
    expect(lost()).toEqual([gone]);
    await keepInJournal("Iv1.a");
    expect(lost()).toEqual([]);
  });
});

describe("a key in the keychain, whose location could not be written to disk,", () => {
  async function storeUnwritten() {
    const watched = watch();
    watched.answer(newApp());
    await watched.fetchKey();
    await watched.keepInJournal("Iv1.a");
    return watched;
  }

  test("is lost with the process", async () => {
    const watched = await storeUnwritten();
    const unwritten = { ...watched.journal, isSaved: () => false };
    expect(watched.lostNow(unwritten).map(({ message }) => message)).toEqual([gone]);
  });

  test("is known if the location can be written at the end", async () => {
    const watched = await storeUnwritten();
    let isSaved = false;
    const save = () => Promise.resolve(void (isSaved = true));
    const { prompter, log } = createRecordingPrompter([]);
    await watched.offerKeychain(prompter, { ...watched.journal, isSaved: () => isSaved, save });
    expect([log, isSaved]).toEqual([[], true]);
  });

  test("is offered again if the location still cannot be written", async () => {
    const watched = await storeUnwritten();
    const { prompter, log } = createRecordingPrompter([true]);
    const save = () => Promise.reject(new Incomplete("the disk is full"));
    await watched.offerKeychain(prompter, { ...watched.journal, isSaved: () => false, save });
    expect(log).toEqual(["read-keychain-on-stop"]);
  });

  test("does not suppress an unexpected error of the journal", async () => {
    const watched = await storeUnwritten();
    const { prompter } = createRecordingPrompter([]);
    const save = () => Promise.reject(new TypeError("a bug"));
    const offering = watched.offerKeychain(prompter, { ...watched.journal, save });
    await expect(offering).rejects.toThrow("a bug");
  });

  test("is also deleted from the keychain if the operator does not want to keep it", async () => {
    const watched = await storeUnwritten();
    watched.keychain.held.set("an account", key);
    const { prompter } = createRecordingPrompter([false]);
    const unwritten = { ...watched.journal, isSaved: () => false };
    const lost = await watched.offerKeychain(prompter, unwritten);
    expect(lost.map(({ message }) => message)).toEqual([gone]);
    expect(watched.keychain.held.size).toBe(0);
  });
});

describe("if the flow stops early", () => {
  const stop = (
    {
      offerKeychain,
      journal,
    }: Pick<ReturnType<typeof watch>, "offerKeychain"> & { journal: Journal },
    prompter: Prompter,
  ) =>
    offerKeychain(prompter, journal).then(
      ([lost]) => lost,
      (error: unknown) => error as Error,
    );

  test("a key in transit arrives first, and is kept in the keychain after a yes", async () => {
    const watched = watch();
    const { prompter, log } = createRecordingPrompter([true]);
    const fetching = watched.fetchKey();
    const stopping = stop(watched, prompter);
    expect(log).toEqual([]);
    watched.answer(newApp());
    await fetching;
    expect(await stopping).toBeUndefined();
    expect(log).toEqual(["read-keychain-on-stop"]);
    expect(watched.keychain.held.size).toBe(1);
    expect(watched.lost()).toEqual([]);
  });

  test("a second Ctrl-C gives up on it", async () => {
    const watched = watch();
    void watched.fetchKey();
    const { prompter } = createRecordingPrompter([]);
    const progress = () => Promise.reject(new Cancelled());
    expect((await stop(watched, { ...prompter, progress }))?.message).toBe(neverCame);
  });

  test("reports the forge's response if it sends no key", async () => {
    const watched = watch();
    const refusal = new CodeRefused(404, "https://forge.example/apps", { mayBeUsed: true });
    const fetching = watched.fetchKey();
    fetching.catch(() => undefined);
    watched.answer(Promise.reject(refusal));
    const { prompter } = createRecordingPrompter([]);
    const stopped = await stop(watched, prompter);
    expect(stopped?.message).toBe(`${neverCame} ${refusal.message}`);
  });

  test("an unexpected error is not suppressed", async () => {
    const watched = watch();
    const bug = new TypeError("a bug");
    watched.fetchKey().catch(() => undefined);
    watched.answer(Promise.reject(bug));
    const { prompter } = createRecordingPrompter([]);
    expect(await stop(watched, prompter)).toBe(bug);
  });
});
