import { expect } from "vitest";
import { makeBrowserScript } from "../../browser/browser-script.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import type { Ended } from "../../commands/installed-program.ts";
import { words, type Examples } from "./examples-bench.ts";
import type { Reader } from "./reader.ts";

/** Commands that define the scope, and show it. */
export const scopeExamples: Examples = {
  "gatehouse scope --repo acme/control": {
    says: [
      "define it, or change parts of it",
      "change what agents can access",
      "describe or change the scope",
    ],
    run: async (line, { openSetUp }) => {
      const reader = await openSetUp();
      const { out } = await addRepository(line, reader);
      expect(out).toContain("? What should change?  Targets\n");
      expect(out).toContain("\n ✔ acme/control is set up with two Apps\n");
    },
  },
  "gatehouse scope --repo acme/control --show": {
    says: ["print the committed scope"],
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

/** Adds one more target to the scope; the operator selects it on the page of each installation. */
export async function addRepository(line: string, reader: Reader): Promise<Ended> {
  const selection = ["acme/control", "acme/web", "acme/api", "acme/infra"];
  const browser = await makeBrowserScript(reader.home, (link) =>
    createRobot({ selection }).visit(link),
  );
  const answers = {
    scope: "change",
    "scope-parts": ["targets"],
    targets: selection.slice(1),
    "settings-commit": "commit",
    "profile-app-read-write": true,
    "read-plan": true,
    "write-plan": true,
    "failure:read-proof": "run",
    "failure:write-proof": "run",
  };
  return reader.run(line, { words, answers, env: { BROWSER: browser.path } });
}
