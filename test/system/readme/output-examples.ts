import { expect } from "vitest";
import type { Examples, ExamplesBench } from "./examples-bench.ts";

const proposals = [
  { type: "issue", title: "Slow build", body: "It takes an hour." },
  { type: "comment", number: 1, body: "Looked at." },
];
const verdict = JSON.stringify({ safe: true, reasons: ["Nothing stands out"] });
const evaluate = "gatehouse outputs check --proposals proposals.jsonl --verdict verdict.json";
const apply = "gatehouse outputs apply --proposals proposals.jsonl";

/** Commands of the jobs that process an agent's proposals. */
export const outputExamples: Examples = {
  [evaluate]: {
    says: ["check proposals, without network access"],
    run: async (line, bench) => {
      const { out } = await (await openReader(bench)).run(line);
      expect(out).toContain(" ✔ Safe: 2 proposals.");
    },
  },
  [`${evaluate} --reviewed issue,comment --max issue=2`]: {
    run: async (line, bench) => {
      const { out } = await (await openReader(bench)).run(line);
      expect(out).toContain("waits for review");
      expect(out).toContain("variable=HasReviewedProposals;isOutput=true]true");
    },
  },
  [`${evaluate} --json`]: {
    run: async (line, bench) => {
      const { out } = await (await openReader(bench)).run(line);
      expect(JSON.parse(out)).toMatchObject({ safe: true });
    },
  },
  [`${apply} --max issue=2 --max comment=5`]: {
    says: ["apply each proposal once"],
    run: async (line, bench) => {
      expect((await inJob(line, bench)).out).toContain("2 proposals were applied.");
    },
  },
  [`${apply} --max pull-request=1 --json`]: {
    run: async (line, bench) => {
      const { out } = await inJob(line, bench);
      expect(JSON.parse(out)).toMatchObject({ applied: [], left: [{ line: 1 }, { line: 2 }] });
    },
  },
  [`${apply} --max dispatch=1 --worker worker.yml --soft`]: {
    run: async (line, bench) => {
      const failing = [{ type: "dispatch", workflow: "worker.yml" }];
      const { out } = await inJob(line, bench, failing);
      expect(out).toContain("Workflow worker.yml was not found");
    },
  },
};

async function openReader({ openNew }: ExamplesBench, lines: readonly object[] = proposals) {
  const reader = await openNew();
  await reader.save("proposals.jsonl", lines.map((each) => JSON.stringify(each)).join("\n"));
  await reader.save("verdict.json", verdict);
  return reader;
}

/** Runs a command with the environment that a pipeline job passes to its step. */
async function inJob(line: string, bench: ExamplesBench, lines?: readonly object[]) {
  const reader = await openReader(bench, lines);
  return reader.visitForge((forge) => {
    const env = {
      FORGE_API_URL: forge.apiUrl,
      BUILD_REPOSITORY_NAME: "acme/control",
      CP_FORGE_WRITE_APP_ID: "$(CP_FORGE_WRITE_APP_ID)",
      CP_FORGE_WRITE_APP_PRIVATE_KEY: "$(CP_FORGE_WRITE_APP_PRIVATE_KEY)",
      CP_FORGE_TOKEN: forge.userToken.reveal(),
    };
    return reader.run(line, { env });
  });
}
