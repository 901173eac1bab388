import { expect, test } from "vitest";
import { offerNext } from "../../../flows/setup/offer-next.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { findWordy } from "../asked-words.ts";
import { runStep, startJournal, type StepOptions } from "../shared/run-step.ts";
import { walkBack } from "../shared/walk-back.ts";

const location = { profile: resolveHost("forge.example") };
const offer = (answers: object, options: StepOptions = {}) =>
  runStep((context) => offerNext(context, location), { ...options, answers: { ...answers } });

test("firewall and engine are left for later if the script does not answer, as with Enter", async () => {
  const { result, marks, questions } = await offer({});
  expect(result).toEqual({ firewall: "later", engine: "later" });
  for (const id of ["firewall", "engine"])
    expect(questions[id]).toMatchObject({ initial: "later" });
  expect(marks).toEqual([
    { name: "Firewall", state: "skipped", summary: "left for later" },
    { name: "Engine", state: "skipped", summary: "left for later" },
  ]);
  for (const question of Object.values(questions)) expect(findWordy(question)).toEqual([]);
});

test.each([
  ["later", {}],
  ["now", { firewall: "now", engine: "now" }],
])("another setup does not ask again: %s", async (when, answers) => {
  const journal = startJournal();
  const first = await offer(answers, { journal });
  expect(first.result).toEqual({ firewall: when, engine: when });
  await journal.setAnswers([]);
  const second = await offer({}, { journal });
  expect(second).toMatchObject({
    result: { firewall: "later", engine: "later" },
    asked: [],
    marks: [],
  });
});

test("Back goes from the engine to the firewall and keeps the earlier choice", async () => {
  const walk = walkBack();
  const { result } = await offer({ firewall: "now" }, { onQuestion: walk.onQuestion });
  expect(walk.left).toContain("engine");
  walk.expectStraight();
  expect(result).toEqual({ firewall: "now", engine: "later" });
});

test("a setup that was offered only the firewall is offered the engine", async () => {
  const journal = startJournal();
  await journal.finishStep("forge.example firewall offered", true);
  const { asked } = await offer({}, { journal });
  expect(asked).toEqual(["engine"]);
});
