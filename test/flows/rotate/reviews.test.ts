import { beforeEach, expect, test } from "vitest";
import { allPermissions } from "../../../src/credentials/apps/permission-words.ts";
import type { Package, Settings } from "../../../src/plane/scope/settings.ts";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { ValidationFailed } from "../../../flows/rotate/review-operations.ts";
import { commit, openRotationBench, slugOf, type RotationBench } from "./bench.ts";

let bench: RotationBench;
let answers: Readonly<Record<string, unknown>>;
beforeEach(async () => {
  bench = await openRotationBench();
  answers = {
    "read-key-from": "file",
    "read-key-file": await bench.saveKey(slugOf("read")),
    "read-revoke": "deleted",
  };
});

/** Returns a package that needs everything that the Apps of the bench may do. */
const operation = (name: string): Package => ({
  name,
  apis: allPermissions,
  permissions: { issues: "read" },
  killSwitch: `${name.toUpperCase()}_ENABLED`,
});

async function enrol(change: Partial<Settings> = {}): Promise<void> {
  const settings: Settings = {
    version: 1,
    targets: ["acme/control"],
    allowedOwners: ["acme"],
    mode: "live",
    destination: "control",
    caps: { repositories: 10, dispatches: 5 },
    packages: [operation("triage"), operation("docs"), operation("planned")],
    environment: "control-plane",
    ...change,
  };
  await commit(bench, ".forge/control-plane.json", renderSettings(settings));
}

/**
 * Returns a workflow that succeeds only with review mode. `planned` is in no file, because it is
 * not installed.
 */
function workflow(command: string): string {
  return `
name: an operation
on:
  workflow_dispatch:
    inputs:
      mode:
        default: live
jobs:
  work:
    runs-on: ubuntu-latest
    steps:
      - run: ${command}
        env:
          MODE: \${{ inputs.mode }}
`;
}

const install = (name: string, command = "test $MODE = review") =>
  commit(bench, `.forge/workflows/${name}.yml`, workflow(command));

test("every installed operation completes a review run before the old key is revoked", async () => {
  await enrol();
  await install("triage");
  await install("docs");
  const { outcome, error } = await bench.rotate({ wanted: ["read-app"], answers });
  expect(error).toBeUndefined();
  const runs = outcome?.rotations[0]?.evidence.validated?.runs ?? [];
  expect(runs.map(({ what, hasPassed }) => [what, hasPassed])).toEqual([
    ["proof run", true],
    ["review of triage", true],
    ["review of docs", true],
  ]);
  expect(runs[1]?.link).toMatch(/acme\/control\/actions\/runs\/\d+$/);
});

test("a failed review run stops before anything is revoked, and the rerun repeats only that run", async () => {
  await enrol();
  await install("triage");
  await install("docs", "false");
  const first = await bench.rotate({ wanted: ["read-app"], answers });
  expect(first.error).toBeInstanceOf(ValidationFailed);
  expect(first.text).toContain("The review run of docs ended with failure. Nothing was revoked");
  expect(first.asked).not.toContain("read-revoke");
  await install("docs");
  const second = await bench.rotate({ answers });
  expect(second.error).toBeUndefined();
  expect(second.asked).toEqual(["read-end-key", "read-revoke"]);
  const { json } = await bench.send("GET", "/repos/acme/control/actions/workflows/triage.yml/runs");
  expect(json).toMatchObject({ total_count: 1 });
});

test("a workflow without a review mode is not started, and nothing is revoked", async () => {
  await enrol();
  await install("triage");
  await commit(
    bench,
    ".forge/workflows/docs.yml",
    "name: docs\non: workflow_dispatch\njobs:\n  work:\n    runs-on: x\n    steps:\n      - run: 'true'\n",
  );
  const { error } = await bench.rotate({ wanted: ["read-app"], answers });
  expect(error).toBeInstanceOf(ValidationFailed);
  expect(error?.message).toContain("docs: the mode is live");
  const { json } = await bench.send("GET", "/repos/acme/control/actions/workflows/docs.yml/runs");
  expect(json).toMatchObject({ total_count: 0 });
});

test("an operation that is switched off is not run, and this is reported", async () => {
  await enrol();
  await install("triage");
  await bench.send("POST", "/repos/acme/control/actions/variables", {
    name: "TRIAGE_ENABLED",
    value: "false",
  });
  const { outcome, text } = await bench.rotate({ wanted: ["read-app"], answers });
  expect(outcome?.rotations[0]?.evidence.validated?.runs).toHaveLength(1);
  expect(text).toContain("triage: TRIAGE_ENABLED is false");
  expect(text).toContain("Only the proof run tests the replacement.");
});
