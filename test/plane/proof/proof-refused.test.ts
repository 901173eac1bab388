import { describe, expect, test } from "vitest";
import { runProof } from "../../../src/plane/proof/run-proof.ts";
import { RunRefused, type RunNews } from "../../../src/plane/repository/run-workflow.ts";
import { ControlFileRefused } from "../../../src/plane/scope/control-files.ts";
import { RateLimited } from "../../../src/forge/forge-errors.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Incomplete } from "../../../src/shared/errors.ts";
import type { UserError } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { failureOf, openBench, answerOf, send } from "../../forge/forge-bench.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";

const actions = "/repos/acme/control/actions";

type Bench = Awaited<ReturnType<typeof openBench>>;

function prove(bench: Bench, change: Partial<Parameters<typeof runProof>[0]> = {}) {
  return runProof({
    client: bench.client,
    now: () => new Date(),
    repository: requireRepositoryName("acme/control", "--repo"),
    signal: new AbortController().signal,
    report: () => undefined,
    pause: () => new Promise((resolve) => setTimeout(resolve, 20)),
    ...change,
  });
}

describe("a control repository that does not run the proof workflow:", () => {
  test("if the account lacks the workflow scope, the command that grants it is shown", async () => {
    const bench = await openBench();
    const asked = await bench.control("POST", "tokens", { user: "mona", scopes: ["repo"] });
    const client = bench.clientOf({ token: new Secret(asked.json.token as string) });
    const failure = (await failureOf(prove(bench, { client }))) as UserError;
    expect(failure).toBeInstanceOf(ControlFileRefused);
    expect(failure.hints[0]?.text).toMatch(/^Grant your login the scope for changing workflows/);
  });

  test.each([
    [403, "refusing to allow an OAuth App to change it without `workflow` scope", /scope/],
    [
      409,
      "Repository rule violations found",
      /Commit this file with a pull request: \.forge\/workflows\/gatehouse-proof\.yml/,
    ],
    [
      422,
      "Changes must be made through a pull request.",
      /Commit this file with a pull request: \.forge\/workflows\/gatehouse-proof\.yml/,
    ],
    [403, "Resource not accessible", /Check that this account can write to the control repository/],
    [409, "it does not match abc", /Run the same command again/],
  ])("the response %i %s is reported with a helpful hint", async (status, message, hint) => {
    const bench = await openBench();
    const refusing: SendOnce = async (request) =>
      request.method === "PUT" ? answerOf(status, { message }) : send(request);
    const failure = await failureOf(prove(bench, { client: bench.clientOf({ send: refusing }) }));
    expect(failure).toBeInstanceOf(ControlFileRefused);
    expect((failure as UserError).hints.map(({ text }) => text).join()).toMatch(hint);
  });

  test("a rate limit is reported as a rate limit, not as a missing scope", async () => {
    const bench = await openBench();
    bench.emulator.setFaults([{ on: "PUT /**", play: { kind: "rate-limited" } }]);
    expect(await failureOf(prove(bench))).toBeInstanceOf(RateLimited);
  });

  test("a workflow that is not yet known to the forge is requested again, a few times", async () => {
    const bench = await openBench();
    const on = "POST /repos/acme/control/actions/workflows/*/dispatches";
    bench.emulator.setFaults([{ on, times: 2, play: { kind: "not-found" } }]);
    await prove(bench);
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "not-found" } }]);
    expect(await failureOf(prove(bench))).toBeInstanceOf(RunRefused);
  });

  test("a disabled workflow is reported in the forge's words", async () => {
    const bench = await openBench();
    await prove(bench);
    const workflow = `${actions}/workflows/gatehouse-proof.yml`;
    await bench.client.request("PUT", `${workflow}/disable`);
    expect((await failureOf(prove(bench))).message).toContain("disabled workflow");
  });

  test.each([
    ["appear", 404, {}, /did not appear within 10 minutes/],
    [
      "end",
      200,
      {
        id: 1,
        status: "queued",
        html_url: "http://127.0.0.1/run",
        created_at: "2026-01-01T12:00:00Z",
      },
      /The proof run did not finish within 10 minutes; its status is queued\./,
    ],
  ])(
    "a run that does not %s is abandoned after ten minutes",
    async (_what, status, run, message) => {
      const bench = await openBench();
      let now = Date.parse("2026-01-01T12:00:00Z");
      const stuck: SendOnce = async (request) => {
        const found = /actions\/runs\/\d+(\/jobs)?$/.exec(request.address.pathname);
        if (!found) return send(request);
        return answerOf(status, found[1] ? { total_count: 0, jobs: [] } : run);
      };
      const pauses: number[] = [];
      const failure = await failureOf(
        prove(bench, {
          client: bench.clientOf({ send: stuck }),
          now: () => new Date(now),
          pause: (milliseconds) => {
            now += milliseconds;
            return Promise.resolve(void pauses.push(milliseconds));
          },
        }),
      );
      expect(failure).toBeInstanceOf(Incomplete);
      expect(failure.message).toMatch(message);
      expect(pauses.reduce((sum, each) => sum + each, 0)).toBe(10 * 60_000);
    },
  );

  test("a stop signal ends the wait with the signal's reason", async () => {
    const bench = await openBench();
    const stop = new AbortController();
    const reason = new Error("the person stopped");
    const report = ({ line }: RunNews) => line === "starting the run" && stop.abort(reason);
    expect(await failureOf(prove(bench, { report, signal: stop.signal }))).toBe(reason);
  });
});
