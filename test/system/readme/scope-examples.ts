import { expect } from "vitest";
import { words, type Examples } from "./examples-bench.ts";

/** What describes the scope, and shows it. */
export const scopeExamples: Examples = {
  "gatehouse scope --repo acme/control": {
    says: [
      "describe it, or change parts of it",
      "change what the agents reach",
      "describe it, or change parts",
    ],
    run: async (line, { openSetUp }) => {
      const answers = {
        scope: "change",
        "scope-parts": ["caps"],
        "repository-cap": "7",
        "dispatch-cap": "3",
        "settings-commit": "commit",
        "profile-app-read-write": true,
        "read-plan": true,
        "write-plan": true,
      };
      const reader = await openSetUp();
      const { out } = await reader.run(line, { words, answers });
      expect(out).toContain("? What of it changes?  Limits\n");
      expect(out).toContain("\n ✔ acme/control is set up with two Apps\n");
      const shown = await reader.run(`${line} --show ${words}`);
      expect(shown.out).toMatch(/^ {3}repository cap +7\n {3}dispatch cap +3$/m);
    },
  },
  "gatehouse scope --repo acme/control --show": {
    says: ["as it is checked in"],
    run: async (line, { playDemo }) => {
      const { reader } = await playDemo();
      const { out } = await reader.run(line, { words });
      expect(out).toMatch(/^ {3}target repositories +acme\/web, acme\/api$/m);
      expect(out).toMatch(/^ ✔ Profile {2}app, decided by mona on \d{4}-\d\d-\d\d$/m);
    },
  },
  "gatehouse scope --repo acme/control --show --json | jq .settings": {
    run: async (line, { playDemo }) => {
      const { reader } = await playDemo();
      const { out } = await reader.run(line, { words });
      expect(JSON.parse(out)).toMatchObject({ targets: ["acme/web", "acme/api"] });
    },
  },
};
