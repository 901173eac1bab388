import fc from "fast-check";
import { load } from "js-yaml";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { compileSource } from "../../src/compiler/compile-source.ts";
import { frontMatters } from "./front-matter-arbitrary.ts";
import { settings } from "./pipeline/compile-text.ts";
import { runs } from "../sample.ts";

const options = {
  settings,
  programs: { mint: "// mint\n", revoke: "// revoke\n" },
  source: "agents/probe.md",
  version: "0.1.0",
};

/** Returns all strings below a value, each with its path. */
function textsIn(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (typeof value === "string") return [[path, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [
    [`${path}/`, key] as const,
    ...textsIn(each, `${path}/${key}`),
  ]);
}

/**
 * Returns the positions of each variable reference in a pipeline's text, as `job: step/env/NAME`,
 * by variable name.
 */
function placesOf(text: string): ReadonlyMap<string, readonly string[]> {
  const locations = new Map<string, string[]>();
  const add = (at: string, given: string) => {
    for (const [, name = ""] of given.matchAll(/\$\(\s*([\w.-]+)\s*\)/g)) {
      const key = name.toUpperCase().replaceAll(/[.-]/g, "_");
      locations.set(key, [...(locations.get(key) ?? []), at]);
    }
  };
  const { jobs, ...rest } = load(text) as {
    jobs: { job: string; steps: { displayName?: string }[] }[];
  };
  for (const [path, given] of textsIn(rest, "pipeline")) add(path, given);
  for (const { job, steps, ...frame } of jobs) {
    for (const [path, given] of textsIn(frame, job)) add(path, given);
    for (const step of steps) {
      const name = `${job.replace(/^SafeOutputs_Reviewed$/, "SafeOutputs")}: ${step.displayName?.replace(/ \(App.*/, "")}`;
      for (const [path, given] of textsIn(step, name)) add(path, given);
    }
  }
  return locations;
}

const engineSteps = ["Agent: Run the agent", "Detection: Run the safety check"];
const inBoth = (step: string) => ["Agent", "Detection"].map((job) => `${job}: ${step}`);
const minting = inBoth("Mint the engine's token/env/APP_KEY");
const carrying = (name: string) => [`SafeOutputs: Apply the proposals/env/${name}`];

/** The only allowed positions of a variable that only steps of the compiler use. */
const only: Readonly<Record<string, readonly string[]>> = {
  FORGE_TOKEN: engineSteps.map((step) => `${step}/env/FORGE_TOKEN`),
  FORGE_APP_TOKEN: [
    ...engineSteps.map((step) => `${step}/env/FORGE_TOKEN`),
    ...inBoth("Revoke the engine's token/env/APP_TOKEN"),
  ],
  AW_PROVIDER_BEARER_TOKEN: engineSteps.flatMap((step) =>
    ["API_KEY", "BEARER_TOKEN"].map((name) => `${step}/env/AGENT_PROVIDER_${name}`),
  ),
  FORGE_APP_PRIVATE_KEY: minting,
};
/**
 * The only allowed positions of the other credentials that apply proposals, if no step of the
 * author names them.
 */
const carried = ["CP_FORGE_TOKEN", "CP_FORGE_WRITE_APP_ID"];

const app = { "app-id": 1, owner: "acme" };
const provider = { "base-url": "https://m.example/v1", token: { "service-connection": "cloud" } };
type FrontMatter = typeof frontMatters extends fc.Arbitrary<infer T> ? T : never;
/** One engine for each of these variables, in addition to the random ones. */
const engines: readonly NonNullable<FrontMatter["engine"]>[] = [
  "agent-cli",
  { "forge-app-token": app },
  { "forge-app-token": { ...app, "private-key": "my-key" } },
  { provider },
];

test("a pipeline contains each secret only in its allowed positions", () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(frontMatters, (frontMatter) => {
      const source = stringify(frontMatter, { version: "1.2", aliasDuplicateObjects: false });
      const { text } = compileSource(Buffer.from(`---\n${source}---\nLook.\n`), options);
      if (text === undefined) return;
      const locations = placesOf(text);
      const { engine } = frontMatter;
      const app = typeof engine === "object" ? engine["forge-app-token"] : undefined;
      const key = app?.["private-key"]?.toUpperCase().replaceAll(/[.-]/g, "_");
      const allowed = { ...only, ...(key !== undefined && { [key]: minting }) };
      for (const [name, where] of Object.entries(allowed)) {
        const found = locations.get(name) ?? [];
        if (found.length > 0) seen.add(name);
        expect([name, found.filter((location) => !where.includes(location))]).toEqual([name, []]);
      }
      for (const name of carried) {
        for (const location of locations.get(name) ?? [])
          expect(carrying(name)).toContain(location);
      }
    }),
    {
      ...runs(1000),
      examples: engines.map((engine): [FrontMatter] => [{ name: "probe", engine }]),
    },
  );
  // A variable that never occurs would pass every check.
  expect([...seen].toSorted()).toEqual(
    expect.arrayContaining([...Object.keys(only), "MY_KEY"].toSorted()),
  );
});
