import { expect, test } from "vitest";
import { offerFirstAgent } from "../../../flows/demo/offer-first-agent.ts";
import type { Issue } from "../../../src/forge/resources/issues.ts";
import { Incomplete } from "../../../src/shared/errors.ts";

const issue: Issue = {
  id: 1,
  number: 1,
  text: "Review of acme/web\nIt is fine.",
  link: "https://forge.example/acme/control/issues/1",
  author: "acme-writer[bot]",
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
  comments: 0,
  isPullRequest: false,
};

/** Plays the flow with an answer. Returns what it did, in order. */
async function play({
  found,
  answer,
  fails = false,
  opens = issue,
}: {
  found?: Issue;
  answer?: boolean;
  fails?: boolean;
  opens?: Issue | "nothing";
}) {
  const did: string[] = [];
  let output = found;
  const result = await offerFirstAgent(
    {
      confirm: async ({ id }) => {
        did.push(`asked ${id}`);
        if (answer === undefined) throw new Error("no answer");
        return answer;
      },
      progress: (_, task) => task(() => undefined, new AbortController().signal),
    },
    {
      findOutput: async () => output,
      commitWorkflows: async () => void did.push("committed"),
      runWorkflows: async () => {
        did.push("ran");
        if (fails) throw new Incomplete("The run failed.");
        if (opens !== "nothing") output = opens;
      },
    },
  );
  return { did, result };
}

test("the demo asks, commits the workflows, runs them, and returns their output", async () => {
  expect(await play({ answer: true })).toEqual({
    did: ["asked first-agent", "committed", "ran"],
    result: { issue, isKept: false },
  });
});

test("an existing output is returned without a question or a run", async () => {
  expect(await play({ found: issue })).toEqual({ did: [], result: { issue, isKept: true } });
});

test("nothing is committed or run if the operator declines", async () => {
  expect(await play({ answer: false })).toEqual({
    did: ["asked first-agent"],
    result: undefined,
  });
});

test("a failed run ends the demo with its error", async () => {
  await expect(play({ answer: true, fails: true })).rejects.toThrow("The run failed.");
});

test("runs that open no issue end the demo with an error", async () => {
  await expect(play({ answer: true, opens: "nothing" })).rejects.toThrow("opened no review issue");
});
