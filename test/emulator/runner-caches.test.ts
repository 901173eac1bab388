import { describe, expect, test } from "vitest";
import type { WorkflowRun } from "../../emulator/runner.ts";
import { addCache, findCache } from "../../emulator/state/caches.ts";
import type { Repository } from "../../emulator/state/repository.ts";
import { linesOf, oneJob, startWorkflow } from "./runner-bench.ts";

/** Creates a repository without caches, and a function that runs steps in it. */
function openRepository() {
  const repository: Pick<Repository, "caches"> = {};
  const caches: WorkflowRun["caches"] = {
    find: (wanted) => findCache(repository, wanted),
    add: (saved) => addCache(repository, saved),
  };
  const run = async (steps: string, more: Partial<WorkflowRun> = {}) => {
    const { jobs } = await startWorkflow(oneJob(steps), { caches, ...more });
    return { conclusion: jobs[0]?.conclusion, lines: linesOf(jobs[0]?.log) };
  };
  return { repository, run };
}

const step = (kind: "restore" | "save", key: string, more = "") =>
  `- uses: actions/cache/${kind}@v6\n  with:\n    path: \${{ runner.temp }}/kept\n    key: ${key}\n${more}`;
const write = (text: string) =>
  `- run: mkdir -m 700 "$RUNNER_TEMP/kept" && cd "$RUNNER_TEMP/kept" && (umask 077; echo ${text} > f)`;
const read = '- run: cd "$RUNNER_TEMP/kept" && cat f && stat -c "mode %a" f .';
const prefix = (...words: string[]) =>
  `    restore-keys: |\n${words.map((word) => `      ${word}\n`).join("")}`;

describe("the cache actions", () => {
  test("restore in a later run what an earlier run has saved, with its permissions", async () => {
    const { run } = openRepository();
    const saved = await run(`${write("first")}\n${step("save", "k-1")}`);
    expect(saved.lines).toContain("Cache saved with key: k-1");
    const restored = await run(`${step("restore", "k-1")}${read}`);
    expect(restored.lines).toContain("Cache restored from key: k-1");
    expect(restored.lines).toEqual(expect.arrayContaining(["first", "mode 600", "mode 700"]));
  });

  test.each([
    ["the exact key, even if a newer one matches a prefix", "k-1", prefix("k-"), "k-1"],
    ["the newest cache whose key starts with the prefix", "k-9", prefix("k-"), "k-2"],
    ["the first prefix that matches", "x", prefix("no-", "other-", "k-"), "other-1"],
  ])("restore %s", async (_, key, more, found) => {
    const { run } = openRepository();
    for (const name of ["k-1", "other-1", "k-2"]) {
      await run(`${write(name)}\n${step("save", name)}`);
    }
    const { lines } = await run(`${step("restore", key, more)}${read}`);
    expect(lines).toContain(`Cache restored from key: ${found}`);
    expect(lines).toContain(found);
  });

  test("continue if no cache matches, or if it was saved from another path", async () => {
    const { run } = openRepository();
    await run(`${write("first")}\n${step("save", "k-1").replace("kept", "kept/f")}`);
    const { conclusion, lines } = await run(step("restore", "k-1", prefix("k-")));
    expect(conclusion).toBe("success");
    expect(lines).toContain("Cache not found for input keys: k-1, k-");
  });

  test("never change a saved cache, and do not fail if nothing can be saved", async () => {
    const { repository, run } = openRepository();
    await run(`${write("first")}\n${step("save", "k-1")}`);
    const again = await run(`${write("second")}\n${step("save", "k-1")}`);
    expect(again.conclusion).toBe("success");
    expect(again.lines.join()).toContain("Unable to reserve cache with key k-1");
    expect((await run(`${step("restore", "k-1")}${read}`)).lines).toContain("first");
    const nothing = await run(step("save", "k-2"));
    expect(nothing.conclusion).toBe("success");
    expect(repository.caches).toHaveLength(1);
  });

  test("keep only the ten newest caches of a repository", () => {
    const repository: Pick<Repository, "caches"> = {};
    for (let count = 1; count <= 12; count += 1) {
      addCache(repository, { key: `k-${count}`, path: "p", files: [] });
    }
    expect(repository.caches?.map(({ key }) => key)).toEqual(
      Array.from({ length: 10 }, (_, index) => `k-${index + 3}`),
    );
  });
});
