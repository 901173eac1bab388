import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { readOutputs } from "../../../emulator/runner/step-files.ts";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { someSettings } from "../../plane/control-plane-bench.ts";
import { openForge } from "../../emulator/open-forge.ts";
import type { Examples, ExamplesBench } from "./examples-bench.ts";

/** Types a command as a workflow step whose token has this number of requests left. */
async function step(line: string, { openNew }: ExamplesBench, left: number) {
  const { emulator, control } = await openForge();
  const reader = await openNew();
  await mkdir(join(reader.home, ".forge"));
  await writeFile(join(reader.home, ".forge/control-plane.json"), renderSettings(someSettings));
  const { json } = await control("POST", "tokens", { user: "mona", kind: "classic", scopes: [] });
  const reset = Math.floor(Date.now() / 1000) + 1800;
  await control("PATCH", "world", {
    limits: { "user:mona": { core: { remaining: left, reset } } },
  });
  const output = join(reader.home, "output");
  const env = {
    FORGE_API_URL: emulator.apiUrl,
    FORGE_REPOSITORY: "acme/control",
    FORGE_TOKEN: String(json.token),
    FORGE_OUTPUT: output,
  };
  const isDenied = left < 250 && !line.includes("--soft");
  const { out } = await reader.run(line, { env, code: isDenied ? 6 : 0 });
  return { out, outputs: await readOutputs(output) };
}

/** Commands that admit a run. */
export const admitExamples: Examples = {
  "gatehouse admit": {
    says: ["in a step: fail if the run is denied"],
    run: async (line, bench) => {
      expect((await step(line, bench, 4000)).out).toMatch(/^ ✔ Admitted\.$/m);
      expect((await step(line, bench, 99)).out).toMatch(/^ ✖ Denied: not enough requests left.$/m);
    },
  },
  "gatehouse admit --json": {
    says: ["output as JSON"],
    run: async (line, bench) => {
      const { out } = await step(line, bench, 4000);
      expect(JSON.parse(out)).toMatchObject({ admitted: true, reason: "capacity" });
    },
  },
  "gatehouse admit --soft": {
    says: ['continue; check the output "admitted"'],
    run: async (line, bench) => {
      const { outputs } = await step(line, bench, 99);
      expect(outputs).toMatchObject({ admitted: "false", reason: "denied" });
    },
  },
  "gatehouse admit --requirement 250": {
    says: ["require more than the settings"],
    run: async (line, bench) => {
      expect((await step(line, bench, 249)).outputs).toMatchObject({ required: "250" });
      expect((await step(line, bench, 250)).outputs).toMatchObject({ admitted: "true" });
    },
  },
};
