import { describe, expect, test } from "vitest";
import {
  askInstallable,
  noneQualifies,
  requirePatChoice,
} from "../../../flows/scope/ask-about-profile.ts";
import {
  describeChoice,
  describeDecision,
  describeUnseen,
} from "../../../flows/scope/describe-profile.ts";
import type { FlowContext } from "../../../src/prompts/flow-context.ts";
import type { ProfileDecision } from "../../../src/credentials/profile/decide-profile.ts";
import { Incomplete } from "../../../src/shared/errors.ts";
import { location, settings } from "../rotate/rotations.ts";
import { runStep } from "../shared/run-step.ts";

const stop: ProfileDecision = {
  profile: "stop",
  readApp: false,
  writeApp: false,
  pat: false,
  reasons: ["Apps: do not do.", "PAT: does not do."],
  incomplete: [],
  next: ["Ask an owner.", "gatehouse setup", "gatehouse verify", "Or narrow the scope."],
};

describe("the question about the owner's agreement to Apps", () => {
  test.each([
    ["yes", true],
    ["no", false],
    // An owner decides when they get the message.
    ["unknown", true],
  ])("%s is recorded as %s", async (answer, known) => {
    const ask = (context: FlowContext) => askInstallable(context, location, ["read", "write"]);
    const { result, questions } = await runStep(ask, { answers: { "app-installable": answer } });
    expect(result).toBe(known);
    expect(questions["app-installable"]).toMatchObject({
      title: "Would an owner approve 2 private Apps?",
      facts: [
        { name: "Owner", text: "an owner of acme; you are not an owner" },
        { name: "Apps", text: "Read App, Write App" },
      ],
      options: [{ value: "yes" }, { value: "no" }, { value: "unknown" }],
      // Enter makes no statement in the operator's name.
      initial: "unknown",
    });
  });
});

describe("if no profile qualifies", () => {
  const ask = (answer: "stop" | "pat") =>
    runStep((context) => requirePatChoice(context, location, stop), {
      answers: { "no-profile": answer },
    });

  test("offers the PAT only on request, after the reasons and alternatives", async () => {
    const { error, questions } = await ask("pat");
    expect(error).toBeUndefined();
    expect(questions["no-profile"]?.facts).toEqual([
      { name: "Apps", text: "do not do." },
      { name: "PAT", text: "does not do." },
    ]);
    expect(questions["no-profile"]?.body).toEqual(["Ask an owner.", "Or narrow the scope."]);
    // Enter stops.
    expect(questions["no-profile"]).toMatchObject({ options: [{ value: "stop" }, {}] });
  });

  test("reports the reason and the commands to continue if the operator stops", async () => {
    const { error, hints } = await ask("stop");
    expect(error).toBeInstanceOf(Incomplete);
    expect(error?.message).toBe(
      "No credential qualifies:\n- Apps: do not do.\n- PAT: does not do.",
    );
    expect(hints).toEqual([
      { text: "Ask an owner." },
      { text: "Then continue", command: "gatehouse setup --repo acme/control" },
      { text: "Then continue", command: "gatehouse verify --repo acme/control" },
      { text: "Or narrow the scope." },
    ]);
    expect(noneQualifies(stop, location).hints).toEqual(hints);
  });
});

describe("the description of a profile", () => {
  test.each([
    ["workflow-token", false, false, "the workflow token only"],
    ["pat", false, false, "a fine-grained PAT"],
    ["stop", false, false, "none"],
    ["app", true, true, "two Apps: one reads, one writes"],
    ["app", true, false, "the read App"],
    ["app", false, true, "the write App"],
  ] as const)("%s, read %s, write %s: %s", (profile, readApp, writeApp, words) => {
    expect(describeChoice({ profile, readApp, writeApp })).toBe(words);
  });

  test("lists its reasons and the facts that could not be read", () => {
    const reasons = [
      { name: "Apps", text: "do not do." },
      { name: "PAT", text: "does not do." },
    ];
    expect(describeDecision(stop)).toEqual(reasons);
    expect(describeDecision({ ...stop, incomplete: ["logs"] })).toEqual([
      ...reasons,
      { name: "Not visible", text: "logs; reported as incomplete" },
    ]);
  });

  test("names the targets that this account cannot see", () => {
    const facts = new Map(settings.targets.map((name) => [name, { id: 1, visibility: "public" }]));
    expect(describeUnseen(settings, facts as never)).toEqual([]);
    expect(describeUnseen(settings, new Map())).toEqual([
      { name: "Not visible", text: `treated as private: ${settings.targets.join(", ")}` },
    ]);
  });
});
