import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeClone, openPipelineService } from "../compiler/service/pipeline-service.ts";
import { least, plain, withApp } from "../flows/engine/engine-bench.ts";
import { findPrintedSteps } from "../pty/next-steps/printed-steps.ts";
import { programFolder } from "../build-for-run.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();
const secret = "the-value-itself";
const key = { "forge-token-when": "now", "forge-token-consent": "store FORGE_TOKEN for probe" };

interface Machine {
  /** Whether the pipeline service's own CLI is missing. */
  readonly isWithoutCli?: boolean;
  readonly file?: string;
}

/** Creates a clone with a definition, and answers questions from a file. */
async function openRepository({ isWithoutCli = false, file = plain }: Machine = {}) {
  const { home, env } = await makeHome();
  const folder = join(home, "clone");
  mkdirSync(join(folder, "agents"), { recursive: true });
  makeClone(folder);
  const definition = join(folder, "agents/probe.md");
  writeFileSync(definition, file);
  writeFileSync(join(home, "token"), secret);
  const service = openPipelineService([
    { id: 7, name: "probe", file: "agents/probe.yml" },
    { id: 8, name: "other", file: "agents/other.yml" },
  ]);
  const path = isWithoutCli ? programFolder() : `${service.bin}:${process.env["PATH"] ?? ""}`;
  const configure = async (
    answers: Readonly<Record<string, unknown>>,
    args: readonly string[] = ["agents/probe.md"],
    manner = "--json",
  ) => {
    const answersFile = join(home, "answers.json");
    const secrets = { "forge-token": { file: join(home, "token") } };
    writeFileSync(answersFile, JSON.stringify({ answers, secrets }));
    const words = [
      "engine",
      ...args,
      "--answers",
      answersFile,
      ...manner.split(" ").filter((word) => word !== ""),
    ];
    const ended = await program.run(words, { cwd: folder, env: { ...env, PATH: path } });
    const isDocument = manner === "--json" && ended.code !== 2;
    return { ...ended, document: isDocument ? (JSON.parse(ended.out) as unknown) : undefined };
  };
  const compile = (args: readonly string[]) =>
    program.run(["compile", ...args], { cwd: folder, env });
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  /** Runs a printed gatehouse command, which must not contain shell metacharacters. */
  const run = (line: string, stdin = "") =>
    program.run(line.split(" ").slice(1), { cwd: folder, env: { ...env, PATH: path }, stdin });
  return { folder, env, service, configure, compile, read, run };
}

test("an answers file writes definition and pipeline, stores the secret, and prints one document", async () => {
  const { configure, compile, read, service } = await openRepository();
  const { code, out, err, document } = await configure({
    ...least,
    ...key,
    "engine-model": "model-1",
  });
  expect(code).toBe(0);
  expect(document).toEqual({
    definition: { file: "agents/probe.md", done: "changed" },
    pipeline: { file: "agents/probe.yml", done: "written" },
    authentication: "token",
    secrets: [{ name: "FORGE_TOKEN", content: "forge token", state: "stored", reason: null }],
    warnings: [],
    lacksOutputCredential: false,
    next: ["gatehouse explain agents/probe.md"],
  });
  expect(service.read().variables["pipeline 7"]).toEqual({ FORGE_TOKEN: secret });
  expect(out + err + JSON.stringify(service.read().calls)).not.toContain(secret);
  expect(read("agents/probe.md")).toBe(
    plain.replace("network:", "engine:\n  model: model-1\nnetwork:"),
  );
  expect(await compile(["--check"])).toMatchObject({ code: 0 });
});

test("without the service's CLI, the files are written, and the next steps are printed", async () => {
  const { configure, read } = await openRepository({ isWithoutCli: true });
  const { code, document } = await configure(withApp);
  expect(code).toBe(5);
  expect(document).toMatchObject({
    definition: { done: "changed" },
    secrets: [{ state: "later", reason: "The Azure CLI (az) is not installed." }],
    next: [
      "az extension add --name azure-devops",
      "az login",
      "gatehouse secrets set FORGE_APP_PRIVATE_KEY --definition agents/probe.md",
      "gatehouse explain agents/probe.md",
    ],
  });
  expect(read("agents/probe.md")).toContain("app-id: 1234567");
});

test("each printed next step does what its description states", async () => {
  const { configure, run, service } = await openRepository();
  const ended = await configure({ ...withApp, pipeline: "later" }, ["agents/probe.md"], "");
  const steps = findPrintedSteps(ended.out);
  expect(steps.map(({ text }) => text)).toEqual([
    "Compile its Azure pipeline",
    "Store the secret",
    "Show which secret reaches which step",
  ]);
  const [made, stored, explained] = await Promise.all([
    run(steps[0]?.command ?? ""),
    run(steps[1]?.command ?? "", "the key\n"),
    run(steps[2]?.command ?? ""),
  ]);
  expect(made?.out).toContain("agents/probe.md → agents/probe.yml");
  expect(stored).toMatchObject({ code: 0 });
  expect(service.read().variables["pipeline 7"]).toEqual({ FORGE_APP_PRIVATE_KEY: "the key" });
  expect(service.read().variables["pipeline 8"]).toBeUndefined();
  expect(explained?.out).toContain("FORGE_APP_PRIVATE_KEY");
});

test("command-line options appear in each printed command, and a path is not parsed as an option", async () => {
  const { folder, configure, compile } = await openRepository({ isWithoutCli: true });
  writeFileSync(join(folder, "-x.md"), plain);
  const org = "https://dev.azure.com/acme";
  const text = ["--brand", "github", "--org", org, "--project", "our agents"];
  const answers = { ...least, pipeline: "later" };
  const { out } = await configure(answers, text, "--json -- -x.md");
  const service = `--org ${org} --project 'our agents'`;
  expect(JSON.parse(out)).toMatchObject({
    next: [
      "gatehouse compile ./-x.md --brand github",
      "az extension add --name azure-devops",
      "az login",
      `gatehouse secrets set GITHUB_TOKEN --definition ./-x.md ${service}`,
      "gatehouse explain ./-x.md --brand github",
    ],
  });
  const made = await compile(["--json", "--", "-x.md"]);
  expect(made.code).toBe(0);
  writeFileSync(join(folder, "-x.md"), "---\nname: 1\n---\n");
  const { err } = await configure(least, ["--brand", "github"], "-- -x.md");
  expect(err).toContain("gatehouse compile ./-x.md --brand github");
});

test("a definition that does not exist is created", async () => {
  const { configure, compile, read } = await openRepository();
  const answers = { ...least, "network-allowed": [] };
  const { document } = await configure(answers, ["agents/new-one.md"]);
  expect(document).toMatchObject({
    definition: { done: "written" },
    pipeline: { done: "written" },
  });
  expect(read("agents/new-one.md")).toMatch(/^---\n# An agent definition[^]*\nname: new-one\n/);
  expect(await compile(["agents/new-one.md", "--check"])).toMatchObject({ code: 0 });
});

test("if a definition is a link, the link is kept and its target is changed", async () => {
  const { folder, configure, read } = await openRepository();
  symlinkSync(join(folder, "agents/probe.md"), join(folder, "link.md"));
  await configure({ ...least, "engine-model": "model-1" }, ["link.md"]);
  expect(read("agents/probe.md")).toContain("model: model-1");
  expect(read("link.md")).toBe(read("agents/probe.md"));
  expect(read("link.yml")).toMatch(/^# Made by gatehouse/);
});

test("without FILE, the definitions of the repository are offered", async () => {
  const { configure } = await openRepository();
  const { document } = await configure({ ...least, definition: "agents/probe.md" }, []);
  expect(document).toMatchObject({ definition: { file: "agents/probe.md", done: "as it was" } });
});

test("line endings, the byte order mark and the file mode are kept", async () => {
  const file = `\ufeff${plain.replaceAll("\n", "\r\n")}`;
  const { folder, configure, read } = await openRepository({ file });
  const path = join(folder, "agents/probe.md");
  const { mode } = statSync(path);
  await configure({ ...least, "engine-model": "model-1" });
  const engine = "engine:\r\n  model: model-1\r\nnetwork:";
  expect(read("agents/probe.md")).toBe(file.replace("network:", engine));
  expect(statSync(path).mode).toBe(mode);
});

test.each([
  [["agents/probe.yml"], "│ Choose a definition:"],
  [["agents/new one.md"], '✖ "new one" is not a valid agent name.'],
  [
    ["agents/none"],
    "✖ Not found: agents/none. To create a definition, use a name that ends in .md.",
  ],
  [["agents"], "/clone/agents: it is a directory."],
  [
    ["agents/probe.md", "--brand", "x"],
    '✖ "x" is not a valid brand; valid brands are forge, github.',
  ],
])("%j is refused", async (args, message) => {
  const { configure, read } = await openRepository();
  const { code, err } = await configure(least, args);
  expect({ code, message: err.includes(message) ? message : err }).toEqual({ code: 2, message });
  expect(read("agents/probe.md")).toBe(plain);
});

test("a pipeline that gatehouse did not generate is not overwritten, and no question is asked", async () => {
  const { folder, configure, read } = await openRepository();
  writeFileSync(join(folder, "agents/probe.yml"), "jobs: []\n");
  const { code, err } = await configure(withApp);
  expect(code).toBe(2);
  expect(err).toContain("was not generated by gatehouse");
  expect(read("agents/probe.md")).toBe(plain);
});

test("answers of an interrupted run do not overwrite a file that has changed since then", async () => {
  const { folder, configure, read } = await openRepository();
  const answers = { ...least, "engine-model": "model-1", "engine-save": "stop" };
  const stopped = await configure(answers, undefined, "");
  expect(stopped.code).not.toBe(0);
  const file = plain.replace("[a.example]", "[a.example, by-hand.example]");
  writeFileSync(join(folder, "agents/probe.md"), file);
  const { err } = await configure({ pipeline: "now", "engine-save": "write" }, undefined, "");
  expect(err).toContain("engine-version");
  expect(read("agents/probe.md")).toBe(file);
});

test("a value with a YAML anchor is not changed, and the error asks to change it manually", async () => {
  const file = plain.replace("network:", "engine: &e { model: m-1 }\nnetwork:");
  const { configure, read } = await openRepository({ file });
  const { code, err } = await configure({ ...least, "engine-model": "model-2" });
  expect(code).toBe(2);
  expect(err).toMatch(/│ Change this value manually/s);
  expect(read("agents/probe.md")).toBe(file);
});
