import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { renderDecision } from "../../../src/plane/scope/decision.ts";
import type { Emulator } from "../../../emulator/emulator.ts";
import { appDecision, somePin } from "../../plane/control-plane-bench.ts";
import { text } from "../../plane/scope/written-settings.ts";
import { render } from "../../run/control/shared-control-bench.ts";
import { createRobot } from "../../emulator/signed-in.ts";
import { words } from "./examples-bench.ts";
import type { ExamplesBench, Examples } from "./examples-bench.ts";
import type { Reader } from "./reader.ts";

const file = ".github/workflows/shared/control.md";

/** Commands that a run needs: the file that its workflows import, and tokens for its outputs. */
export const runExamples: Examples = {
  "gatehouse control render --pack": {
    says: ["runs install this gatehouse"],
    run: async (line, { openNew }) => {
      const reader = await openClone(await openNew());
      const { out } = await reader.run(line);
      expect(out).toContain(`${file} is written, for the profile app`);
      expect(out).toContain("Runs install gatehouse from .github/gatehouse/gatehouse-cli-0.1.0-");
    },
  },
  "gatehouse control render": {
    says: ["as decided; keep the package"],
    run: async (line, { openNew }) => {
      const reader = await openClone(await openNew(), render("pat", "github"));
      await reader.run(line);
      const text = await readFile(join(reader.home, file), "utf8");
      expect(text).toContain("# Profile: app.");
      expect(text).toContain(somePin.integrity);
    },
  },
  "gatehouse control render --profile pat --brand github": {
    run: async (line, { openNew }) => {
      const reader = await openClone(await openNew(), render("app", "github"));
      expect((await reader.run(line)).out).toContain("for the profile pat");
    },
  },
  "gatehouse control check": {
    says: ["in a clone of the repository"],
    run: async (line, { openNew }) => {
      const reader = await openClone(await openNew(), render("pat", "github"));
      const { out } = await reader.run(line, { code: 5 });
      expect(out).toMatch(/control\.md:\d+:1 drift/);
    },
  },
  "gatehouse control check --json": {
    run: async (line, { openNew }) => {
      const reader = await openClone(await openNew());
      const { out } = await reader.run(line, { code: 5 });
      expect(JSON.parse(out)).toMatchObject({ profile: "app", findings: [{ check: "drift" }] });
    },
  },
  "gatehouse control check --repo acme/control": {
    says: ["the file on GitHub"],
    run: async (line, { playDemo }) => {
      const { out } = await (await playDemo()).reader.run(line, { words });
      expect(out).toContain("no problems found");
    },
  },
  "gatehouse control render --repo acme/control": {
    says: ["print the file"],
    run: async (line, { playDemo }) => {
      const { out } = await (await playDemo()).reader.run(line, { words });
      expect(out).toContain("# Profile: app.");
    },
  },
  "gatehouse control render --repo acme/control --commit --pack": {
    run: async (line, { openSetUp }) => {
      const { out } = await (await openSetUp()).run(line, { words });
      expect(out).toContain("Runs install gatehouse from .forge/gatehouse/gatehouse-cli-0.1.0-");
    },
  },
  "gatehouse control render --repo acme/control --commit": {
    says: ["commit the file"],
    run: async (line, { openSetUp }) => {
      const { out } = await (await openSetUp()).run(line, { words });
      expect(out).toContain("control.md is unchanged, for the profile app");
    },
  },
  "gatehouse token --for issue": {
    run: (line, bench) =>
      inStep(bench, async ({ reader, env, output }) => {
        const { out } = await reader.run(line, { env });
        expect(out).toMatch(/^::add-mask::ghs_/);
        expect(await output()).toContain("token<<");
      }),
  },
  "gatehouse token --for pull-request --repository acme/api --repository acme/web": {
    run: (line, bench) =>
      inStep(bench, async ({ reader, env }) => {
        const { out } = await reader.run(line, { env });
        expect(out).toContain("Minted a token for pull-request on acme/api, acme/web: Contents:");
      }),
  },
  "gatehouse token --for dispatch --ignore-if-missing --json": {
    run: (line, bench) =>
      inStep(bench, async ({ reader, env }) => {
        await mkdir(join(reader.home, ".forge"));
        await reader.save(".forge/control-plane.json", text({ workers: ["worker.yml"] }));
        const { out } = await reader.run(line, { env: { ...env, CP_FORGE_WRITE_APP_ID: "" } });
        expect(JSON.parse(out)).toMatchObject({ minted: false, for: "dispatch" });
      }),
  },
  "gatehouse token revoke": {
    says: ["in a step with if: always()"],
    run: (line, bench) =>
      inStep(bench, async ({ reader, env, output }) => {
        await reader.run("gatehouse token --for issue", { env });
        const [, token = ""] = /\n(ghs_.*)\n/.exec(await output()) ?? [];
        const { out } = await reader.run(line, {
          env: { ...env, CP_FORGE_WRITE_APP_TOKEN: token },
        });
        expect(out).toContain("CP_FORGE_WRITE_APP_TOKEN was revoked");
      }),
  },
};

/** Creates a clone of a control repository whose decision is an App. */
async function openClone(reader: Reader, control?: string): Promise<Reader> {
  await mkdir(join(reader.home, ".github/workflows/shared"), { recursive: true });
  const choice = { profile: "app", readApp: true, writeApp: true, pat: false } as const;
  const decision = renderDecision({ ...appDecision, choice });
  await reader.save(".github/control-plane-decision.json", decision);
  if (control !== undefined) await reader.save(file, control);
  return reader;
}

interface Step {
  readonly reader: Reader;
  readonly env: Record<string, string>;
  readonly output: () => Promise<string>;
}

/**
 * Runs an action as a step of a run in the demo's control plane, with the write App's ID and key.
 */
async function inStep({ openSetUp }: ExamplesBench, act: (step: Step) => Promise<void>) {
  const reader = await openSetUp();
  const { apps } = await reader.readWorld();
  const app = apps.find(({ slug }) => slug === "gatehouse-acme-control-write");
  const outputFile = join(reader.home, "output");
  await writeFile(outputFile, "");
  await reader.visitForge(async (forge) => {
    const env = {
      FORGE_API_URL: forge.apiUrl,
      FORGE_OUTPUT: outputFile,
      FORGE_REPOSITORY: "acme/control",
      CP_FORGE_WRITE_APP_ID: app?.clientId ?? "",
      CP_FORGE_WRITE_APP_PRIVATE_KEY: await makeKey(forge),
    };
    await act({ reader, env, output: () => readFile(outputFile, "utf8") });
  });
}

async function makeKey({ origin }: Emulator): Promise<string> {
  const page = `${origin}/organizations/acme/settings/apps/gatehouse-acme-control-write`;
  return (await createRobot().generateKey(page)).reveal();
}
