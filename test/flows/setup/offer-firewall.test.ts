import { expect, test } from "vitest";
import { offerFirewall } from "../../../flows/setup/offer-firewall.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { findWordy } from "../asked-words.ts";
import { runStep, startJournal, type StepOptions } from "../shared/run-step.ts";

const place = { profile: resolveHost("forge.example") };
const offer = (answers: object, options: StepOptions = {}) =>
  runStep((context) => offerFirewall(context, place), { ...options, answers: { ...answers } });

test("answers without it leave the firewall for later, as Enter does", async () => {
  const { result, marks, questions } = await offer({});
  expect(result).toBe("later");
  expect(questions["firewall"]).toMatchObject({ initial: "later" });
  expect(marks).toEqual([{ name: "Firewall", state: "skipped", summary: "left for later" }]);
  for (const question of Object.values(questions)) expect(findWordy(question)).toEqual([]);
});

test.each([
  ["later", undefined],
  ["now", "now"],
])("another setup does not ask again: %s", async (_when, firewall) => {
  const journal = startJournal();
  const first = await offer({ firewall }, { journal });
  expect(first.result).toBe(firewall ?? "later");
  await journal.setAnswers([]);
  const second = await offer({}, { journal });
  expect(second).toMatchObject({ result: "later", asked: [], marks: [] });
});
