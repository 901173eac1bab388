import { expect, test } from "vitest";
import { storeWithoutJournal } from "../../../flows/setup/store-without-journal.ts";
import { createJournal, type Journal } from "../../../src/prompts/journal.ts";
import { keychainStep } from "../../../src/plane/setup/journal-steps.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

const location = {
  profile: resolveHost("forge.example"),
  repository: requireRepositoryName("acme/control", "--repo"),
};
const header = { flow: "setup", version: 1, host: "f", subject: "acme/control" };
const held = keychainStep({ ...location, role: "write" }).id;

function open({ isUnsaved }: { isUnsaved: boolean }) {
  const save = () => Promise.reject(new Error("the disk is full"));
  const full = createJournal({ header, answers: [], steps: { old: 1 } }, { save });
  const notes: unknown[] = [];
  const journal = storeWithoutJournal(full, {
    location,
    prompter: { note: ({ body }) => Promise.resolve(void notes.push(body)) },
    hasUnsavedKeys: () => isUnsaved,
  });
  return { journal, notes };
}

const writes: [string, (journal: Journal) => Promise<void>][] = [
  ["answers", (journal) => journal.setAnswers([{ id: "name", value: "x" }])],
  ["a finished step", (journal) => journal.finishStep("made", 1)],
  ["a forgotten step", (journal) => journal.forgetStep("old")],
  [
    "the data of a failed write",
    async (journal) => {
      await journal.finishStep("made", 1).catch(() => undefined);
      await journal.save();
    },
  ],
];

test.each(writes)(
  "with an unsaved key, %s can stay unwritten, which is reported once",
  async (_, write) => {
    const { journal, notes } = open({ isUnsaved: true });
    await write(journal);
    await write(journal);
    expect(notes).toEqual([["the disk is full"]]);
    expect(journal.isSaved()).toBe(false);
  },
);

test.each(writes)("without an unsaved key, %s must be written", async (_, write) => {
  const { journal, notes } = open({ isUnsaved: false });
  await expect(write(journal)).rejects.toThrow("the disk is full");
  expect(notes).toEqual([]);
});

test("the location of a kept key must be written, because later runs could not find it", async () => {
  const { journal } = open({ isUnsaved: true });
  await expect(journal.finishStep(held, {})).rejects.toThrow("the disk is full");
});
