import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { least } from "../../flows/engine/engine-bench.ts";
import { makeClone, openPipelineService } from "../../compiler/service/pipeline-service.ts";
import type { Examples, ExamplesBench, RunExample } from "./examples-bench.ts";
import type { Reader } from "./reader.ts";

const pipelines = [{ id: 7, name: "probe", file: "agents/probe.yml" }];

/** Commands from a first agent definition to a pipeline with its secrets. */
export const engineExamples: Examples = {
  "gatehouse new probe --pipeline": {
    says: ["write agents/probe.md"],
    run: async (line, { openNew }) => {
      const reader = await openNew();
      const { out } = await reader.run(line);
      expect(out).toContain("Created agents/probe.md for Azure Pipelines.");
      await reader.run("gatehouse compile");
    },
  },
  "gatehouse new probe --folder pipelines": {
    run: async (line, { openNew }) => {
      const { out } = await (await openNew()).run(line);
      expect(out).toContain("Created pipelines/probe.md for Azure Pipelines.");
    },
  },
  "gatehouse engine": {
    says: ["choose a definition, or create one"],
    notRunReason: "it asks; test/pty/engine-screens.test.ts answers",
  },
  "gatehouse engine agents/probe.md": {
    notRunReason: "it asks; test/pty/engine-screens.test.ts answers",
  },
  "gatehouse engine agents/probe.md --answers answers.json --json": {
    run: async (line, bench) => {
      const reader = await openWithDefinition(bench);
      const answers = { ...least, "engine-minutes": "30", "network-allowed": [] };
      await reader.save("answers.json", JSON.stringify({ answers }));
      // The clone does not have a pipeline service.
      const { out } = await reader.run(line, { code: 5 });
      expect(JSON.parse(out)).toMatchObject({ definition: { done: "as it was" } });
    },
  },
  "gatehouse compile": {
    says: ["all definitions below agents/"],
    run: async (line, bench) => {
      const { out } = await (await openWithDefinition(bench)).run(line);
      expect(out).toBe(" ✔ agents/probe.md → agents/probe.yml\n");
    },
  },
  "gatehouse compile agents/probe.md": {
    says: ["write agents/probe.yml"],
    run: async (line, bench) => {
      const reader = await openWithDefinition(bench);
      await reader.run(line);
      expect(await readPipeline(reader)).toMatch(/^# Made by gatehouse /);
    },
  },
  "gatehouse compile agents/probe.md --stdout": {
    run: async (line, bench) => {
      const { out } = await (await openWithDefinition(bench)).run(line);
      expect(out).toMatch(/^# Made by gatehouse [^]*^jobs:$/m);
    },
  },
  "gatehouse compile --check": {
    says: ["in CI: are all pipelines up to date?"],
    run: async (line, bench) => {
      const reader = await openWithDefinition(bench);
      await reader.run(line, { code: 5 });
      await reader.run("gatehouse compile");
      await reader.run(line);
    },
  },
  "gatehouse compile --watch": {
    says: ["compile again when a file changes"],
    run: async (line, bench) => {
      const reader = await openWithDefinition(bench);
      const lines: string[] = [];
      let report: () => void = () => undefined;
      const onLine = (text: string) => {
        lines.push(text);
        report();
      };
      const next = () => new Promise<void>((resolve) => (report = resolve));
      const first = next();
      const { ended, interrupt } = await reader.type(`exec ${line}`, { onLine });
      await first;
      const again = next();
      await reader.save("agents/probe.md", "---\nname: probe\n---\nSomething else.\n");
      await again;
      interrupt();
      expect((await ended).code).toBe(0);
      expect(lines).toEqual([
        " ✔ agents/probe.md → agents/probe.yml",
        " ✔ agents/probe.md → agents/probe.yml",
      ]);
    },
  },
  "gatehouse explain agents/probe.md": {
    run: async (line, bench) => {
      const { out } = await (await openWithDefinition(bench)).run(line);
      expect(out).toMatch(/FORGE_TOKEN, secret variable +the engine's access to the forge/);
    },
  },
  "gatehouse explain agents/probe.md --json": {
    run: async (line, bench) => {
      const { out } = await (await openWithDefinition(bench)).run(line);
      expect(JSON.parse(out)).toMatchObject({ secrets: expect.any(Array) as unknown[] });
    },
  },
  "gatehouse schema > agent.schema.json": {
    run: async (line, { openNew }) => {
      const reader = await openNew();
      await reader.run(line);
      const text = await readFile(join(reader.home, "agent.schema.json"), "utf8");
      expect(JSON.parse(text)).toMatchObject({ required: ["name"] });
    },
  },
  "gatehouse schema --settings > gatehouse.schema.json": {
    run: async (line, { openNew }) => {
      const reader = await openNew();
      await reader.run(line);
      const text = await readFile(join(reader.home, "gatehouse.schema.json"), "utf8");
      expect(JSON.parse(text)).toMatchObject({ additionalProperties: false });
    },
  },
  "gatehouse secrets set FORGE_TOKEN": {
    says: ["asks for the value"],
    run: storesValue("FORGE_TOKEN"),
  },
  "gatehouse secrets set FORGE_APP_PRIVATE_KEY < key.pem": {
    run: storesKey("FORGE_APP_PRIVATE_KEY"),
  },
  "gatehouse secrets set CP_FORGE_WRITE_APP_ID": { run: storesValue("CP_FORGE_WRITE_APP_ID") },
  "gatehouse secrets set CP_FORGE_WRITE_APP_PRIVATE_KEY < key.pem": {
    run: storesKey("CP_FORGE_WRITE_APP_PRIVATE_KEY"),
  },
  "gatehouse secrets set CP_FORGE_TOKEN": { run: storesValue("CP_FORGE_TOKEN") },
  "gatehouse secrets set MODEL_KEY --pipeline probe": { run: storesValue("MODEL_KEY") },
};

/** Expects that a command stores the value from standard input as this variable. */
function storesValue(name: string): RunExample["run"] {
  return async (line, bench) => {
    const { read, run } = await openWithService(bench);
    await run(`printf 'the-value' | ${line}`);
    expect(read().variables["pipeline 7"]).toEqual({ [name]: "the-value" });
  };
}

/** Expects that a command stores the key in the file `key.pem` as this variable. */
function storesKey(name: string): RunExample["run"] {
  return async (line, bench) => {
    const { read, run, reader } = await openWithService(bench);
    await reader.save("key.pem", "-----BEGIN KEY-----\nabc\n-----END KEY-----\n");
    await run(line);
    const stored = read().variables["pipeline 7"] ?? {};
    expect(stored).toEqual({ [name]: "-----BEGIN KEY-----\nabc\n-----END KEY-----" });
  };
}

async function openWithDefinition({ openNew }: ExamplesBench): Promise<Reader> {
  const reader = await openNew();
  await reader.run("gatehouse new probe --pipeline");
  return reader;
}

/** Creates a clone whose operator is signed in at the pipeline service. */
async function openWithService(bench: ExamplesBench) {
  const reader = await openWithDefinition(bench);
  makeClone(reader.home);
  const service = openPipelineService(pipelines);
  const run = (line: string) => reader.run(`PATH=${service.bin}:$PATH; ${line}`);
  return { reader, run, read: service.read };
}

function readPipeline({ home }: Reader): Promise<string> {
  return readFile(join(home, "agents/probe.yml"), "utf8");
}
