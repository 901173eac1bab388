import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { words, type Examples } from "./examples-bench.ts";

const ofGitHub = "it needs an account and a clone on GitHub";
const ofAzure = "it needs an organization in Azure DevOps";

/** Commands from a finished setup to the first output of an agent. */
export const firstExamples: Examples = {
  "git pull": { notRunReason: ofGitHub },
  "gatehouse new review --workflow": {
    says: ["for GitHub Actions", "in a clone of acme/control"],
    run: async (line, { openNew }) => {
      const reader = await openNew();
      const { out } = await reader.run(line);
      expect(out.replaceAll(/\s+/g, " ")).toContain(
        "Created .github/workflows/review.md and .github/workflows/review-worker.md for GitHub Actions.",
      );
      const text = await readFile(join(reader.home, ".github/workflows/review.md"), "utf8");
      expect(text).toContain("workflows: [review-worker]");
    },
  },
  "gh extension install github/gh-aw": { notRunReason: ofGitHub },
  "gh aw compile review-worker && gh aw compile review": {
    notRunReason:
      "GitHub's compiler; test/commands/first-agent.test.ts runs both workflows without it",
  },
  'git add .github && git commit -m "Add review" && git push': { notRunReason: ofGitHub },
  "gh workflow run review.lock.yml": {
    notRunReason:
      "GitHub's compiler writes this file; test/commands/first-agent.test.ts starts its source",
  },
  "gh run list --limit 5": {
    notRunReason: "test/emulator/real-forge-cli-runs.program.test.ts runs the command",
  },
  "gh issue list --limit 5": {
    notRunReason: "test/emulator/real-forge-cli-issues.program.test.ts runs the command",
  },
  "gatehouse verify": {
    run: async (line, { openSetUp }) => {
      const reader = await openSetUp();
      const { out } = await reader.run(line, { words: `${words} --repo acme/control` });
      expect(out).toMatch(/ ✔ Ready for promotion +20 passed, 0 failed, 0 unknown/);
    },
  },
  'git add agents gatehouse.json && git commit -m "Add probe" && git push': {
    notRunReason: ofAzure,
  },
  "az pipelines create --name probe --yml-path agents/probe.yml --skip-first-run true": {
    notRunReason: ofAzure,
  },
  "az pipelines run --name probe": { notRunReason: ofAzure },
};
