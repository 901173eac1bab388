import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { describe, expect, test } from "vitest";
import { installProgram, makeHome } from "../commands/installed-program.ts";
import { makeClone, openPipelineService } from "../compiler/service/pipeline-service.ts";
import { keys, type Wizard } from "./setup-hands.ts";
import { notOurs, startWizard } from "./setup-wizard.ts";
import { sample } from "../sample.ts";

const program = installProgram();
const escape = "\u001b";

const definition = `---
# Who it is.
name: probe # for people
network:
  allowed: [a.example] # ours
---

Look.
`;

/** Creates a clone with a definition, at a service that has its pipeline. */
async function openRepository({ text = definition }: { readonly text?: string | undefined } = {}) {
  const { home, env } = await makeHome();
  const folder = join(home, "clone");
  mkdirSync(join(folder, "agents"), { recursive: true });
  makeClone(folder);
  const file = join(folder, "agents/probe.md");
  if (text !== "") writeFileSync(file, text, { mode: 0o640 });
  const service = openPipelineService([{ id: 7, name: "probe", file: "agents/probe.yml" }]);
  const path = `${service.bin}:${process.env["PATH"] ?? ""}`;
  return { folder, file, home, service, env: { ...env, ...notOurs, PATH: path } };
}

type Repository = Awaited<ReturnType<typeof openRepository>>;

interface Start {
  readonly columns?: number;
  readonly args?: readonly string[];
}

function start(
  { folder, env }: Repository,
  { columns = 80, args = ["agents/probe.md"] }: Start = {},
) {
  const command = [program.cli(), "engine", ...args];
  return startWizard({ command: execPath, args: command, env, cwd: folder, columns, rows: 24 });
}

/** Checks that no row exceeds the edge or overlaps the keys. */
function checkScreen(wizard: Wizard, columns: number): void {
  const lines = wizard.screen().split("\n");
  expect(lines.length).toBeLessThanOrEqual(24);
  for (const line of lines) expect(line.length).toBeLessThan(columns);
  expect(wizard.screen()).toContain("ctrl-c");
}

const options = [
  "Which engine version should be installed?",
  "Model (optional):",
  "Custom agent (optional):",
  "Time limit in minutes (optional):",
];
const network = [
  "Which other domains are allowed?",
  "Which domains are always blocked?",
  "Which URL patterns are allowed?",
];

async function enterAll(wizard: Wizard, questions: readonly string[], columns = 80): Promise<void> {
  for (const question of questions) {
    await wizard.see(question);
    checkScreen(wizard, columns);
    wizard.write(keys.enter);
  }
}

const secret = "ghx-the-value-itself-0123";

describe.each(sample("widths of engine", [80, 40], 1))(
  "in a terminal of %d columns and 24 rows",
  (columns) => {
    test("a provider is chosen, shown, written, and its secrets are stored", async () => {
      const repository = await openRepository();
      const wizard = start(repository, { columns, args: [] });
      await wizard.see("Which definition do you want to configure?");
      checkScreen(wizard, columns);
      wizard.write(keys.enter);
      await enterAll(wizard, options, columns);
      await wizard.see("How should the engine authenticate?");
      checkScreen(wizard, columns);
      await wizard.choose("How should the engine authenticate?", "Your own model provider");
      await wizard.answer("Provider URL:", `http://models.example${keys.enter}`);
      await wizard.see("is not encrypted");
      checkScreen(wizard, columns);
      await wizard.answer("not encrypted", `${keys.clear}https://models.example/v1${keys.enter}`);
      await enterAll(
        wizard,
        ["Which format does the provider use?", "Which API should the engine use?"],
        columns,
      );
      await wizard.choose("How does the engine authenticate to the provider?", "Static key");
      await wizard.answer("Variable for the key:", keys.enter);
      await wizard.read("Before you use your own provider", "I have read this");
      await wizard.answer("What access to the forge should the engine have?", keys.enter);
      await enterAll(wizard, network, columns);
      await wizard.answer("Also compile the pipeline?", keys.enter);
      await wizard.see("Change the definition?");
      checkScreen(wizard, columns);
      wizard.write(keys.enter);
      await wizard.see("Changes");
      checkScreen(wizard, columns);
      await wizard.read("Changes", "Go back to the question");
      await wizard.choose("Change the definition?", "Yes, write it");
      await wizard.choose("Store the secret for the pipeline?", "Store it now");
      await wizard.see("To consent, type this phrase:");
      checkScreen(wizard, columns);
      wizard.write(`store MODEL_KEY for probe${keys.enter}`);
      await wizard.answer("Value of MODEL_KEY:", `${secret}${keys.enter}`);
      await wizard.see("agents/probe.md is changed");
      expect(await wizard.exited).toMatchObject({ exitCode: 0 });
      expect(repository.service.read().variables["pipeline 7"]).toEqual({ MODEL_KEY: secret });
      expect(wizard.raw()).not.toContain(secret);
      expect(JSON.stringify(repository.service.read().calls)).not.toContain(secret);
      for (const left of filesBelow(repository.home))
        expect(readFileSync(left, "utf8")).not.toContain(secret);
      expect(readFileSync(repository.file, "utf8")).toBe(
        definition.replace("network:", `${provider}network:`),
      );
    });
  },
);

const provider = `engine:
  provider:
    base-url: https://models.example/v1
    api-key: $(MODEL_KEY)
`;

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

test("pressing Enter at every question, without a new pipeline, changes and stores nothing", async () => {
  const repository = await openRepository();
  const { mtimeMs } = statSync(repository.file);
  const wizard = start(repository);
  await enterAll(wizard, [...options, "How should the engine authenticate?"]);
  await wizard.read("Before you use a personal access token", "I have read this");
  await enterAll(wizard, network);
  await wizard.choose("Also compile the pipeline?", "Later");
  await enterAll(wizard, ["Store the secret for the pipeline?"]);
  await wizard.waitFor("agents/probe.md is unchanged");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  expect(readFileSync(repository.file, "utf8")).toBe(definition);
  expect(statSync(repository.file).mtimeMs).toBe(mtimeMs);
  expect(existsSync(join(repository.folder, "agents/probe.yml"))).toBe(false);
  expect(repository.service.read().variables["pipeline 7"] ?? {}).toEqual({});
});

test("the wizard asks for the name of a new agent, and Back returns to the list", async () => {
  const repository = await openRepository();
  const wizard = start(repository, { args: [] });
  await wizard.choose("Which definition do you want to configure?", "New definition");
  await wizard.answer("Name of the new agent:", escape);
  await wizard.choose("Which definition do you want to configure?", "New definition");
  await wizard.answer("Name of the new agent:", `probe${keys.enter}`);
  await wizard.answer("already exists", `-2${keys.enter}`);
  await wizard.see("Which engine version should be installed?");
  expect(wizard.screen()).toContain("agents/probe-2.md");
  wizard.write(keys.stop);
  await wizard.waitFor("gatehouse engine agents/probe-2.md");
  expect(await wizard.exited).toMatchObject({ exitCode: 130 });
  expect(readdirSync(join(repository.folder, "agents"))).toEqual(["probe.md"]);
});

describe("a run interrupted in the middle", () => {
  test.each([
    ["by Ctrl-C", "stop"],
    ["by SIGKILL", "kill"],
  ])("%s restores its answers, and leaves the definition unchanged", async (_, how) => {
    const repository = await openRepository();
    const wizard = start(repository);
    await wizard.answer("Which engine version should be installed?", keys.enter);
    await wizard.answer("Model (optional):", `model-9${keys.enter}`);
    await enterAll(wizard, ["Custom agent (optional):", "Time limit in minutes (optional):"]);
    await wizard.choose("How should the engine authenticate?", "App");
    await wizard.read("Before you use an App", "I have read this");
    await wizard.see("App ID or client ID:");
    if (how === "kill") wizard.kill();
    else {
      wizard.write(keys.stop);
      await wizard.waitFor("gatehouse engine agents/probe.md");
    }
    await wizard.exited;
    expect(readFileSync(repository.file, "utf8")).toBe(definition);

    const again = start(repository);
    await again.answer("App ID or client ID:", escape);
    await again.see("Before you use an App");
    await again.see("model-9");
    again.write(keys.stop);
    expect(await again.exited).toMatchObject({ exitCode: 130 });
  });
});

test("the wizard works in plain lines", async () => {
  const repository = await openRepository();
  const wizard = start(repository, { args: ["agents/probe.md", "--plain"] });
  await wizard.reply("Which engine version should be installed?", "2");
  await wizard.reply("Model (optional):", "--bad");
  await wizard.reply("starts with a dash", "model-1");
  await wizard.reply("Custom agent (optional):", "");
  await wizard.reply("Time limit in minutes (optional):", "30");
  await wizard.reply("How should the engine authenticate?", "");
  await wizard.reply("Before you use a personal access token", "");
  for (const question of network) await wizard.reply(question, "");
  await wizard.reply("Also compile the pipeline?", "");
  await wizard.reply("Change the definition?", "1");
  await wizard.reply("--model model-1", "");
  await wizard.reply("Change the definition?", "2");
  await wizard.reply("Store the secret for the pipeline?", "");
  await wizard.waitFor("agents/probe.md is changed");
  expect(await wizard.exited).toMatchObject({ exitCode: 0 });
  const text = readFileSync(repository.file, "utf8");
  expect(text).toContain("engine:\n  model: model-1\n  timeout-minutes: 30\n  version: latest\n");
});
