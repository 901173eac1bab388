import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { openJournal } from "../../src/prompts/journal.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { stepKey } from "../../src/shared/step-key.ts";
import { header, run } from "./run-recorded.ts";

const stored = stepKey("forge.example key date", v.string());

let folder: string;
let state: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-unwritten-"));
  state = join(folder, "state");
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = () => openJournal(join(state, "journal.json"), header);
/** Replaces the journal's directory with a file. */
const spoilDisk = () => writeFileSync(state, "");
const repairDisk = () => rmSync(state);

describe("data that could not be written to disk", () => {
  const twice: [string, (context: FlowContext) => Promise<unknown>][] = [
    ["a recorded value", ({ record }) => record(stored, "today")],
    ["a step", ({ step }) => step(stored, () => Promise.resolve("today"))],
  ];

  test.each(twice)("is written at the next attempt: %s", async (_, work) => {
    const journal = await open();
    spoilDisk();
    const flow = async (context: FlowContext) => {
      await expect(work(context)).rejects.toThrow(Incomplete);
      await expect(work(context)).rejects.toThrow(Incomplete);
      repairDisk();
      return work(context);
    };
    expect((await run(flow, [], { journal })).result).toBe("today");
    expect((await open()).step(stored.id)).toBe("today");
  });

  test("is known to this process, which does not run a step twice", async () => {
    const journal = await open();
    let times = 0;
    spoilDisk();
    const work = () => Promise.resolve(`time ${(times += 1)}`);
    const flow = async ({ step }: FlowContext) => {
      await expect(step(stored, work)).rejects.toThrow(Incomplete);
      repairDisk();
      return step(stored, work);
    };
    expect((await run(flow, [], { journal })).result).toBe("time 1");
  });

  test("is deleted permanently at the next attempt of a reset", async () => {
    const journal = await open();
    await journal.finishStep(stored.id, "yesterday");
    const away = join(folder, "away");
    renameSync(state, away);
    spoilDisk();
    const flow = async ({ reset }: FlowContext) => {
      await expect(reset(stored)).rejects.toThrow(Incomplete);
      repairDisk();
      renameSync(away, state);
      await reset(stored);
    };
    expect((await run(flow, [], { journal })).error).toBeUndefined();
    expect((await open()).step(stored.id)).toBeUndefined();
  });
});

test("a journal reports whether all its data was written to disk", async () => {
  const journal = await open();
  expect(journal.isSaved()).toBe(true);
  spoilDisk();
  await expect(journal.finishStep(stored.id, "today")).rejects.toThrow(Incomplete);
  expect(journal.isSaved()).toBe(false);
  repairDisk();
  await journal.save();
  expect(journal.isSaved()).toBe(true);
});
