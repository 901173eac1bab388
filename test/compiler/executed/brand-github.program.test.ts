import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { enginesIn, isFetched } from "../../../scripts/machine/engines.mjs";
import { root } from "../../build-for-run.ts";
import { casesOf } from "../../sample.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { definitions } from "../pipeline/definitions.ts";
import { compileText } from "../pipeline/compile-text.ts";
import { mintScript, revokeScript } from "../../../src/compiler/scripts/embedded-scripts.ts";
import { openCallingModel } from "./calling-model.ts";
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

test("the host of a self-hosted server is in the variables that GitHub's engine reads", async () => {
  const yaml = "name: probe\nengine: {id: copilot, command: COMMAND, api-target: API.octo.ghe.com}";
  const { text, jobs, report, threatReport } = await runAgent(yaml, {
    brand: "github",
    only: ["Agent", "Detection"],
    secrets: { GITHUB_TOKEN: "the-operators-token" },
  });
  expect(jobs.map(({ result }) => result)).toEqual(["Succeeded", "Succeeded"]);
  for (const { env, args } of [report(), threatReport()]) {
    expect([env["GH_HOST"], env["COPILOT_GH_HOST"]]).toEqual(["octo.ghe.com", "octo.ghe.com"]);
    expect(args.filter((word) => word.includes("api-target"))).toEqual([]);
  }
  expect(text.match(/--allow-domains "[^"]*"/g)).toEqual(
    Array(2).fill(expect.stringMatching(/[",]api\.octo\.ghe\.com,(?:.*,)?octo\.ghe\.com[",]/)),
  );
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

const copilots = enginesIn(join(root, ".cache/engines")).filter(({ name }) => name === "copilot");

test.each(casesOf({ usual: [], all: copilots }))(
  "the real $package is installed in a job, and its shell never finds the provider's key",
  async (engine) => {
    expect(isFetched(engine), "Run: node scripts/prepare-machine.mjs --full").toBe(true);
    const { program } = engine;
    const archive = join(makeFolder("release"), "copilot.tar.gz");
    execFileSync("tar", ["-czf", archive, "-C", dirname(program), basename(program)]);
    const bytes = readFileSync(archive);
    const releases = await openSecureServer((_, reply) => reply.end(bytes));
    const sum = createHash("sha256").update(bytes).digest("hex");
    const key = "sk-key-of-the-job-0123456789";
    const proposal = `{"type":"issue","title":"t","body":"b"}`;
    // The agent masks its credentials in output, so the shell only counts. The texts are reversed,
    // because the command itself must not contain them.
    const count = (text: string) =>
      `cat /proc/[0-9]*/environ | grep -ac "$(echo ${text.split("").toReversed().join("")} | rev)"`;
    const command = [
      `echo '${proposal}' >> "$AW_SAFE_OUTPUTS"`,
      `echo "keys: $(${count(key)}), placeholders: $(${count("kept-outside-by-gatehouse")})"`,
    ].join("; ");
    const model = await openCallingModel(key, command);
    const yaml = [
      "name: probe",
      "engine:",
      "  id: copilot",
      "  model: m-1",
      `  provider: {base-url: '${model.origin}/v1', type: openai, api-key: $(MODEL_KEY)}`,
      // A test contacts only this machine.
      "  env: {COPILOT_OFFLINE: 'true'}",
      `network: {allowed: ['${model.origin}'], blocked: [api.github.com]}`,
    ].join("\n");
    const certificates = [model, releases].map(({ certificate }) => readFileSync(certificate));
    const trusted = join(makeFolder("trusted"), "roots.pem");
    writeFileSync(trusted, Buffer.concat(certificates));
    const { agent, folder, log } = await runAgent(yaml, {
      brand: "github",
      settings: {
        engine: {
          ...release,
          releases: releases.origin,
          sha256: { x64: sum, arm64: sum },
        },
      },
      secrets: { MODEL_KEY: key },
      env: { CURL_CA_BUNDLE: trusted, NODE_EXTRA_CA_CERTS: trusted },
    });
    expect([agent?.result, log]).toEqual([
      "Succeeded",
      expect.stringContaining("proposed one issue"),
    ]);
    const proposals = join(folder, "Agent/_temp/gatehouse/proposals");
    expect(listTexts(proposals)).toContain(proposal);
    expect(model.shellOutput()).toMatch(/keys: 0, placeholders: [1-9]/);
    expect(model.shellOutput() + log).not.toContain(key);
  },
);

/** Returns the content of all files below a folder. */
function listTexts(folder: string): string {
  return execFileSync("grep", ["-rh", "", folder], { encoding: "utf8" });
}
