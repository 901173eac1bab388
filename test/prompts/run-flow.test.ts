import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openJournal } from "../../src/prompts/journal.ts";
import type { Journal } from "../../src/prompts/journal.ts";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { back } from "./recording-prompter.ts";
import { header, key, name, run, size, sure } from "./run-recorded.ts";

/** Asks two questions, then a third. */
const threeQuestions = async ({ ask }: FlowContext) => [
  await ask.text(name),
  await ask.choose(size),
  await ask.confirm(sure),
];

describe("answers in a flow", () => {
  test("are requested once and reused in the next run", async () => {
    const { result, journal, log } = await run(threeQuestions, ["a", "s", true]);
    expect(result).toEqual(["a", "s", true]);
    expect(log).toEqual(["begin", "name", "< size", "< sure"]);
    const again = await run(threeQuestions, [], { journal });
    expect(again.result).toEqual(["a", "s", true]);
    expect(again.log).toEqual(["begin"]);
  });

  test("to the previous question are requested again after Back, which restarts the flow", async () => {
    const { result, log } = await run(threeQuestions, ["a", back, "b", "s", back, "l", true]);
    expect(result).toEqual(["b", "l", true]);
    const asked = ["name", "< size", "begin", "name", "< size", "< sure", "begin", "< size"];
    expect(log).toEqual(["begin", ...asked, "< sure"]);
  });

  test("that follow a changed answer are requested again", async () => {
    const flow = async (context: FlowContext) => {
      const chosen = await context.ask.choose(size);
      return chosen === "l" ? context.ask.text(name) : context.ask.confirm(sure);
    };
    const { result, journal } = await run(flow, ["s", back, "l", "big"]);
    expect(result).toBe("big");
    expect(journal.answers().map(({ id }) => id)).toEqual(["size", "name"]);
  });

  test.each<[string, (context: FlowContext) => Promise<unknown>]>([
    ["the question has another ID", ({ ask }) => ask.text({ ...name, id: "other" })],
    ["the text is no longer accepted", ({ ask }) => ask.text({ ...name, check: () => "taken" })],
    ["the question has another type", ({ ask }) => ask.confirm(name)],
    ["the option no longer exists", ({ ask }) => ask.choose({ ...size, id: "name" })],
    ["one of the options no longer exists", ({ ask }) => ask.chooseMany({ ...size, id: "name" })],
    [
      "the option is no longer available",
      ({ ask }) =>
        ask.choose({ ...name, options: [{ value: "a", label: "a", disabled: "too late" }] }),
    ],
  ])("are requested again if they become invalid: %s", async (_why, flow) => {
    const { journal } = await run(({ ask }) => ask.text(name), ["a"]);
    const { log } = await run(flow, ["b"], { journal });
    expect(log).toHaveLength(2);
  });

  test("are not recorded if they respond to a failure", async () => {
    const failure = { ...size, id: "failed", error: { message: "no", hints: [] } };
    const { result, journal } = await run(({ ask }) => ask.failure(failure), ["s"]);
    expect(result).toBe("s");
    expect(journal.answers()).toEqual([]);
  });

  test("do not include confirmed facts, which are not shown again", async () => {
    const facts = { id: "facts", title: "Facts:", body: ["…"], proceed: "I have read this" };
    const flow = async ({ ask }: FlowContext) => {
      await ask.disclose(facts);
      return ask.text(name);
    };
    const { log, journal } = await run(flow, [undefined, "a"]);
    expect(log).toEqual(["begin", "facts", "< name"]);
    expect((await run(flow, [], { journal })).log).toEqual(["begin"]);
  });
});

describe("reads and notes", () => {
  test("run and are shown once per run, however often it goes back", async () => {
    let checks = 0;
    const flow = async ({ ask, read, mark }: FlowContext) => {
      const count = await read("count", () => Promise.resolve((checks += 1)));
      await ask.note({ id: "hello", title: "Hello." });
      mark({ name: "Profile", state: "done", summary: "two Apps" });
      await ask.text(name);
      await ask.confirm(sure);
      return count;
    };
    const { result, log, journal } = await run(flow, ["a", back, "b", true]);
    expect(result).toBe(1);
    expect(log.filter((line) => line === "note hello")).toHaveLength(1);
    expect(log.filter((line) => line === "mark Profile")).toHaveLength(2);
    expect((await run(flow, [], { journal })).result).toBe(2);
  });

  test("a failed read is repeated", async () => {
    let checks = 0;
    const readNow = () => (
      (checks += 1),
      checks === 1 ? Promise.reject(new Error("no")) : Promise.resolve(checks)
    );
    const { result } = await run(async ({ read }) => {
      await read("count", readNow).catch(() => undefined);
      return read("count", readNow);
    }, []);
    expect(result).toBe(2);
  });

  test("a read is repeated after a reset", async () => {
    let checks = 0;
    const readNow = () => Promise.resolve((checks += 1));
    const { result } = await run(async ({ read, reset }) => {
      await read("count", readNow);
      await reset("count");
      return read("count", readNow);
    }, []);
    expect(result).toBe(2);
  });
});

describe("a secret in a flow", () => {
  const words = "the-secret-words-themselves";

  function openFile(): { path: string; open: () => Promise<Journal> } {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-flow-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "journal.json");
    return { path, open: () => openJournal(path, header) };
  }

  const flow = async ({ ask, vault }: FlowContext) => {
    await ask.text(name);
    const id = await ask.secret(key);
    await ask.confirm(sure);
    return vault.find(id)?.reveal();
  };

  test("is never in the journal, which contains only its ID", async () => {
    const { path, open } = openFile();
    const { result } = await run(flow, ["a", words, true], { journal: await open() });
    expect(result).toBe(words);
    const file = readFileSync(path, "utf8");
    expect(file).not.toContain(words);
    expect(file).toMatch(/"id": "key",\s+"value": "secret [\da-f-]{36}"/);
  });

  test("is not requested again after Back", async () => {
    const { result, log } = await run(flow, ["a", words, back, "other-words", true]);
    expect(result).toBe("other-words");
    const beforeSure = await run(flow, ["a", words, true]);
    expect(beforeSure.log).toEqual(["begin", "name", "< key", "< sure"]);
    expect(log.filter((line) => line.includes("key"))).toHaveLength(2);
  });

  test("is requested again by a new process; earlier answers are not", async () => {
    const { open } = openFile();
    await run(flow, ["a", words, true], { journal: await open() });
    const { result, log } = await run(flow, [words, true], { journal: await open() });
    expect(result).toBe(words);
    expect(log).toEqual(["begin", "<< key", "<< sure"]);
  });
});

test("an error in a flow is thrown, and the earlier answers are kept", async () => {
  const { error, journal } = await run(threeQuestions, ["a"]);
  expect(error?.message).toBe('nobody answers "size"');
  expect(journal.answers()).toEqual([{ id: "name", value: "a" }]);
});
