import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { openIncidentJournal } from "../../../flows/exposed/open-incident-journal.ts";
import { type Journal } from "../../../src/prompts/journal.ts";
import { memoryJournal } from "../../prompts/memory-journal.ts";
import type { Prompter } from "../../../src/prompts/prompter.ts";
import { parseScriptedAnswers } from "../../../src/prompts/scripted-answers.ts";
import { createScriptedPrompter } from "../../../src/prompts/scripted-prompter.ts";
import { attemptStep, incidentStep } from "../../../src/plane/exposed/journal-steps.ts";
import type { ExposureStep } from "../../../src/plane/exposed/exposure.ts";
import { noStops } from "../../prompts/no-stops.ts";

const location = { host: "forge.example", repository: "acme/control" };
const openedAt = "2026-11-21T09:00:00.000Z";
const newJournal = () =>
  memoryJournal({ flow: "exposed", version: 1, host: "forge.example", subject: "acme/control" });

const incident = {
  openedAt,
  openedBy: "mona",
  credentials: ["pat"],
  packages: [],
  switches: {},
  storedAt: {},
};
const required: readonly ExposureStep[] = [
  "switches-off",
  "runs-ended",
  "ended pat",
  "search",
  "rotated pat",
  "review-mode",
  "switches-on",
];

/** Creates the journal of an incident, with one answer. */
async function writeJournal(state: "open" | "closed" | "damaged"): Promise<Journal> {
  const journal = newJournal();
  await journal.setAnswers([{ id: "since", value: "7d" }]);
  await journal.finishStep(incidentStep(location).id, state === "damaged" ? "?" : incident);
  const entry = { at: openedAt, by: "mona", result: "done", statement: "Done.", evidence: [] };
  for (const step of state === "closed" ? required : []) {
    await journal.finishStep(attemptStep(location, step, 1).id, { step, ...entry });
  }
  return journal;
}

async function open(journal: Journal, given: { isNew?: boolean; answer?: "new" | "show" } = {}) {
  const answers = given.answer ? { "closed-incident": given.answer } : {};
  const scripted = createScriptedPrompter({
    answers: parseScriptedAnswers({ answers }, "test"),
    print: () => undefined,
    stops: noStops(),
  });
  const seen: unknown[] = [];
  const prompter: Prompter = {
    ...scripted,
    begin: (header) => void seen.push(header),
    choose: (question, situation) => {
      seen.push(question.facts, situation);
      return scripted.choose(question, situation);
    },
  };
  const kept: string[] = [];
  let current = journal;
  const deps = {
    openJournal: () => Promise.resolve(current),
    keepJournal: async (stamp: string) => {
      kept.push(stamp);
      // The file is moved after the request for it, so wait one turn.
      await turn();
      current = newJournal();
    },
  };
  const found = await openIncidentJournal(prompter, deps, {
    location,
    isNew: given.isNew === true,
  });
  return { found, kept, seen, isSame: found.journal === journal };
}

test("resumes an open incident and asks only for the remaining steps", async () => {
  const journal = await writeJournal("open");
  const { isSame, kept } = await open(journal);
  expect({ isSame, kept, answers: journal.answers() }).toEqual({
    isSame: true,
    kept: [],
    answers: [],
  });
});

test.each([
  ["open", openedAt],
  ["closed", openedAt],
  ["damaged", "unknown"],
] as const)(
  "a new incident gets its own journal, and the journal of the %s incident is kept unchanged",
  async (state, stamp) => {
    const journal = await writeJournal(state);
    const { found, isSame, kept } = await open(journal, { isNew: true });
    expect({ isSame, kept }).toEqual({ isSame: false, kept: [stamp] });
    expect(found.journal?.steps().size).toBe(0);
    expect(journal.answers()).toHaveLength(1);
  },
);

test("opens a new incident after a closed one only if the operator chooses this", async () => {
  const begun = await open(await writeJournal("closed"), { answer: "new" });
  expect(begun.seen).toEqual([
    { title: "respond to exposure", subject: "acme/control", outline: [] },
    [{ name: "Opened", text: "2026-11-21T09:00:00.000Z by mona" }],
    { canGoBack: false },
  ]);
  expect({ isSame: begun.isSame, kept: begun.kept }).toEqual({ isSame: false, kept: [openedAt] });
});

test("a closed incident can be shown again, without performing a step", async () => {
  const { found, kept } = await open(await writeJournal("closed"), { answer: "show" });
  expect(kept).toEqual([]);
  expect(found).toMatchObject({ journal: undefined, record: { state: "closed", incident } });
});

test.each([true, false])(
  "keeps no earlier journal if no incident exists (new incident requested: %s)",
  async (isNew) => {
    const journal = newJournal();
    expect(await open(journal, { isNew })).toMatchObject({ isSame: true, kept: [] });
  },
);
