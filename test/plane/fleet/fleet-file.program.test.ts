import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { readPin } from "../../../src/run/control/cli-pin.ts";
import { runInShell } from "../../run/control/run-in-shell.ts";
import { somePin } from "../control-plane-bench.ts";
import { renderFleet } from "./fleet-bench.ts";

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly uses?: string;
  readonly env?: Record<string, string>;
}

interface Job {
  readonly steps: readonly Step[];
  readonly [key: string]: unknown;
}

function read(text: string) {
  const document = parseDocument(text, { strict: true });
  expect(document.errors).toEqual([]);
  const value = document.toJS() as { jobs: { check: Job; report: Job } } & Record<string, unknown>;
  return { value, steps: Object.values(value.jobs).flatMap(({ steps }) => steps) };
}

describe.each(["forge", "github"] as const)(
  "the fleet workflow in the naming convention %s",
  (brand) => {
    const names = ["acme/control", "globex/control.plane_2"];
    const text = renderFleet({ brand, names });
    const { value, steps } = read(text);

    test("starts on a schedule and manually, and gives its token no permissions", () => {
      expect(value["on"]).toEqual({ schedule: [{ cron: "17 6 * * 1" }], workflow_dispatch: null });
      expect(value["permissions"]).toEqual({});
      expect(Object.values(value.jobs).filter((job) => "permissions" in job)).toEqual([]);
      expect(text).not.toMatch(/(GITHUB|FORGE)_TOKEN|\.token\b/);
    });

    test("has a job for each control repository, with a parallel limit, and a job after all of them", () => {
      expect(value.jobs.check["strategy"]).toEqual({
        "fail-fast": false,
        "max-parallel": 4,
        matrix: { repository: names },
      });
      expect(value.jobs.report).toMatchObject({ needs: "check", if: "${{ !cancelled() }}" });
    });

    test("inserts no expression into a script", () => {
      const scripts = steps.flatMap(({ run = [] }) => run);
      expect(scripts.filter((script) => script.includes("${{"))).toEqual([]);
      expect(scripts.filter((script) => names.some((name) => script.includes(name)))).toEqual([]);
    });

    test("passes the credential only to the step that checks the control plane", () => {
      const holding = steps.filter((step) => /secrets\.|vars\./.test(JSON.stringify(step)));
      expect(holding.map(({ name }) => name)).toEqual(["Check the control plane"]);
      for (const step of holding) {
        const { env: _, ...open } = step;
        expect(JSON.stringify(open)).not.toMatch(/secrets\.|vars\./);
      }
      expect(holding[0]?.env).toEqual({
        CONTROL_REPOSITORY: "${{ matrix.repository }}",
        CP_FORGE_FLEET_APP_ID: "${{ vars.CP_FORGE_FLEET_APP_ID }}",
        CP_FORGE_FLEET_APP_PRIVATE_KEY: "${{ secrets.CP_FORGE_FLEET_APP_PRIVATE_KEY }}",
        CP_FORGE_FLEET_TOKEN: "${{ secrets.CP_FORGE_FLEET_TOKEN }}",
      });
    });

    test("has scripts with valid shell syntax", async () => {
      for (const { run } of steps) {
        if (run === undefined) continue;
        expect(await runInShell(run, { checkOnly: "yes" })).toMatchObject({ code: 0, err: "" });
      }
    });

    test("pins each action to a commit, and gatehouse to a hash", () => {
      const uses = steps.flatMap((step) => step.uses ?? []);
      expect(uses).toHaveLength(3);
      expect(uses.filter((each) => !/@[\da-f]{40}$/.test(each))).toEqual([]);
      expect(readPin(text)).toEqual(somePin);
    });

    test("gives the last job the list of expected repositories", () => {
      const report = value.jobs.report.steps.find(({ name }) => name === "Report");
      expect(report?.env).toEqual({ FLEET_REPOSITORIES: `${names.join("\n")}\n` });
    });
  },
);

test("jobs that check out a committed package can read only the repository's contents", () => {
  const pin = { ...somePin, source: ".forge/gatehouse/gatehouse-cli-0.1.0.tgz" };
  const { value, steps } = read(renderFleet({ pin }));
  expect(steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout@"))).toHaveLength(2);
  expect(value["permissions"]).toEqual({});
  expect(value.jobs.check["permissions"]).toEqual({ contents: "read" });
  expect(value.jobs.report["permissions"]).toEqual({ contents: "read" });
});

test("the environment of the credential is used only by the job that checks", () => {
  const { jobs } = read(renderFleet({ environment: "fleet" })).value;
  expect(jobs.check["environment"]).toBe("fleet");
  expect(jobs.report).not.toHaveProperty("environment");
  expect(renderFleet()).not.toContain("environment");
});

test.each(["null", "true", "on", "NO", "e1"])(
  "the environment name %s is rendered as a string",
  (environment) => {
    expect(read(renderFleet({ environment })).value.jobs.check["environment"]).toBe(environment);
    expect(renderFleet({ environment })).toContain(`environment: "${environment}"\n`);
    expect(renderFleet({ names: ["1/1"] })).toContain('- "1/1"\n');
  },
);

test("each step and job has only keys that the forge supports", () => {
  const { value, steps } = read(renderFleet({ environment: "fleet" }));
  const keysOf = (values: readonly object[]) =>
    [...new Set(values.flatMap(Object.keys))].toSorted();
  expect(keysOf([value])).toEqual(["concurrency", "jobs", "name", "on", "permissions"]);
  const ofJobs = ["environment", "if", "name", "needs", "runs-on", "steps", "strategy"];
  expect(keysOf(Object.values(value.jobs))).toEqual([...ofJobs, "timeout-minutes"]);
  expect(keysOf(steps)).toEqual(["env", "if", "name", "run", "uses", "with"]);
});
