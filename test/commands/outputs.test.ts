import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { installProgram } from "./installed-program.ts";
import { comment, issue, openOutputs, pull, repo, shown } from "./outputs-bench.ts";

const program = installProgram();
const mint = (id: number) => `POST /app/installations/${id}/access_tokens 201`;
const end = "DELETE /installation/token 204";

const signed = (line: number, proposal: object) => {
  const hash = createHash("sha256").update(JSON.stringify(proposal)).digest("hex");
  return `Proposed by an agent in run 118, line ${line} (${hash.slice(0, 16)})`;
};
const sha256Of = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("gatehouse outputs apply", () => {
  test("applies at most the allowed number of outputs per handler, in file order, each with its own token", async () => {
    const job = await openOutputs(program);
    job.write(issue, comment, { ...issue, title: "Second", labels: ["bug"] }, issue, comment);
    const { code, out, err } = await job.apply(["--max", "issue=2", "--max", "comment=1"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const page = `${job.emulator.origin}/acme/control/issues`;
    expect(out).toContain(` ✔ issue 1 of 2: #1 ${page}/1\n`);
    expect(out).toContain(` ✔ comment 1 of 1: on #1 ${page}/1#issuecomment-`);
    expect(out).toContain(` ✔ issue 2 of 2: #2 ${page}/2\n`);
    expect(out).toContain("– Skipped: issue on line 4: exceeds the limit of 2 for issue");
    expect(out).toContain("✔ 3 proposals were applied, 2 skipped.");
    expect(job.writes()).toEqual([
      mint(job.installation),
      mint(job.installation),
      `POST ${repo}/issues 201`,
      `POST ${repo}/issues/1/comments 201`,
      `POST ${repo}/issues 201`,
      end,
      end,
    ]);
    const { json } = await job.rest("GET", `${repo}/issues?direction=asc`);
    expect(json).toMatchObject([
      { title: "Slow build", body: `${signed(1, issue)}\n\nIt takes an hour.` },
      { title: "Second", labels: [{ name: "bug" }] },
    ]);
  });

  test("a handler without --max is not applied, and no token is minted for it", async () => {
    const job = await openOutputs();
    job.write(issue, comment);
    const { code, out } = await job.apply(["--max", "dispatch=3"]);
    expect({ code, asked: job.asked() }).toEqual({ code: 0, asked: [] });
    expect(out).toContain(
      "– Skipped: issue on line 1: issue proposals are not allowed in this run",
    );
    expect(out).toContain("✔ Nothing was applied, 2 skipped.");
  });

  test("a pull request creates a branch with one commit of all files", async () => {
    const job = await openOutputs();
    job.write(pull);
    const { code, out } = await job.apply(["--max", "pull-request=1"]);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining("pull-request 1 of 1: #1 ") as string,
    });
    expect(job.writes()).toEqual([
      mint(job.installation),
      `POST ${repo}/git/trees 201`,
      `POST ${repo}/git/commits 201`,
      `POST ${repo}/git/refs 201`,
      `POST ${repo}/pulls 201`,
      end,
    ]);
    const { json } = await job.rest("GET", `${repo}/pulls/1`);
    expect(json).toMatchObject({ head: { ref: "agent/mend" }, base: { ref: "main" } });
    expect(json.body).toBe(`${signed(1, pull)}\n\nIt was wrong.`);
    const read = async (path: string, ref: string) =>
      (await job.rest("GET", `${repo}/contents/${path}?ref=${ref}`)).json.content as string;
    expect(Buffer.from(await read("docs/new/page.md", "agent/mend"), "base64").toString()).toBe(
      "# New\n",
    );
    expect(Buffer.from(await read("README.md", "main"), "base64").toString()).toBe("# control\n");
  });

  test("an output that fails does not stop the other outputs", async () => {
    const job = await openOutputs();
    const other = { ...issue, title: "Second" };
    job.write(issue, { ...comment, number: 99 }, other);
    const args = ["--max", "issue=2", "--max", "comment=1"];
    const { code, out } = await job.apply(args);
    expect(code).toBe(5);
    expect(out).toContain("✖ comment 1 of 1: line 2: The API rejected GET");
    expect(out).toContain("✖ 2 proposals were applied, 1 failed.");
    expect((await job.apply([...args, "--soft"])).code).toBe(0);
  });

  test("with --json, prints one document, and progress goes to standard error", async () => {
    const job = await openOutputs();
    job.write(issue, { ...comment, number: 99 }, issue);
    const { out, err } = await job.apply(["--max", "issue=1", "--max", "comment=1", "--json"]);
    expect(JSON.parse(out)).toEqual({
      applied: [{ handler: "issue", line: 1, url: `${job.emulator.origin}/acme/control/issues/1` }],
      left: [{ handler: "issue", line: 3, reason: "exceeds the limit of 1 for issue" }],
      failed: [{ handler: "comment", line: 2, reason: expect.stringContaining("404") as string }],
    });
    expect(err).toContain("issue 1 of 1: #1");
  });

  test("a second run of the job repeats nothing, and resumes after the last output of the first run", async () => {
    const job = await openOutputs();
    await job.control("PUT", "faults", [
      { on: "POST /repos/acme/control/issues", after: 1, play: { kind: "secondary-limit" } },
    ]);
    job.write(issue, { ...issue, title: "Second" }, { ...issue, title: "Third" });
    const first = await job.apply(["--max", "issue=3"]);
    expect(first.code).toBe(5);
    expect(first.out).toContain("line 3: not tried: the rate limit was reached");
    const again = await job.apply(["--max", "issue=3"]);
    expect(again.code).toBe(0);
    expect(again.out).toMatch(/issue 1 of 3: already applied: http\S+\/issues\/1\n/);
    const third = await job.apply(["--max", "issue=3", "--json"]);
    expect((JSON.parse(third.out) as { applied: unknown[] }).applied).toHaveLength(3);
    const { json } = await job.rest("GET", `${repo}/issues`);
    expect(json.map(({ title }: { title: string }) => title)).toEqual([
      "Third",
      "Second",
      "Slow build",
    ]);
    expect(job.writes().filter((line) => line === mint(job.installation))).toHaveLength(3);
  });

  test.each([
    ["but was applied, is found by the next run", "after", 0, "already applied: "],
    [
      "and was not applied, is not sent again",
      "before",
      5,
      "the request was sent, but its result is unknown",
    ],
  ] as const)("a request that got no response, %s", async (_, when, ends, says) => {
    const job = await openOutputs();
    const on = "POST /repos/acme/control/issues";
    await job.control("PUT", "faults", [{ on, play: { kind: "cut", when } }]);
    job.write(issue);
    expect((await job.apply(["--max", "issue=1"])).code).toBe(4);
    const again = await job.apply(["--max", "issue=1"]);
    expect(again.code).toBe(ends);
    expect(again.out).toContain(says);
    const { json } = await job.rest("GET", `${repo}/issues`);
    expect(json).toHaveLength(when === "after" ? 1 : 0);
  });

  test("a changed proposal is treated as new, and the journal of another repository is refused", async () => {
    const job = await openOutputs();
    job.write(issue);
    await job.apply(["--max", "issue=1"]);
    job.write({ ...issue, title: "Another" });
    await job.apply(["--max", "issue=1"]);
    const other = await job.apply(["--max", "issue=1"], { BUILD_REPOSITORY_NAME: "acme/api" });
    expect(other).toMatchObject({
      code: 2,
      err: expect.stringMatching(/is the journal for a different[\s│]+repository: /),
    });
    await job.apply(["--max", "issue=1"]);
    expect((await job.rest("GET", `${repo}/issues`)).json).toHaveLength(2);
    expect((await job.rest("GET", "/repos/acme/api/issues")).json).toHaveLength(0);
  });

  test("an invalid file is not applied, and all its errors are reported", async () => {
    const job = await openOutputs();
    job.write(issue, { ...comment, number: 0 }, { type: "isue" });
    const { code, err } = await job.apply(["--max", "issue=1"]);
    expect({ code, asked: job.asked() }).toEqual({ code: 2, asked: [] });
    expect(shown(err)).toMatch(
      /Line 2 "number" is not a positive integer\. Line 3 has an unknown type: "isue"; did you mean "issue"\?/,
    );
  });

  test("only the file that was validated is applied", async () => {
    const job = await openOutputs();
    job.write(issue);
    const args = ["--max", "issue=1", "--sha256", sha256Of(job.file)];
    job.write({ ...issue, title: "Another" });
    const changed = await job.apply(args);
    rmSync(job.file);
    const missing = await job.apply(args);
    for (const { code, err } of [changed, missing]) {
      expect(code).toBe(2);
      expect(shown(err)).toContain(
        "proposals.jsonl is not the validated file: its SHA-256 differs, so nothing is applied.",
      );
    }
    expect(job.asked()).toEqual([]);
    job.write(issue);
    expect((await job.apply(args)).code).toBe(0);
  });

  test("with the hash of an empty file, a missing file is accepted", async () => {
    const job = await openOutputs();
    const none = createHash("sha256").digest("hex");
    const args = ["--max", "issue=1", "--sha256", none];
    expect((await job.apply(args)).code).toBe(0);
    job.write(issue);
    expect((await job.apply(args)).code).toBe(2);
    expect(job.asked()).toEqual([]);
  });

  test("a missing file is an error if its absence was not announced", async () => {
    const job = await openOutputs();
    const { code, err } = await job.apply(["--max", "issue=1", "--max", "comment=0"]);
    expect({ code, asked: job.asked() }).toEqual({ code: 2, asked: [] });
    expect(shown(err)).toContain("/proposals.jsonl not found.");
  });

  test("a missing file is accepted if all limits are 0", async () => {
    const job = await openOutputs();
    const { code, out } = await job.apply(["--max", "issue=0", "--max", "comment=0"]);
    expect({ code, asked: job.asked(), journal: existsSync(`${job.file}.applied.json`) }).toEqual({
      code: 0,
      asked: [],
      journal: false,
    });
    expect(out).toContain("✔ Nothing was applied.");
  });

  test.each([
    [["--max", "isue=1"], "Did you mean issue?"],
    [["--max", "issue"], '✖ "issue" is not a valid limit. Use HANDLER=NUMBER'],
    [
      ["--max", "issue=1", "--sha256", ""],
      "✖ --sha256 is empty: no step has validated the proposals, so nothing is applied.",
    ],
    [
      ["--max", "issue=1", "--sha256", "A".repeat(64)],
      "✖ --sha256 is not a valid SHA-256 hash: it must have 64 hexadecimal digits.",
    ],
    [["--max", "issue=1", "--api-url", "http://forge.example"], "is not the address"],
    [[], "--max <handler=number>' not specified"],
  ])("%j is rejected before any request", async (args, message) => {
    const job = await openOutputs(program);
    job.write(issue);
    const { code, err } = await job.apply(args);
    expect({ code, asked: job.asked() }).toEqual({ code: 2, asked: [] });
    expect(shown(err)).toContain(message);
  });
});
