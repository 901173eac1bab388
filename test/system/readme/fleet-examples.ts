import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { checkOf, unreadableCheck } from "../../plane/fleet/fleet-bench.ts";
import { render } from "../../run/control/shared-control-bench.ts";
import type { Examples, ExamplesBench } from "./examples-bench.ts";
import type { Reader } from "./reader.ts";

const file = ".github/workflows/gatehouse-fleet.yml";

/**
 * Commands for many control planes: the workflow that checks them, one check, and the report of all
 * checks.
 */
export const fleetExamples: Examples = {
  "gatehouse fleet render --repo acme/control": {
    says: ["write the workflow"],
    run: (line, bench) => writes(line, bench, "1 control repository, at 17 6 * * 1 UTC"),
  },
  "gatehouse fleet render --repo globex/control": {
    run: (line, bench) => writes(line, bench, "1 control repository"),
  },
  "gatehouse fleet render --repo acme/control --repo acme/control-2": {
    run: (line, bench) => writes(line, bench, "2 control repositories"),
  },
  "gatehouse fleet render --repos fleet.txt": {
    says: ["one workflow for all of them"],
    run: (line, bench) => writes(line, bench, "2 control repositories"),
  },
  'gatehouse fleet render --repos fleet.txt --schedule "17 6 * * 1-5"': {
    run: (line, bench) => writes(line, bench, "at 17 6 * * 1-5 UTC"),
  },
  "gatehouse fleet render --repos fleet.txt --check": {
    says: ["fail if the file differs"],
    run: async (line, bench) => {
      const reader = await openClone(bench);
      expect((await reader.run(line, { code: 5 })).out).toContain(`${file} does not exist`);
      await reader.run("gatehouse fleet render --repos fleet.txt");
      await reader.run(line);
    },
  },
  "gatehouse fleet check --repo acme/control": {
    run: async (line, bench) => {
      const { out } = await inStep(line, bench);
      expect(out).toMatch(/^ ! acme\/control: .* · fleet-check\.json$/m);
    },
  },
  "gatehouse fleet check --repo acme/control -o checks/control.json --json": {
    run: async (line, bench) => {
      const { out } = await inStep(line, bench);
      expect(JSON.parse(out)).toMatchObject({ credential: "fleet-token", reason: null });
    },
  },
  "gatehouse fleet report checks": {
    says: ["summarize the results"],
    run: async (line, bench) => {
      const { out } = await report(line, bench);
      expect(out).toContain("1 of 2 control planes needs attention");
    },
  },
  "gatehouse fleet report checks --repos fleet.txt -o fleet-report.json --json": {
    run: async (line, bench) => {
      const { out } = await report(line, bench);
      expect(JSON.parse(out)).toMatchObject({ needsPerson: true, counts: { unreadable: 1 } });
    },
  },
  "gatehouse fleet schema > fleet-report.schema.json": {
    run: async (line, bench) => {
      await (await bench.openNew()).run(line);
    },
  },
};

/** Creates a clone of a repository with a control file and a list of control planes. */
async function openClone({ openNew }: ExamplesBench): Promise<Reader> {
  const reader = await openNew();
  await mkdir(join(reader.home, ".github/workflows/shared"), { recursive: true });
  await reader.save(".github/workflows/shared/control.md", render("app", "github"));
  await reader.save("fleet.txt", "acme/control\nacme/control-2  # the second one\n");
  return reader;
}

async function writes(line: string, bench: ExamplesBench, words: string) {
  const reader = await openClone(bench);
  expect((await reader.run(line)).out).toContain(words);
  expect(await readFile(join(reader.home, file), "utf8")).toContain(
    "name: Fleet of control planes",
  );
}

async function inStep(line: string, { openNew }: ExamplesBench) {
  const reader = await openNew();
  return reader.visitForge((forge) => {
    const env = {
      FORGE_API_URL: forge.apiUrl,
      CP_FORGE_FLEET_TOKEN: forge.userToken.reveal(),
    };
    return reader.run(line, { env });
  });
}

async function report(line: string, bench: ExamplesBench) {
  const reader = await openClone(bench);
  await mkdir(join(reader.home, "checks"));
  const checks = [checkOf("acme/control"), unreadableCheck("acme/gone", "Yes.")];
  for (const [at, snapshot] of checks.entries()) {
    await reader.save(`checks/${at}.json`, JSON.stringify(snapshot));
  }
  return reader.run(line, { code: 5 });
}
