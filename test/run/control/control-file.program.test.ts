import { describe, expect, test } from "vitest";
import { parseDocument } from "yaml";
import { readPin } from "../../../src/run/control/cli-pin.ts";
import { credentialChains } from "../../../src/credentials/precedence.ts";
import { runInShell } from "./run-in-shell.ts";
import { somePin } from "../../plane/control-plane-bench.ts";
import { choices, render, type Chosen } from "./shared-control-bench.ts";

const profiles = Object.keys(choices) as Chosen[];
const spellings = ["forge", "github"] as const;
const all = profiles.flatMap((profile) => spellings.map((brand) => [profile, brand] as const));

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Record<string, string>;
  readonly env?: Record<string, string>;
}

function frontOf(text: string) {
  const [, yaml = ""] = /^---\n([^]*?)\n---\n/.exec(text) ?? [];
  const document = parseDocument(yaml, { strict: true });
  expect(document.errors).toEqual([]);
  return { yaml, front: document.toJS() };
}

function stepsOf(value: unknown): Step[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key.endsWith("steps") && Array.isArray(inner) ? (inner as Step[]) : stepsOf(inner),
  );
}

describe.each(all)(
  "the control file for the profile %s in the naming convention %s",
  (profile, brand) => {
    const text = render(profile, brand);
    const { yaml, front } = frontOf(text);
    const steps = stepsOf(front);

    test("has only fields that an imported file can have", () => {
      const importable = ["import-schema", "env", "tools", "safe-outputs", "jobs"];
      expect(Object.keys(front).toSorted()).toEqual(importable.toSorted());
    });

    test("contains no secret in a script, an action's input or a name", () => {
      for (const step of steps) {
        const { env: _, ...open } = step;
        expect(JSON.stringify(open)).not.toMatch(/secrets\.|\.token\b/);
      }
    });

    test("has scripts with valid shell syntax", async () => {
      const scripts = steps.flatMap(({ run = [] }) => run);
      expect(scripts.length).toBeGreaterThan(4);
      for (const script of scripts) {
        expect(await runInShell(script, { checkOnly: "yes" })).toMatchObject({ code: 0, err: "" });
      }
    });

    test("pins each action to a commit, and gatehouse to a hash", () => {
      const uses = steps.flatMap((step) => step.uses ?? []);
      expect(uses.filter((each) => !/@[\da-f]{40}$/.test(each))).toEqual([]);
      expect(readPin(text)).toEqual(somePin);
    });

    test("names only the chosen credentials", () => {
      const { readApp, writeApp, pat } = choices[profile];
      expect(yaml.includes("CP_FORGE_READ_APP")).toBe(readApp);
      // The name of the token to revoke occurs only if a token is minted.
      expect(yaml.includes("CP_FORGE_WRITE_APP")).toBe(writeApp);
      expect(yaml.includes("CP_FORGE_TOKEN")).toBe(pat || readApp);
    });

    test("uses only names of its own naming convention", () => {
      const other =
        brand === "github" ? /FORGE_AGENT|agent-requests|\.forge\b/ : /GH_|copilot|\.github\b/;
      expect(text.replaceAll("GITHUB_API_URL", "")).not.toMatch(other);
    });
  },
);

describe.each(spellings)("with both Apps, in the naming convention %s", (brand) => {
  const { front } = frontOf(render("app", brand));
  const word = brand === "github" ? "github" : "forge";

  test.each([
    ["the read App", front.tools[word], "READ"],
    ["the write App", front["safe-outputs"], "WRITE"],
  ])("%s is optional, and is followed by its fallbacks", (_, section, role) => {
    expect(section[`${word}-app`]).toEqual({
      "client-id": `\${{ vars.CP_FORGE_${role}_APP_ID }}`,
      "private-key": `\${{ secrets.CP_FORGE_${role}_APP_PRIVATE_KEY }}`,
      "ignore-if-missing": true,
    });
    const last = `${word.toUpperCase()}_TOKEN`;
    expect(section[`${word}-token`]).toBe(`\${{ secrets.CP_FORGE_TOKEN || secrets.${last} }}`);
    expect(credentialChains["safe-outputs"]).toEqual(["write-app", "pat", "workflow-token"]);
  });

  test("a step that needs the CLI's token prefers the minted token", () => {
    const cliToken = brand === "github" ? "GH_TOKEN" : "FORGE_CLI_TOKEN";
    const values = stepsOf(front).flatMap(({ env = {} }) => env[cliToken] ?? []);
    const last = `${word.toUpperCase()}_TOKEN`;
    const chain = `\${{ steps.output-token.outputs.token || secrets.CP_FORGE_TOKEN || secrets.${last} }}`;
    expect([...new Set(values)]).toEqual([chain]);
  });

  test("precompute gets no credential of the write App", () => {
    const precompute = stepsOf(front).find(({ name }) => name === "Control precompute");
    expect(Object.keys(precompute?.env ?? {}).filter((name) => name.includes("WRITE"))).toEqual([]);
  });

  test("the token of an output job is always revoked", () => {
    const jobs = Object.values(front["safe-outputs"].jobs) as {
      steps: (Step & { if?: string })[];
    }[];
    for (const { steps } of jobs) {
      expect(steps.at(-1)).toMatchObject({
        if: "always()",
        run: expect.stringContaining("token revoke") as string,
      });
    }
  });
});

test.each([
  ["app", "${{ vars.CP_FORGE_READ_APP_ID }}"],
  ["pat", "pat"],
  ["workflow-token", "workflow-token"],
] as const)(
  "the precompute cache of the profile %s is kept for its credential, without a secret",
  (profile, name) => {
    const steps = frontOf(render(profile, "github")).front.jobs.pre_activation["pre-steps"];
    const caches = (steps as Step[]).filter(({ uses }) => uses?.startsWith("actions/cache/"));
    const key = `control-precompute-${name}-\${{ github.run_id }}`;
    const path = "${{ runner.temp }}/control-precompute-cache";
    const prefix = `control-precompute-${name}-`;
    expect(caches.map(({ with: given }) => given)).toEqual([
      { path, key, "restore-keys": prefix },
      { path, key },
    ]);
    expect(caches.map(({ uses }) => uses?.split("@")[0])).toEqual([
      "actions/cache/restore",
      "actions/cache/save",
    ]);
    expect(JSON.stringify(caches)).not.toContain("secrets.");
  },
);

test("the admission steps run in the job before activation, under their fixed names", () => {
  const jobs = (brand: "forge" | "github") => frontOf(render("app", brand)).front.jobs;
  const steps = jobs("github").pre_activation["pre-steps"] as Step[];
  expect(steps.map(({ name }) => name)).toEqual([
    "Check out the settings",
    "Install gatehouse",
    "API capacity admission gate",
    "Restore the precompute cache",
    "Control precompute",
    "Save the precompute cache",
    "Upload the precompute for the agent",
  ]);
  expect(jobs("forge").admission["pre-steps"]).toHaveLength(steps.length);
});
