import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { definitions } from "../pipeline/definitions.ts";
import { compileText } from "../pipeline/compile-text.ts";
import { mintScript, revokeScript } from "../../../src/compiler/scripts/embedded-scripts.ts";
import { openAppRun } from "./open-app-run.ts";
import { packEngine } from "./reporting-engine.ts";
import { runAgent } from "./run-agent.ts";
import { openSecureServer } from "./secure-front.ts";

const release = {
  version: "1.0.47",
  archive: "copilot-linux-{machine}.tar.gz",
  program: "copilot",
};

test("GitHub's engine is installed and run under its own names", async () => {
  const archive = packEngine(makeFolder("release"), "copilot");
  const asked: string[] = [];
  const server = await openSecureServer(({ url = "" }, reply) => {
    asked.push(url);
    reply.end(archive);
  });
  const sum = createHash("sha256").update(archive).digest("hex");
  const engine = { ...release, releases: server.origin, sha256: { x64: sum, arm64: sum } };
  const { agent, report, log } = await runAgent("name: probe\nengine: {id: copilot, model: m-1}", {
    brand: "github",
    settings: { engine },
    secrets: { GITHUB_TOKEN: "the-operators-token", FORGE_TOKEN: "the-neutral-one" },
    env: { CURL_CA_BUNDLE: server.certificate, HOSTTYPE: "x86_64" },
  });
  expect(agent?.result).toBe("Succeeded");
  expect(asked).toEqual(["/download/v1.0.47/copilot-linux-x64.tar.gz"]);
  const { env } = report();
  expect(env["GITHUB_TOKEN"]).toBe("the-operators-token");
  expect([env["GITHUB_READ_ONLY"], env["COPILOT_OTEL_ENABLED"]]).toEqual(["1", "true"]);
  expect(Object.keys(env).filter((name) => neutral.test(name))).toEqual([]);
  expect(`${log}${JSON.stringify(env)}`).not.toContain("the-neutral-one");
});

test("an unset token is reported under GitHub's name", async () => {
  const yaml = "name: probe\nengine: {id: copilot, command: COMMAND}";
  const { log } = await runAgent(yaml, { brand: "github" });
  expect(log).toContain("The secret variable GITHUB_TOKEN is not set");
});

test("an App's token is in GITHUB_TOKEN while the engine runs, and is revoked afterwards", async () => {
  const { yaml, run, isAlive } = await openAppRun("github");
  const { jobs, report, threatReport, log } = await runAgent(yaml(""), {
    ...run,
    brand: "github",
    only: ["Agent", "Detection"],
  });
  expect(jobs.map(({ result }) => result)).toEqual(["Succeeded", "Succeeded"]);
  const seen = [report(), threatReport()];
  expect(seen.map(({ forge }) => forge)).toEqual(["200", "200"]);
  const tokens = seen.map(({ env }) => env["GITHUB_TOKEN"] ?? "");
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) {
    expect(await isAlive(token)).toBe(false);
    expect(log).not.toContain(token);
  }
});

/** The service's own AGENT_… variables do not belong to a brand. */
const neutral =
  /\b(?:FORGE_(?!REPOSITORY|API_URL)\w+|AGENT_(?!TEMP|BUILD)\w+|agent-cli|forge-app-token)\b/;
const github = /\b(?:GITHUB_\w+|COPILOT_\w+|copilot\w*|github-app-token)\b/;
const programs = { mint: mintScript, revoke: revokeScript };

test.each(definitions)("the pipeline of %s uses only the names of one convention", (_, yaml) => {
  const there = yaml.replaceAll("forge-app-token", "github-app-token").replace("cloud", "azure");
  const compiled = [
    compileText(yaml, { programs }),
    compileText(there, { brand: "github", programs }),
  ];
  const [ours, theirs] = compiled.map(({ text }) => text.split("\n"));
  expect(ours?.filter((line) => github.test(line))).toEqual([]);
  expect(theirs?.filter((line) => neutral.test(line))).toEqual([]);
});
