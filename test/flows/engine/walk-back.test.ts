import { expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { startJournal } from "../shared/run-step.ts";
import { walkBack } from "../shared/walk-back.ts";
import { fullAnswers, least, openEngineBench, plain, withApp } from "./engine-bench.ts";

test("Back returns to each previous question, up to the last write", async () => {
  for (const [answers, count] of [
    [fullAnswers, 20],
    [withApp, 13],
    [least, 8],
  ] as const) {
    const bench = openEngineBench({ file: plain });
    const walk = walkBack();
    const { result, error } = await bench.configure(answers, { onQuestion: walk.onQuestion });
    expect(error).toBeUndefined();
    expect(result?.definition).toBeDefined();
    walk.expectStraight();
    expect(walk.left.size).toBeGreaterThanOrEqual(count);
    expect(walk.left).not.toContain("app-key-when");
  }
});

test("a rerun restores every answer after a stop at any question, and writes nothing twice", async () => {
  const { asked } = await openEngineBench({ file: plain }).configure(withApp);
  for (const [at, id] of asked.entries()) {
    const bench = openEngineBench({ file: plain });
    const journal = startJournal();
    const onQuestion = (question: string) => {
      if (question === id) throw new Cancelled();
    };
    const first = await bench.configure(withApp, { journal, onQuestion });
    expect(first.error).toBeInstanceOf(Cancelled);
    const isWritten = bench.saved.length > 0;
    const second = await bench.configure(withApp, { journal });
    expect(second.error).toBeUndefined();
    const left = isWritten ? asked.slice(asked.indexOf("app-key-when")) : asked.slice(at);
    expect(second.asked).toEqual(left);
    expect(bench.saved).toEqual(["definition", "pipeline"]);
    expect(second.result).toMatchObject({ definition: "changed" });
  }
});

test("proposes the withdrawn answer when the question is asked again", async () => {
  const bench = openEngineBench({ file: plain });
  let isBack = true;
  const { questions } = await bench.configure(
    { ...least, "engine-model": { each: ["model-1", "model-2"] } },
    {
      onQuestion: (id) => {
        if (id !== "engine-agent" || !isBack) return;
        isBack = false;
        throw new Back();
      },
    },
  );
  expect(questions["engine-model"]).toMatchObject({ initial: "model-1" });
});
