import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { forgetDeclined, offerControlFile } from "../../../flows/setup/offer-control-file.ts";
import { planFor } from "../../../src/run/control/plan-for.ts";
import { renderControlFile } from "../../../src/run/control/control-file.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { choices } from "../../run/control/shared-control-bench.ts";
import type { Chosen } from "../../run/control/shared-control-bench.ts";
import { repository, someSettings, somePin } from "../../plane/control-plane-bench.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { findWordy } from "../asked-words.ts";
import { runStep, startJournal, type StepOptions } from "../shared/run-step.ts";

const profile = resolveHost("github.com");
const package_ = { "control-cli": somePin.source, "control-integrity": ` ${somePin.integrity} ` };
const yes = { "control-file": "write" };

/** A control repository that has this file, or none. */
function openLocation(before?: string) {
  const location = { text: before, reads: 0, writes: 0, refusals: 0 };
  const offer = (
    options: StepOptions = {},
    chosen: Chosen = "app",
    settings: Settings = someSettings,
  ) =>
    runStep(
      (context) =>
        offerControlFile(
          context,
          {
            profile,
            repository,
            readControlFile: () => {
              location.reads += 1;
              return Promise.resolve(location.text);
            },
            writeControlFile: (text) => {
              location.writes += 1;
              if (location.writes <= location.refusals) {
                const request = "PUT /repos/acme/control/contents/x";
                throw new RefusedByForge({ status: 409, request, message: "protected" });
              }
              location.text = text;
              return Promise.resolve();
            },
          },
          { settings, choice: choices[chosen] },
        ),
      options,
    );
  return Object.assign(location, { offer });
}

const rendered = (chosen: Chosen = "app", settings: Settings = someSettings) =>
  renderControlFile({ ...planFor(profile.brand, choices[chosen], settings), pin: somePin });

describe("the shared control file is offered", () => {
  test("with what is written and why; answers without it, as Enter, leave it for later", async () => {
    const location = openLocation();
    const { result, marks, questions, asked } = await location.offer();
    expect(result).toBe("later");
    expect(asked).toEqual(["control-file"]);
    expect(questions["control-file"]).toMatchObject({ initial: "later" });
    expect(questions["control-file"]?.facts).toEqual([
      { name: "Purpose", text: "imported by the orchestrator and the workers" },
      {
        name: "Credentials",
        text: "the read and the write App, then a PAT, then the workflow token",
      },
      { name: "Becomes", text: ".github/workflows/shared/control.md of acme/control" },
    ]);
    expect(marks).toEqual([{ name: "Control file", state: "skipped", summary: "postponed" }]);
    for (const question of Object.values(questions)) expect(findWordy(question)).toEqual([]);
    expect(location.writes).toBe(0);
  });

  test("and written for the chosen profile, with the package that is named", async () => {
    const location = openLocation();
    const { result, marks, asked, questions } = await location.offer(
      { answers: { ...yes, ...package_ } },
      "pat",
    );
    expect(result).toBe("written");
    expect(asked).toEqual(["control-file", "control-cli", "control-integrity"]);
    expect(location.text).toBe(rendered("pat"));
    expect(marks).toMatchObject([{ state: "done" }]);
    for (const question of Object.values(questions)) expect(findWordy(question)).toEqual([]);
  });

  test("not where it is as it has to be, whoever wrote it", async () => {
    const location = openLocation(rendered());
    expect(await location.offer({ answers: yes })).toMatchObject({
      result: "unchanged",
      asked: [],
      marks: [{ name: "Control file", state: "done", summary: "up to date" }],
    });
    expect(location.writes).toBe(0);
  });

  test("with the lines that change where it is for another profile; the package stays", async () => {
    const location = openLocation(rendered("workflow-token"));
    const { result, questions, asked } = await location.offer({ answers: yes });
    expect(result).toBe("written");
    expect(asked).toEqual(["control-file"]);
    const { body = [] } = questions["control-file"] ?? {};
    expect(body).toContain("- # Profile: workflow-token. Inference uses only the workflow token.");
    expect(body.filter((line) => /^[-+] /.test(line))).toHaveLength(body.length - 1);
    expect(location.text).toBe(rendered());
  });

  test("whole where what is there is none of ours", async () => {
    const location = openLocation("Something else.\n");
    const { questions } = await location.offer({ answers: { ...yes, ...package_ } });
    expect(questions["control-file"]?.body).toEqual([
      "The current file does not specify a valid gatehouse package. It will be replaced completely.",
    ]);
    expect(location.text).toBe(rendered());
  });
});

test("a package that no run may bring is none: it is asked for, and what is there replaced", async () => {
  const evil = "http://evil.example/${{secrets.CP_FORGE_READ_APP_PRIVATE_KEY}}";
  const location = openLocation(rendered().replaceAll(somePin.source, evil));
  const { asked } = await location.offer({ answers: { ...yes, ...package_ } });
  expect(asked).toEqual(["control-file", "control-cli", "control-integrity"]);
  expect(location.text).toBe(rendered());
});

test("the package that is kept is shown", async () => {
  const { questions } = await openLocation(rendered("workflow-token")).offer({ answers: yes });
  expect(questions["control-file"]?.facts).toContainEqual({
    name: "Package",
    text: somePin.source,
  });
});

describe("what was answered", () => {
  test("with a yes is for one write: what somebody takes back is asked about again", async () => {
    const location = openLocation();
    const journal = startJournal();
    expect(await location.offer({ journal, answers: { ...yes, ...package_ } })).toMatchObject({
      result: "written",
    });
    location.text = undefined;
    expect(await location.offer({ journal })).toMatchObject({
      result: "later",
      asked: ["control-file"],
    });
    expect(location.writes).toBe(1);
  });

  test("with a no is not asked again by a run whose other answers are forgotten, unless that asks again", async () => {
    const location = openLocation();
    const journal = startJournal();
    await location.offer({ journal });
    await journal.setAnswers([]);
    const rerun = await location.offer({ journal });
    expect(rerun).toMatchObject({ result: "later", asked: [] });
    expect(rerun.marks).toMatchObject([{ state: "skipped" }]);
    await forgetDeclined(journal, { profile, repository });
    expect(await location.offer({ journal })).toMatchObject({ asked: ["control-file"] });
  });

  test("can be taken back in the run that answered it", async () => {
    const location = openLocation();
    let isBack = false;
    const { asked, result } = await location.offer({
      answers: { ...yes, ...package_ },
      onQuestion: (id) => {
        if (id !== "control-cli" || isBack) return;
        isBack = true;
        throw new Back();
      },
    });
    expect(asked).toEqual([
      "control-file",
      "control-cli",
      "control-file",
      "control-cli",
      "control-integrity",
    ]);
    expect(result).toBe("written");
  });

  test("holds for a rerun, and no longer once the profile is another one", async () => {
    const location = openLocation();
    const journal = startJournal();
    await location.offer({ journal });
    expect(await location.offer({ journal, answers: { ...yes, ...package_ } })).toMatchObject({
      result: "later",
      asked: [],
    });
    const changed = await location.offer({ journal, answers: { ...yes, ...package_ } }, "pat");
    expect(changed).toMatchObject({
      result: "written",
      asked: ["control-file", "control-cli", "control-integrity"],
    });
  });

  test("with a yes is none to a file that somebody changed since", async () => {
    const location = openLocation();
    const journal = startJournal();
    await location.offer({ journal, answers: { ...yes, ...package_ } });
    location.text = rendered().replace("ignore-if-missing: true", "ignore-if-missing: false");
    const changed = location.text;
    expect(await location.offer({ journal })).toMatchObject({
      result: "later",
      asked: ["control-file"],
    });
    expect(location.text).toBe(changed);
  });

  test("with a yes is done by a rerun where the forge took no commit, and not asked for again", async () => {
    const location = openLocation();
    const journal = startJournal();
    location.refusals = 1;
    const stopped = await location.offer({ journal, answers: { ...yes, ...package_ } });
    expect(stopped.error?.message).toContain("protected");
    expect(location.text).toBeUndefined();
    expect(await location.offer({ journal })).toMatchObject({ result: "written", asked: [] });
    // The run after that finds its own work.
    expect(await location.offer({ journal })).toMatchObject({ result: "unchanged", asked: [] });
    expect(location.writes).toBe(2);
  });

  test("with a yes, and stopped while it is written, is found by a rerun", async () => {
    const location = openLocation();
    const journal = startJournal();
    const answers = { ...yes, ...package_ };
    const stopped = await location.offer({ journal, answers, stopDuring: "control-file-write" });
    expect(stopped.error).toBeDefined();
    expect(await location.offer({ journal })).toMatchObject({ result: "unchanged", asked: [] });
    expect(location.writes).toBe(1);
  });
});

test("a forge that takes no commit ends nothing: the file is left for later", async () => {
  const location = openLocation();
  location.refusals = 1;
  const answers = { ...yes, ...package_, "failure:control-file-write": "later" };
  const { result, asked } = await location.offer({ answers });
  expect(result).toBe("later");
  expect(asked.filter((id) => id === "control-file-write")).toHaveLength(1);
  expect(location.writes).toBe(1);
});

test.each([
  ["control-cli", "http://example.com/a.tgz"],
  ["control-integrity", "sha1-abc"],
])("what a run could not rely on is not taken: %s %s", async (id, answer) => {
  const location = openLocation();
  const { error } = await location.offer({ answers: { ...yes, ...package_, [id]: answer } });
  expect(error?.message).toContain(answer);
  expect(location.writes).toBe(0);
});
