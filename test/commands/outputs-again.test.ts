import { execFile } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { lockFile } from "../../src/shared/file-lock.ts";
import { recordRequests } from "./record-requests.ts";
import { installProgram } from "./installed-program.ts";
import { comment, issue, max, openOutputs, pull, repo, shown } from "./outputs-bench.ts";

const program = installProgram();
type Job = Awaited<ReturnType<typeof openOutputs>>;

/** Runs the step, and kills it when it is about to open its second issue. */
async function applyAndDie(job: Job): Promise<void> {
  let opened = 0;
  const { origin } = await recordRequests(job.emulator.origin, ({ method, path }) => {
    if (method === "POST" && path.endsWith("/issues")) opened += 1;
    return opened === 2 && child.kill("SIGKILL");
  });
  const args = ["outputs", "apply", "--proposals", job.file, ...max];
  const env = { ...job.env, FORGE_API_URL: `${origin}/api/v3` };
  const child = execFile(execPath, [program.cli(), ...args], { env });
  await once(child, "close");
}

/** Simulates another machine, which has only the agent's file. */
const forget = ({ file }: Job) => rmSync(`${file}.applied.json`, { force: true });

async function titles(job: Job): Promise<string[]> {
  const { json } = await job.rest("GET", `${repo}/issues?state=all&direction=asc`);
  return json.map(({ title }: { title: string }) => title);
}

describe("a rerun of the job on another machine", () => {
  test("resumes after a killed attempt: three issues are created, not four", async () => {
    const job = await openOutputs();
    const all = ["One", "Two", "Three"].map((title) => ({ ...issue, title }));
    job.write(...all);
    await applyAndDie(job);
    expect(await titles(job)).toEqual(["One"]);
    forget(job);
    const { code, out } = await job.apply(max);
    expect(code).toBe(0);
    expect(out).toMatch(/issue 1 of 3: already applied: http\S+\/issues\/1\n/);
    expect(await titles(job)).toEqual(["One", "Two", "Three"]);
  });

  test.each([
    ["the write App", () => ({})],
    [
      "a person",
      ({ emulator }: Job) => ({
        CP_FORGE_WRITE_APP_ID: "",
        CP_FORGE_WRITE_APP_PRIVATE_KEY: "",
        CP_FORGE_TOKEN: emulator.userToken.reveal(),
      }),
    ],
  ])(
    "finds the outputs that %s has written: issues, comments and pull requests",
    async (_, envOf) => {
      const job = await openOutputs();
      const env = envOf(job);
      job.write(issue, comment, { ...comment, body: "Again." }, pull);
      expect((await job.apply(max, env)).code).toBe(0);
      forget(job);
      const before = job.writes().filter((line) => line.includes(repo));
      const { code, out } = await job.apply(max, env);
      expect(code).toBe(0);
      expect(out.match(/already applied/g)).toHaveLength(4);
      expect(job.writes().filter((line) => line.includes(repo))).toEqual(before);
    },
  );

  test("reuses its branch if the branch still has no pull request", async () => {
    const job = await openOutputs();
    job.write(pull);
    await job.control("PUT", "faults", [
      { on: "POST /repos/acme/control/pulls", play: { kind: "cut", when: "before" } },
    ]);
    expect((await job.apply(max)).code).toBe(4);
    forget(job);
    const { code, out } = await job.apply(max);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining("pull-request 1 of 1: #1 ") as string,
    });
  });

  test("does not start a workflow that an earlier attempt may have started", async () => {
    const job = await openOutputs();
    const dispatch = { type: "dispatch", workflow: "worker.yml" };
    const started = ["--max", "dispatch=1", "--worker", "worker.yml"];
    job.write(dispatch);
    for (const env of [{ SYSTEM_JOBATTEMPT: "2" }, { SYSTEM_STAGEATTEMPT: "3" }]) {
      const { code, out } = await job.apply(started, env);
      expect(code).toBe(5);
      expect(shown(out)).toContain("an earlier attempt may have started the workflow");
      forget(job);
    }
    expect(job.writes().filter((line) => line.includes("dispatches"))).toEqual([]);
    const first = { SYSTEM_JOBATTEMPT: "1", SYSTEM_STAGEATTEMPT: "1" };
    const { out } = await job.apply(started, first);
    expect(shown(out)).toContain("Workflow worker.yml was not found or cannot be started.");
  });

  test.each([
    ["another run", { BUILD_BUILDID: "119" }],
    ["a run without a number", { BUILD_BUILDID: "" }],
  ])("does not treat outputs of %s as its own", async (_, env) => {
    const job = await openOutputs();
    job.write(issue);
    await job.apply(max);
    forget(job);
    expect((await job.apply(max, env)).code).toBe(0);
    expect(await titles(job)).toHaveLength(2);
  });

  test("does not treat an output of another user with its signature as its own", async () => {
    const job = await openOutputs();
    job.write(issue, comment);
    await job.apply(max);
    const [made] = (await job.rest("GET", `${repo}/issues`)).json;
    const [text] = (await job.rest("GET", `${repo}/issues/1/comments`)).json;
    const other = await openOutputs();
    // Content of another account, on a forge without earlier outputs.
    await other.rest("POST", `${repo}/issues`, { body: { title: made.title, body: made.body } });
    await other.rest("POST", `${repo}/issues/1/comments`, { body: { body: text.body } });
    other.write(issue, comment);
    const { code, out } = await other.apply(max);
    expect(code).toBe(0);
    expect(out).not.toContain("already applied");
    expect(await titles(other)).toHaveLength(2);
  });
});

test("if another process is applying the same proposals, nothing is done", async () => {
  const job = await openOutputs(program);
  job.write(issue);
  const lock = lockFile(`${job.file}.applied.json`);
  const { code, err } = await job.apply(max);
  lock.release();
  expect({ code, asked: job.asked() }).toEqual({ code: 5, asked: [] });
  expect(err).toContain("Another gatehouse");
  expect((await job.apply(max)).code).toBe(0);
  expect(await titles(job)).toHaveLength(1);
});
