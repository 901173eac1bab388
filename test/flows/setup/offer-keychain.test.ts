import { describe, expect, test } from "vitest";
import { offerKeychain } from "../../../flows/setup/offer-keychain.ts";
import { memoryJournal } from "../../prompts/memory-journal.ts";
import type { Journal } from "../../../src/prompts/journal.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import type { Note } from "../../../src/prompts/prompter.ts";
import { restoreFrom, recordIn } from "../../../src/prompts/restore-from.ts";
import { keychainStep } from "../../../src/plane/setup/journal-steps.ts";
import { KeychainUnavailable } from "../../../src/credentials/keychain/keychain-unavailable.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createRecordingPrompter } from "../../prompts/recording-prompter.ts";
import { fakeKeychain } from "./fake-keychain.ts";
import type { FakeKeychain } from "./fake-keychain.ts";

const location = {
  profile: resolveHost("forge.example"),
  repository: requireRepositoryName("acme/control", "--repo"),
};
const app = { clientId: "Iv1.a", slug: "reader" };
const key = { role: "read", app, key: new Secret("the-key-itself") } as const;
const account = "forge.example/acme/control/read/Iv1.a";

const startJournal = () =>
  memoryJournal({ flow: "setup", version: 1, host: "f", subject: "acme/control" });

/** Offers to keep the key. An answer that is an error is thrown. */
async function offer(
  answers: readonly unknown[],
  keychain = fakeKeychain(),
  journal = startJournal(),
) {
  const { prompter, log } = createRecordingPrompter(answers);
  const notes: Note[] = [];
  const answerOrThrow = async <T>(answer: Promise<T>): Promise<T> => {
    const given = await answer;
    if (given instanceof Error) throw given;
    return given;
  };
  const deps = { ...location, keychain };
  const error = await offerKeychain(
    {
      ...prompter,
      note: (note) => {
        notes.push(note);
        return prompter.note(note);
      },
      confirm: (...question) => answerOrThrow(prompter.confirm(...question)),
      failure: (...question) => answerOrThrow(prompter.failure(...question)),
    },
    { deps, journal, key },
  ).catch((reason: unknown) => reason as Error);
  return {
    error,
    keychain,
    asked: log,
    notes,
    held: restoreFrom(journal)(keychainStep({ ...location, role: "read" })),
  };
}

test("yes stores the key in the keychain and its location in the journal", async () => {
  const { error, keychain, held } = await offer([true]);
  expect(error).toBeUndefined();
  expect(keychain.held.get(account)?.reveal()).toBe("the-key-itself");
  expect(held).toEqual({ account, app });
});

test.each([
  ["a no", false],
  ["Back", new Back()],
  ["a second Ctrl-C", new Cancelled()],
])("%s discards the key, and reports its loss and the next step", async (_, answer) => {
  const { error, keychain, held } = await offer([answer]);
  expect(error).toBeInstanceOf(Incomplete);
  expect(error?.message).toBe(
    "The App reader exists, but its credential is incomplete, and gatehouse no longer has its key.",
  );
  expect((error as Incomplete).hints[0]).toEqual({
    text: 'Continue, and choose "Provide a new key" for the Read App',
    command: "gatehouse setup --host forge.example --repo acme/control",
  });
  expect([keychain.held.size, held]).toEqual([0, undefined]);
});

describe("a keychain that rejects the key", () => {
  const openLocked = () => {
    const keychain = fakeKeychain();
    keychain.lock();
    return keychain;
  };

  test("is tried again until the operator gives up the key", async () => {
    const { error, asked, held } = await offer([true, "again", "stop"], openLocked());
    expect(asked).toEqual(["read-keychain-on-stop", "read-keychain-again", "read-keychain-again"]);
    expect(error).toBeInstanceOf(Incomplete);
    expect(held).toBeUndefined();
  });

  test("gives up the key on Ctrl-C as well", async () => {
    const { error } = await offer([true, new Cancelled()], openLocked());
    expect(error).toBeInstanceOf(Incomplete);
  });
});

describe("if the keychain contains the key of a replaced App,", () => {
  const before = {
    account: "forge.example/acme/control/read/Iv1.before",
    app: { clientId: "Iv1.before", slug: "reader-before" },
  };
  const step = keychainStep({ ...location, role: "read" });

  /** Creates a keychain with the earlier key, and its entry in the journal. */
  async function storeBefore(change: Partial<FakeKeychain> = {}) {
    const keychain = { ...fakeKeychain(), ...change };
    keychain.held.set(before.account, new Secret("the earlier key"));
    const journal = startJournal();
    await recordIn(journal, step, before);
    return { keychain, journal };
  }

  test("that key is deleted after the new key is kept and recorded", async () => {
    const { keychain, journal } = await storeBefore();
    const knownAtDrop: unknown[] = [];
    const drop = (dropped: string) => {
      knownAtDrop.push(journal.step(step.id), [...keychain.held.keys()]);
      return keychain.drop(dropped);
    };
    const { held, notes } = await offer([true], { ...keychain, drop }, journal);
    expect(knownAtDrop).toEqual([{ account, app }, [before.account, account]]);
    expect([...keychain.held.keys()]).toEqual([account]);
    expect(held).toEqual({ account, app });
    expect(notes).toEqual([]);
  });

  test.each([
    ["a no", false],
    ["a Ctrl-C", new Cancelled()],
  ])("that key stays and is recorded if the answer for the new key is %s", async (_, answer) => {
    const { keychain, journal } = await storeBefore();
    const { error, held } = await offer([answer], keychain, journal);
    expect(error).toBeInstanceOf(Incomplete);
    expect([...keychain.held.keys()]).toEqual([before.account]);
    expect(held).toEqual(before);
  });

  test("that key stays and is recorded as long as the new key is not kept", async () => {
    const { keychain, journal } = await storeBefore();
    keychain.lock();
    const { held } = await offer([true, "again", "stop"], keychain, journal);
    expect([...keychain.held.keys()]).toEqual([before.account]);
    expect(held).toEqual(before);
  });

  test("that key is deleted even if the journal accepted the new key only at the second attempt", async () => {
    const { keychain, journal } = await storeBefore();
    let isFull = true;
    const finishStep: Journal["finishStep"] = async (...finished) => {
      await journal.finishStep(...finished);
      if (!isFull) return;
      isFull = false;
      throw new Incomplete("the disk is full");
    };
    const { error } = await offer([true, "again"], keychain, { ...journal, finishStep });
    expect(error).toBeUndefined();
    expect([...keychain.held.keys()]).toEqual([account]);
  });

  test.each([
    ["does not delete that key", () => Promise.resolve(false)],
    ["is locked by then", () => Promise.reject(new KeychainUnavailable("it is locked"))],
  ])("reports a keychain that %s, with the key's location", async (_, drop) => {
    const { keychain, journal } = await storeBefore({ drop });
    const { error, held, notes } = await offer([true], keychain, journal);
    expect(error).toBeUndefined();
    expect(held).toEqual({ account, app });
    expect(notes).toEqual([
      {
        id: "read-keychain-kept",
        title:
          "Could not delete the key of reader-before (the previous Read App) from the keychain.",
        body: [
          `The keychain may still contain the key. Delete the key yourself: service "gatehouse", account "${before.account}".`,
        ],
      },
    ]);
  });
});

test("an unexpected error is not treated as a no or as a locked keychain", async () => {
  const bug = new TypeError("a bug");
  expect((await offer([bug])).error).toBe(bug);
  const broken = { ...fakeKeychain(), store: () => Promise.reject(bug) };
  expect((await offer([true], broken)).error).toBe(bug);
});
