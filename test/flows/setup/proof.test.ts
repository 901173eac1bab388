import { describe, expect, test } from "vitest";
import type { Proof } from "../../../src/plane/proof/run-proof.ts";
import type { AppReport } from "../../../src/plane/proof/proof-workflow.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import type { Installation } from "../../../src/forge/resources/installations.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { openBench, repository, type SetUpOptions } from "./bench.ts";
import { connectInProcess } from "./connect-in-process.ts";

const leave = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
const states = (run: { outcome?: { apps: readonly { installation: string }[] } }) =>
  run.outcome?.apps.map(({ installation }) => installation);

test("a key that another user replaced on the forge loses its proof, and a run proves it again", async () => {
  const bench = await openBench();
  await bench.setUp();
  const { cli } = connectInProcess(bench.emulator);
  await cli.setSecret({ repository, name: "CP_FORGE_READ_APP_PRIVATE_KEY" }, new Secret("junk"));
  expect(states(await bench.setUp({ answers: leave }))).toEqual(["unknown", "proved"]);

  const run = await bench.setUp({ answers: { "failure:read-proof": "run" } });
  expect(run.error?.message).toContain("could not use the stored key of the read App");
});

test("an unreadable list of installations leaves the proof unchanged", async () => {
  const bench = await openBench();
  await bench.setUp();
  const on = "GET /orgs/acme/installations";
  bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 403 } }]);
  expect(states(await bench.setUp({ answers: leave }))).toEqual(["unknown", "unknown"]);
  bench.emulator.setFaults([]);
  expect(states(await bench.setUp())).toEqual(["proved", "proved"]);
});

test("if the list is unreadable, a run proves again what the journal lists as proved", async () => {
  const bench = await openBench();
  await bench.setUp();
  const on = "GET /orgs/acme/installations";
  bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 403 } }]);
  const runs = countRuns();
  const answers = { ...leave, "failure:read-proof": "run" };
  expect(states(await bench.setUp({ answers, change: runs.change }))).toEqual([
    "proved",
    "unknown",
  ]);
  expect(runs.count()).toBe(1);
});

describe("an installation that only resembles the proved one loses its proof:", () => {
  test.each<[string, (found: Installation) => Installation]>([
    ["a different installation", (found) => ({ ...found, id: found.id + 1000 })],
    ["an installation of another App", (found) => ({ ...found, clientId: `${found.clientId}x` })],
    ["a changed installation", (found) => ({ ...found, updatedAt: "2030-01-01T00:00:00Z" })],
    ["a suspended installation", (found) => ({ ...found, isSuspended: true })],
  ])("%s", async (_, disguise) => {
    const bench = await openBench();
    await bench.setUp();
    const run = bench.setUp({
      answers: leave,
      // The wait for the installation is already satisfied.
      stopDuring: "read-install",
      change: (deps) => ({
        listInstallations: async () => (await deps.listInstallations())?.map(disguise),
      }),
    });
    const { asked, error } = await run;
    const isAsked = asked.some(({ id }) => id === "read-proof");
    expect(isAsked || error instanceof Cancelled).toBe(true);
  });
});

/** Replaces the results of proof runs, and counts the runs. */
function countRuns(find: (found: Proof, run: number) => Proof = (found) => found) {
  let runs = 0;
  const change: SetUpOptions["change"] = (deps) => ({
    runProof: async (...args) => find(await deps.runProof(...args), (runs += 1)),
  });
  return { change, count: () => runs };
}

describe("a run that proves stored keys", () => {
  const byRun = { "failure:read-proof": "run", "failure:write-proof": "run" };
  const openElsewhere = async () => {
    const bench = await openBench();
    await bench.setUp();
    bench.forgetJournal();
    return bench;
  };

  test("proves both Apps at once, and the next run asks nothing", async () => {
    const bench = await openElsewhere();
    const runs = countRuns();
    expect(states(await bench.setUp({ answers: byRun, change: runs.change }))).toEqual([
      "proved",
      "proved",
    ]);
    expect(runs.count()).toBe(1);
    expect(states(await bench.setUp())).toEqual(["proved", "proved"]);
  });

  test("is shown during the run, with a link to it", async () => {
    const bench = await openElsewhere();
    const updates: unknown[] = [];
    const link = "https://forge.example/run/1";
    await bench.setUp({
      answers: byRun,
      onMoment: ({ wait, update }) => {
        if (wait === "proof") updates.push(update);
      },
      change: (deps) => ({
        runProof: (report, signal) => {
          report({ line: "The run is queued" });
          report({ line: "The run has begun", link });
          return deps.runProof(() => undefined, signal);
        },
      }),
    });
    expect(updates).toEqual([
      { line: "The run is queued" },
      {
        line: "The run has begun",
        link,
        ifLeft: { text: "The run continues in the background", link },
      },
    ]);
  });

  test("is repeated for an App that it did not report", async () => {
    const bench = await openElsewhere();
    const runs = countRuns((found, run) => {
      const { read } = found.reports;
      return run === 1 ? { ...found, reports: { ...(read && { read }) } } : found;
    });
    const { outcome, asked } = await bench.setUp({ answers: byRun, change: runs.change });
    expect(states({ ...(outcome && { outcome }) })).toEqual(["proved", "proved"]);
    expect(runs.count()).toBe(2);
    expect(asked.map(({ id }) => id)).not.toContain("write-run");
  });

  test("is repeated after the problem it found was fixed", async () => {
    const bench = await openElsewhere();
    const [app] = await bench.apps();
    const settings = `${bench.emulator.origin}/organizations/acme/settings/installations/${app?.installations[0]?.id}`;
    await createRobot({ selection: [repository.full, "acme/web"] }).visit(settings);
    const { outcome, text } = await bench.setUp({
      answers: { ...leave, "failure:read-proof": "run", "failure:read-run": { each: ["again"] } },
      change: (deps) => ({
        runProof: async (...args) => {
          const found = await deps.runProof(...args);
          await createRobot({ selection: [repository.full] }).visit(settings);
          return found;
        },
      }),
    });
    expect(text).toContain("The read App covers 2 repositories, not exactly");
    expect(outcome?.apps[0]?.installation).toBe("proved");
  });

  test.each<[string, Partial<AppReport>, RegExp]>([
    ["another App", { clientId: "Iv1.x" }, /The stored key belongs to App Iv1\.x, not to /],
    ["an installation that the owner does not see", { installationId: 1 }, /does not list/],
    ["an App with more permissions", { permissions: { contents: "write" } }, /permissions differ/],
    ["a suspended installation", { isSuspended: true }, /installation is suspended/],
  ])("proves nothing if the report is about %s", async (_, change, says) => {
    const bench = await openElsewhere();
    const runs = countRuns((found) => {
      const { read } = found.reports;
      return { ...found, reports: { ...(read && { read: { ...read, ...change } }) } };
    });
    const answers = { ...leave, "failure:read-proof": "run" };
    const { outcome, error } = await bench.setUp({ answers, change: runs.change });
    expect(outcome).toBeUndefined();
    expect(error?.message).toMatch(says);
    expect([...(await bench.journal()).steps().keys()].join()).not.toContain("read installed");
  });
});

test("without billing for inference no App is created, regardless of the scope", async () => {
  const bench = await openBench();
  const billing = { total: 0, setting: "unconfigured" };
  await bench.send("PATCH", "/_emulator/world", { organizations: { acme: { billing } } });
  const { error } = await bench.setUp();
  expect(error).toMatchObject({ exitCode: 5 });
  expect(await bench.apps()).toEqual([]);
});
