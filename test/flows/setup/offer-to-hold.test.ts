import { describe, expect, test } from "vitest";
import { offerToHold } from "../../../flows/setup/offer-to-hold.ts";
import { memoryJournal } from "../../../src/asking/journal.ts";
import { Back } from "../../../src/asking/prompter.ts";
import { recallFrom } from "../../../src/asking/recall-from.ts";
import { heldStep } from "../../../src/control/setup/journal-steps.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { createRecordingPrompter } from "../../asking/recording-prompter.ts";
import { fakeKeychain } from "./fake-keychain.ts";

const place = {
  profile: resolveHost("forge.example"),
  repository: requireRepositoryName("acme/control", "--repo"),
};
const app = { clientId: "Iv1.a", slug: "reader" };
const key = { role: "read", app, key: new Secret("the-key-itself") } as const;
const account = "forge.example/acme/control/read/Iv1.a";

/** Offers the key to somebody who answers so; an answer that is an error is thrown. */
async function offer(answers: readonly unknown[], keychain = fakeKeychain()) {
  const journal = memoryJournal({ flow: "setup", version: 1, host: "f", subject: "acme/control" });
  const { prompter, log } = createRecordingPrompter(answers);
  const answerOrThrow = async <T>(answer: Promise<T>): Promise<T> => {
    const given = await answer;
    if (given instanceof Error) throw given;
    return given;
  };
  const deps = { ...place, keychain };
  const error = await offerToHold(
    {
      ...prompter,
      confirm: (...question) => answerOrThrow(prompter.confirm(...question)),
      failure: (...question) => answerOrThrow(prompter.failure(...question)),
    },
    { deps, journal, key },
  ).then(
    () => undefined,
    (reason: unknown) => reason as Error,
  );
  return {
    error,
    keychain,
    asked: log,
    held: recallFrom(journal)(heldStep({ ...place, role: "read" })),
  };
}

test("a yes has the keychain hold the key, and the journal know where", async () => {
  const { error, keychain, held } = await offer([true]);
  expect(error).toBeUndefined();
  expect(keychain.held.get(account)?.reveal()).toBe("the-key-itself");
  expect(held).toEqual({ account, app });
});

test.each([
  ["a no", false],
  ["Back", new Back()],
  ["a second Ctrl-C", new Cancelled()],
])("%s holds nothing, and says that the key is lost and what to do", async (_, answer) => {
  const { error, keychain, held } = await offer([answer]);
  expect(error).toBeInstanceOf(Incomplete);
  expect(error?.message).toBe(
    "The App reader exists, but its credential is not stored whole, and its key is gone.",
  );
  expect((error as Incomplete).hints[0]).toEqual({
    say: 'Continue, and choose "Bring a new key for the same App" for the Read App',
    command: "gatehouse setup --host forge.example --repo acme/control",
  });
  expect([keychain.held.size, held]).toEqual([0, undefined]);
});

describe("a keychain that does not take it", () => {
  const openLocked = () => {
    const keychain = fakeKeychain();
    keychain.lock();
    return keychain;
  };

  test("is asked about until the person lets the key go", async () => {
    const { error, asked, held } = await offer([true, "again", "stop"], openLocked());
    expect(asked).toEqual(["read-hold-on-stop", "read-hold-again", "read-hold-again"]);
    expect(error).toBeInstanceOf(Incomplete);
    expect(held).toBeUndefined();
  });

  test("lets the key go on a Ctrl-C, too", async () => {
    const { error } = await offer([true, new Cancelled()], openLocked());
    expect(error).toBeInstanceOf(Incomplete);
  });
});

test("a bug is neither a no nor a locked keychain", async () => {
  const bug = new TypeError("a bug");
  expect((await offer([bug])).error).toBe(bug);
  const broken = { ...fakeKeychain(), hold: () => Promise.reject(bug) };
  expect((await offer([true], broken)).error).toBe(bug);
});
