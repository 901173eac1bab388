import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { comment, issue, max, openOutputs, pull, repo, shown } from "./outputs-bench.ts";

type Job = Awaited<ReturnType<typeof openOutputs>>;
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const dispatch = { type: "dispatch", workflow: "worker.yml" };
const started = ["--max", "dispatch=1", "--max", "issue=5", "--worker", "worker.yml"];

/** Writes a journal that marks all lines as done, at a page of the forge. */
function forge(job: Job, changes: object, url: string, lines: readonly object[] = [issue]): void {
  const outputs = lines.map((line, index) => ({
    line: index + 1,
    sha256: sha256(JSON.stringify(line)),
    url,
  }));
  const binding = {
    target: `${job.emulator.apiUrl}/repos/acme/control`,
    run: "118",
    proposals: sha256(readFileSync(job.file)),
  };
  const journal = { version: 1, ...binding, ...changes, outputs };
  writeFileSync(`${job.file}.applied.json`, JSON.stringify(journal));
}

async function titles(job: Job): Promise<string[]> {
  const { json } = await job.rest("GET", `${repo}/issues?state=all&direction=asc`);
  return json.map(({ title }: { title: string }) => title);
}

async function openDispatch() {
  const job = await openOutputs();
  const content = Buffer.from("on:\n  workflow_dispatch:\njobs: {}\n").toString("base64");
  const path = `${repo}/contents/.forge/workflows/worker.yml`;
  await job.rest("PUT", path, { body: { message: "m", content } });
  const starts = () => job.asked().filter((line) => / \S+dispatches 2/.test(line)).length;
  return { ...job, starts };
}

describe("a journal that does not belong to the run", () => {
  test.each([
    [
      "does not name a run",
      { run: undefined, proposals: undefined },
      "does not belong to this run",
    ],
    ["belongs to another run", { run: "117" }, "does not belong to this run"],
    [
      "belongs to other proposals",
      { proposals: "0".repeat(64) },
      "proposals.jsonl.applied.json does not belong to this proposals file, so it was ignored.",
    ],
  ])("is reported and ignored if it %s", async (_, changes, says) => {
    const job = await openOutputs();
    job.write(issue);
    forge(job, changes, `${job.emulator.origin}/acme/control/issues/1`);
    const { code, out } = await job.apply(max);
    expect(code).toBe(0);
    expect(shown(out)).toContain(says);
    expect(out).not.toContain("already applied");
    expect(await titles(job)).toEqual([issue.title]);
  });

  test("does not repeat outputs, because existing outputs are found by their signatures", async () => {
    const job = await openOutputs();
    const first = { ...comment, number: 1 };
    job.write(issue, first, pull);
    await job.apply(max);
    forge(job, { run: "117" }, "https://forge.example/1", [issue, first, pull]);
    const before = job.writes().filter((line) => line.includes(repo));
    const { code, out } = await job.apply(max);
    expect(code).toBe(0);
    expect(out.match(/already applied/g)).toHaveLength(3);
    expect(out).not.toContain("forge.example");
    expect(job.writes().filter((line) => line.includes(repo))).toEqual(before);
  });

  test("does not start a workflow twice, not even in a third attempt", async () => {
    const job = await openDispatch();
    job.write(dispatch, issue);
    expect((await job.apply(started)).code).toBe(0);
    forge(job, { proposals: "0".repeat(64) }, "", [dispatch]);
    for (const _ of [2, 3]) {
      const { code, out } = await job.apply(started);
      expect(code).toBe(5);
      expect(shown(out)).toMatch(/may have started the workflow|does not send the request again/);
    }
    expect(job.starts()).toBe(1);
  });

  test.each([
    ["a journal of another run", { run: "117" }, [dispatch]],
    ["a journal of other proposals", { proposals: "0".repeat(64) }, [issue]],
  ])("does not prevent a workflow from starting: %s", async (_, changes, lines) => {
    const job = await openDispatch();
    job.write(dispatch);
    forge(job, changes, "", lines);
    const { code } = await job.apply(started);
    expect({ code, starts: job.starts() }).toEqual({ code: 0, starts: 1 });
  });

  test("does not repeat outputs, even if the run does not sign its outputs", async () => {
    const job = await openOutputs();
    const env = { BUILD_BUILDID: "" };
    job.write(issue);
    await job.apply(max, env);
    forge(job, { run: "117" }, "");
    const { code, out } = await job.apply(max, env);
    expect({ code, titles: await titles(job) }).toEqual({ code: 5, titles: [issue.title] });
    expect(shown(out)).toContain("does not send the request again");
  });
});

describe("an output that the run's journal records as applied", () => {
  test.each([
    ["a page that does not exist", () => "/acme/control/issues/1"],
    ["a page on another host", () => "https://phish.example/acme/control/issues/1"],
  ])("is compared with the forge, and is not accepted with %s", async (_, pathOf) => {
    const job = await openOutputs();
    job.write(issue);
    forge(job, {}, new URL(pathOf(), job.emulator.origin).href);
    const { code, out } = await job.apply(max);
    expect(code).toBe(0);
    expect(shown(out)).toContain("recorded as applied in the journal, but not found");
    expect(out).not.toContain("phish");
    expect(await titles(job)).toEqual([issue.title]);
  });

  test("is not accepted with a page that another user created", async () => {
    const job = await openOutputs();
    const { title, body } = issue;
    await job.rest("POST", `${repo}/issues`, { body: { title, body } });
    job.write(issue);
    forge(job, {}, `${job.emulator.origin}/acme/control/issues/1`);
    expect((await job.apply(max)).code).toBe(0);
    expect(await titles(job)).toHaveLength(2);
  });

  test("is accepted without a signature only if author and text are the same", async () => {
    const env = { BUILD_BUILDID: "" };
    const job = await openOutputs();
    job.write(issue);
    await job.apply(max, env);
    const again = await job.apply(max, env);
    expect(again.code).toBe(0);
    expect(again.out).toContain("already applied");
    const other = { ...issue, body: "Something else." };
    job.write(other);
    forge(job, { run: "" }, `${job.emulator.origin}/acme/control/issues/1`, [other]);
    const { code, out } = await job.apply(max, env);
    expect(code).toBe(5);
    expect(out).not.toContain("already applied");
    expect(await titles(job)).toHaveLength(1);
  });

  test("is accepted if the forge knows its workflow run", async () => {
    const job = await openDispatch();
    job.write(dispatch);
    expect((await job.apply(started)).code).toBe(0);
    const { code, out } = await job.apply(started);
    expect(code).toBe(0);
    expect(out).toContain("dispatch 1 of 1: already applied:");
    expect(job.starts()).toBe(1);
  });

  test("is accepted if the forge knows its workflow run, however many runs were started since", async () => {
    const job = await openDispatch();
    job.write(dispatch);
    expect((await job.apply(started)).code).toBe(0);
    const path = `${repo}/actions/workflows/worker.yml/dispatches`;
    for (let count = 0; count < 25; count += 1)
      await job.rest("POST", path, { body: { ref: "main" } });
    const { out } = await job.apply(started);
    expect(out).toContain("dispatch 1 of 1: already applied:");
  });

  test("is not accepted if its run belongs to another workflow", async () => {
    const job = await openDispatch();
    const other = { ...dispatch, workflow: "other.yml" };
    const content = Buffer.from("on:\n  workflow_dispatch:\njobs: {}\n").toString("base64");
    const path = `${repo}/contents/.forge/workflows/other.yml`;
    await job.rest("PUT", path, { body: { message: "m", content } });
    const both = [...started.slice(2), "--max", "dispatch=2", "--worker", "other.yml"];
    job.write(dispatch);
    expect((await job.apply(started)).code).toBe(0);
    const journal = readFileSync(`${job.file}.applied.json`, "utf8");
    const url = /"url": ?"([^"]+runs[^"]+)"/.exec(journal)?.[1] ?? "";
    job.write(other);
    forge(job, {}, url, [other]);
    const { code, out } = await job.apply(both);
    expect({ code, starts: job.starts() }).toEqual({ code: 5, starts: 1 });
    expect(shown(out)).toContain("recorded as applied in the journal, but not found");
  });

  test("is not accepted if the forge does not know its run, and the workflow is not started again", async () => {
    const job = await openDispatch();
    job.write(dispatch);
    forge(job, {}, `${job.emulator.origin}/acme/control/actions/runs/999`, [dispatch]);
    const { code, out } = await job.apply(started);
    expect({ code, starts: job.starts() }).toEqual({ code: 5, starts: 0 });
    expect(shown(out)).toContain("may have started the workflow");
  });
});
