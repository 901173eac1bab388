import { expect } from "vitest";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { someSettings } from "../../plane/control-plane-bench.ts";
import type { Examples, ExamplesBench } from "./examples-bench.ts";

/** Commands of a workflow step, on the demo's control plane. */
export const stepExamples: Examples = {
  "gatehouse precompute": {
    says: ["write control-precompute.json"],
    run: async (line, bench) => {
      const { out } = await inStep(line, bench);
      expect(out).toMatch(/^ ✔ \d targets?: \d complete\.$/m);
    },
  },
  "gatehouse precompute --cache .cache/precompute": {
    says: ["read only changes"],
    run: async (line, bench) => {
      const { out } = await inStep(`${line} && ${line}`, bench);
      expect(out).toContain("read within the last minute");
    },
  },
  "gatehouse precompute -o targets.json --cache .cache/precompute --json": {
    run: async (line, bench) => {
      const { out } = await inStep(line, bench);
      expect(JSON.parse(out)).toMatchObject({ output: "targets.json", isKept: false });
    },
  },
  "gatehouse precompute schema > precompute.schema.json": {
    run: async (line, bench) => {
      await (await bench.openNew()).run(line);
    },
  },
  "gatehouse scan control-precompute.json": {
    says: ["search it for credentials"],
    run: async (line, bench) => {
      const reader = await bench.openNew();
      await reader.save("control-precompute.json", "{}");
      expect((await reader.run(line)).out).toContain("No credential found in 1 file.");
    },
  },
  "gatehouse scan artifacts logs.zip cache.tar.gz --json": {
    run: async (line, bench) => {
      const reader = await bench.openNew();
      await reader.run(
        "mkdir artifacts && echo a > artifacts/a && tar -czf cache.tar.gz artifacts",
      );
      // The directory of an empty zip archive.
      await reader.run("printf 'PK\\005\\006' > logs.zip && head -c 18 /dev/zero >> logs.zip");
      const { out } = await reader.run(line);
      expect(JSON.parse(out)).toMatchObject({
        findings: [],
        notSearched: [],
        accepted: [],
        files: 3,
      });
    },
  },
  "gatehouse scan artifacts --accept-unsearched artifacts/photo.jpg": {
    run: async (line, bench) => {
      const reader = await bench.openNew();
      await reader.run("mkdir artifacts && printf '\\377\\330\\377\\340' > artifacts/photo.jpg");
      const { code, out } = await reader.run(line);
      expect(code).toBe(0);
      expect(out).toContain("artifacts/photo.jpg");
    },
  },
};

/**
 * Runs a command with the environment that a runner passes to a workflow step, and with the control
 * repository checked out.
 */
async function inStep(line: string, { openNew }: ExamplesBench) {
  const reader = await openNew();
  await reader.run("mkdir .forge");
  await reader.save(".forge/control-plane.json", renderSettings(someSettings));
  return reader.visitForge((forge) => {
    const env = {
      FORGE_API_URL: forge.apiUrl,
      FORGE_REPOSITORY: "acme/control",
      FORGE_TOKEN: forge.userToken.reveal(),
    };
    return reader.run(line, { env });
  });
}
