import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { missingNodes, nodesIn } from "../../../scripts/machine/nodes.mjs";
import { root } from "../../build-for-run.ts";
import { openMachine } from "./installed.ts";
import { packProgram } from "./packed.ts";
import { openRegistry } from "./registry.ts";
import { sample } from "../../sample.ts";

const folder = join(root, ".cache/nodes");

test("this machine has each Node version on which the package is tested", () => {
  const missing = missingNodes(folder).map(({ version }) => version);
  expect(missing, "Run: node scripts/prepare-machine.mjs").toEqual([]);
});

describe.each(sample("versions of Node", nodesIn(folder), 1))(
  "on Node $version",
  ({ version, path }) => {
    test("the packed package installs for every user, and works", async () => {
      const { project, must } = await openMachine(await openRegistry(), path);
      expect((await must("node --version")).out.trim()).toBe(`v${version}`);
      const { path: tarball } = await packProgram();
      const installed = await must(`npm install --global ${tarball}`);
      expect(installed.out).toMatch(/^added 3 packages/m);
      expect(installed.err).not.toMatch(/EBADENGINE|deprecated/);

      const report = (line: string) => must(line).then(({ out }) => out);
      expect(await report("gatehouse --version")).toBe("0.1.0\n");
      expect(await report("gatehouse --help")).toMatch(/^Usage: gatehouse /);
      const played = await must("gatehouse demo --no-agent | cat");
      expect(played.out).toContain("acme/control is set up with two Apps");
      expect(played.err).toBe("");
      const status = "gatehouse status --host emulator --repo acme/control";
      expect(played.out).toContain(`   ${status}\n`);
      expect(await report(status)).toContain("CP_FORGE_READ_APP_PRIVATE_KEY");

      const facts = { targets: ["public"], mode: "review", destination: "control" };
      await writeFile(join(project, "facts.json"), JSON.stringify(facts));
      const profile = await report("gatehouse profile --facts facts.json --json || true");
      expect(JSON.parse(profile)).toHaveProperty("profile");
      await must("git init --quiet . && gatehouse new probe");
      await must("gatehouse compile agents/probe.md --stdout > probe.yml");
      const check = "gatehouse firewall check --allow-domains a.example --domain api.a.example";
      expect(await report(check)).toContain("allowed");
      await must("gatehouse firewall --allow-domains a.example -- true");
    });
  },
);
