import { expect, test } from "vitest";
import { Secret } from "../../../src/shared/secret.ts";
import { openBench, repository } from "./bench.ts";
import { connectInProcess } from "./connect-in-process.ts";

const leave = { "failure:read-proof": "leave", "failure:write-proof": "leave" };
const states = (run: { outcome?: { apps: readonly { installation: string }[] } }) =>
  run.outcome?.apps.map(({ installation }) => installation);

test("a key that somebody replaced on the forge is proved no longer, and is proved anew by a run", async () => {
  const bench = await openBench();
  await bench.setUp();
  const { cli } = connectInProcess(bench.emulator);
  await cli.setSecret({ repository, name: "CP_FORGE_READ_APP_PRIVATE_KEY" }, new Secret("junk"));
  expect(states(await bench.setUp({ answers: leave }))).toEqual(["unknown", "proved"]);

  const run = await bench.setUp({ answers: { "failure:read-proof": "run" } });
  expect(run.error?.message).toContain("could not use the stored key of the read App");
});

test("a list of installations that may not be read leaves the proof as it is", async () => {
  const bench = await openBench();
  await bench.setUp();
  const on = "GET /orgs/acme/installations";
  bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 403 } }]);
  expect(states(await bench.setUp({ answers: leave }))).toEqual(["unknown", "unknown"]);
  bench.emulator.setFaults([]);
  expect(states(await bench.setUp())).toEqual(["proved", "proved"]);
});

test("without billing for inference no App is made, whatever the scope will be", async () => {
  const bench = await openBench();
  const billing = { total: 0, setting: "unconfigured" };
  await bench.send("PATCH", "/_emulator/world", { organizations: { acme: { billing } } });
  const { error } = await bench.setUp();
  expect(error).toMatchObject({ exitCode: 5 });
  expect(await bench.apps()).toEqual([]);
});
