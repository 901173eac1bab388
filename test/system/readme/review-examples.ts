import { expect } from "vitest";
import { readBlock } from "../../readme/pages.ts";
import { words, type Examples, type ExamplesBench } from "./examples-bench.ts";

/** Commands that show the status of a control plane, and the credential that it needs. */
export const reviewExamples: Examples = {
  "gatehouse status --repo acme/control": {
    says: ["show state and next steps"],
    run: async (line, bench) => {
      const out = await read(line, bench);
      expect(out).toMatch(/^ ✔ CP_FORGE_READ_APP_ID +set +repository variables$/m);
      expect(out).toMatch(/^ – CP_FORGE_TOKEN +not needed +environment control-plane$/m);
      expect(out.match(/^ ✔ (Read|Write) App +proved · /gm)).toHaveLength(2);
      expect(out).toMatch(/^ {3}Next {2}\S/m);
    },
  },
  "gatehouse status --repo acme/control --json | jq .next": {
    run: async (line, bench) => {
      const out = await read(line, bench);
      expect(JSON.parse(out)).toEqual([
        expect.objectContaining({ command: `gatehouse verify ${words} --repo acme/control` }),
      ]);
    },
  },

  "gatehouse dashboard --repo acme/control": {
    says: ["a screen that changes"],
    notRunReason: "it is a screen until somebody leaves it: its own test runs it in a terminal",
  },
  "gatehouse dashboard --repo acme/control --every 60 --budget 60": {
    notRunReason: "it is a screen until somebody leaves it: its own test runs it in a terminal",
  },
  "gatehouse dashboard --repo acme/control --once": {
    says: ["printed once"],
    run: async (line, bench) => {
      const out = await read(line, bench);
      expect(out).toMatch(/^ ✔ API capacity admission gate: open$/m);
      expect(out).toMatch(/^ \? Workflow +known only inside a run$/m);
    },
  },
  "gatehouse dashboard --repo acme/control --once --json": {
    says: ["{ gate, runs, capacity, credentials }"],
    run: async (line, bench) => {
      const document: unknown = JSON.parse(await read(line, bench));
      expect(Object.keys(Object(document))).toEqual(["gate", "runs", "capacity", "credentials"]);
    },
  },
  "gatehouse dashboard --repo acme/control --once --json | jq .gate": {
    run: async (line, bench) => {
      const out = await read(line, bench);
      expect(JSON.parse(out)).toMatchObject({ state: "open", record: "none" });
    },
  },

  "gatehouse verify --repo acme/control": {
    says: ["every check, with what to do"],
    run: async (line, bench) => {
      const out = await read(line, bench);
      expect(out.match(/^ [✔✖?] .* {2}(passes|fails|unknown)$/gm)).toHaveLength(20);
      expect(out).toContain("20 passed, 0 failed, 0 unknown\n");
    },
  },
  "gatehouse verify --repo acme/control --json": {
    says: ["one document for a pipeline"],
    run: async (line, bench) => {
      const out = await read(line, bench);
      // The fields that its page documents.
      const shape = ["repo", "host", "ready", "counts", "checks", "precedence", "run"];
      const document = JSON.parse(out) as { checks: object[]; precedence: object[] };
      expect(Object.keys(document)).toEqual(shape);
      const [check] = document.checks;
      expect(Object.keys(check ?? {})).toEqual(["id", "title", "state", "evidence", "next"]);
      expect(Object.keys(document.precedence[0] ?? {})).toEqual(["purpose", "chain", "uses"]);
    },
  },
  "gatehouse verify --repo acme/control --json | jq .counts": {
    run: async (line, bench) => {
      const out = await read(line, bench);
      expect(JSON.parse(out)).toEqual({ pass: 20, fail: 0, unknown: 0 });
    },
  },
  "gatehouse verify --repo acme/control --no-run": {
    says: ["changes nothing, starts nothing"],
    run: async (line, bench) => {
      const reader = await bench.openSetUp();
      const before = await reader.readWorld();
      const { out } = await reader.run(line, { words, code: 5 });
      expect(out).toMatch(/^ \? Stored key of the read App +unknown$/m);
      expect(await reader.readWorld()).toEqual(before);
    },
  },

  "gatehouse profile --facts facts.json": {
    run: async (line, bench) => {
      const { out } = await decide(line, bench);
      expect(out).toMatch(/^ ✔ Profile: two Apps[^]*^ {3}Why\n {5}Workflow token: not sufficient/m);
    },
  },
  "gatehouse profile --facts facts.json --json": { run: decideAsJson },
  "gatehouse profile --facts - --json < facts.json": { run: decideAsJson },
};

/** Runs a command on the demo's control plane. */
async function read(line: string, { playDemo }: ExamplesBench, code = 0): Promise<string> {
  const { reader } = await playDemo();
  return (await reader.run(line, { words, code })).out;
}

async function decide(line: string, { openNew }: ExamplesBench) {
  const reader = await openNew();
  await reader.save("facts.json", await readBlock("docs/profile.md", "json"));
  return reader.run(line);
}

async function decideAsJson(line: string, bench: ExamplesBench) {
  const { out } = await decide(line, bench);
  const decision = JSON.parse(out) as { profile: string; reasons: string[] };
  expect(decision.profile).toBe("app");
  // The reasons why each stronger credential is not needed, and each weaker one is insufficient.
  expect(decision.reasons.map((reason) => reason.split(":")[0])).toEqual([
    "Workflow token",
    "Read App",
    "Write App",
    "PAT",
  ]);
}
