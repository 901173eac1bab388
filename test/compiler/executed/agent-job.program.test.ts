import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JobClock } from "../runner/run-pipeline.ts";
import { openAppRun } from "./open-app-run.ts";
import { runAgent, stepsOf } from "./run-agent.ts";
import { openSecureServer } from "./secure-front.ts";

describe("a run of the agent's job", () => {
  test("installs gatehouse, and runs the engine in the firewall with the operator's token", async () => {
    const { agent, report, log } = await runAgent(
      "name: probe\nengine: {command: COMMAND, args: [--x=1], model: m-1}",
      {
        secrets: { FORGE_TOKEN: "the-operators-token" },
      },
    );
    expect(stepsOf(agent)).toEqual([
      "self: Succeeded",
      "Install gatehouse: Succeeded",
      "Write the prompt: Succeeded",
      "Run the agent: Succeeded",
      "Collect the agent's output: Succeeded",
      "Publish the agent's output: Succeeded",
    ]);
    const { env, args } = report();
    expect(env["FORGE_TOKEN"]).toBe("the-operators-token");
    expect(env["FORGE_READ_ONLY"]).toBe("1");
    expect(args).toEqual([
      "--prompt=Look.",
      "--model",
      "m-1",
      "--disable-builtin-mcps",
      "--no-ask-user",
      "--allow-all-tools",
      "--allow-all-paths",
      "--x=1",
    ]);
    expect(log).toContain("the engine was here");
    expect(log).not.toContain("the-operators-token");
    // The service must not execute commands in its output.
    expect(log).toContain("## vso[task.setvariable variable=TAKEN]yes");
  });

  test.each(["-x", "--allow-all-urls", "- [ ] Look.\n- [ ] Report."])(
    "passes a prompt that starts with a dash as the prompt: %j",
    async (body) => {
      const { jobs, report } = await runAgent("name: probe\nengine: {command: COMMAND}", {
        body,
        only: ["Agent", "Detection"],
        secrets: { FORGE_TOKEN: "the-operators-token" },
      });
      expect(jobs.map(({ result }) => result)).toEqual(["Succeeded", "Succeeded"]);
      expect(report().args[0]).toBe(`--prompt=${body}`);
    },
  );

  test("reports the unset variable before the engine starts", async () => {
    const { agent, log } = await runAgent("name: probe\nengine: {command: COMMAND}");
    expect(agent?.result).toBe("Failed");
    expect(log).toContain(
      "The secret variable FORGE_TOKEN is not set. To set it, run: gatehouse secrets set FORGE_TOKEN",
    );
    expect(log).not.toContain("the engine was here");
  });
});

test("a classic token is rejected before the engine starts, and is not printed", async () => {
  const token = `ghp_${"A1b2".repeat(9)}`;
  const { jobs, log } = await runAgent("name: probe\nengine: {command: COMMAND}", {
    only: ["Agent", "Detection"],
    secrets: { FORGE_TOKEN: token },
  });
  expect(jobs.map(({ result }) => result)).toEqual(["Failed", "Skipped"]);
  expect(log).toContain("FORGE_TOKEN is a classic personal access token");
  expect(log).not.toContain("the engine was here");
  expect(log).not.toMatch(/ghp_A|\*\*\*A1b2/);
});

describe("an App's token", () => {
  test.each([
    ["the engine succeeds", ""],
    ["the engine fails", ", ENDS_WITH: '3'"],
  ])("works while the engine runs, and is revoked afterwards if %s", async (_, more) => {
    const { yaml, run, isAlive } = await openAppRun();
    const { agent, report, log } = await runAgent(yaml(more), run);
    const { env, forge } = report();
    const token = env["FORGE_TOKEN"] ?? "";
    expect([agent?.result, forge]).toEqual([more === "" ? "Succeeded" : "Failed", "200"]);
    expect(token.length).toBeGreaterThan(20);
    expect(await isAlive(token)).toBe(false);
    expect(log).toContain("The token was revoked.");
    expect(log).not.toContain(token);
    expect(Object.values(env).join("\n")).not.toContain("PRIVATE KEY");
  });

  test("is revoked after the engine was killed", async () => {
    const { yaml, run, isAlive } = await openAppRun();
    const started = new Map<string, () => void>();
    const { agent, report, log } = await runAgent(yaml(", WAITS: '1'"), {
      ...run,
      onStart: (step, kill) => started.set(step, kill),
      onLine: (line) => {
        if (line.includes("the engine was here")) started.get("Run the agent")?.();
      },
    });
    expect(agent?.result).toBe("Failed");
    const { env, forge } = report();
    expect(forge).toBe("200");
    expect(log).toContain("The token was revoked.");
    expect(await isAlive(env["FORGE_TOKEN"] ?? "")).toBe(false);
  });

  test("is revoked after the job timed out", async () => {
    const { yaml, run, isAlive } = await openAppRun();
    const clocks = new Map<string, JobClock>();
    const limited = yaml(", WAITS: '1'").replace("command:", "timeout-minutes: 7\n  command:");
    const { jobs, report, log } = await runAgent(limited, {
      ...run,
      only: ["Agent", "Detection"],
      onClock: (clock) => clocks.set(clock.job, clock),
      onLine: (line) => {
        if (line.includes("the engine was here")) clocks.get("Agent")?.end();
      },
    });
    expect([...clocks.values()].map(({ job, minutes }) => [job, minutes])).toEqual([["Agent", 7]]);
    expect(jobs.map(({ id, result }) => `${id} ${result}`)).toEqual([
      "Agent Canceled",
      "Detection Skipped",
    ]);
    expect(stepsOf(jobs[0])?.slice(-5)).toEqual([
      "Run the agent: Failed",
      "Revoke the engine's token: Succeeded",
      "Collect the agent's output: Succeeded",
      "echo after the engine: Skipped",
      "Publish the agent's output: Succeeded",
    ]);
    const { env, forge } = report();
    expect(forge).toBe("200");
    expect(log).toContain("The token was revoked.");
    expect(await isAlive(env["FORGE_TOKEN"] ?? "")).toBe(false);
  });
});

test("the time limit of a definition applies to the agent's job only", async () => {
  const clocks: [string, number | undefined][] = [];
  await runAgent("name: probe\nengine: {command: COMMAND, timeout-minutes: 7}", {
    only: ["Agent", "Detection", "SafeOutputs"],
    secrets: { FORGE_TOKEN: "the-operators-token" },
    onClock: ({ job, minutes }) => clocks.push([job, minutes]),
  });
  expect(clocks).toEqual([
    ["Agent", 7],
    ["Detection", undefined],
    ["SafeOutputs", undefined],
  ]);
});

describe("the sandbox of the engines", () => {
  test("passes a provider's key to the provider, but to neither of the engines", async () => {
    const heard: (string | undefined)[] = [];
    const provider = await openSecureServer((asked, reply) => {
      heard.push(asked.headers.authorization);
      reply.writeHead(200).end("{}");
    });
    const yaml = [
      "name: probe",
      "engine:",
      "  command: COMMAND",
      `  provider: {base-url: '${provider.origin}', api-key: $(MODEL_KEY)}`,
      `network: {allowed: ['${provider.origin}']}`,
    ].join("\n");
    const { jobs, report, threatReport, log } = await runAgent(yaml, {
      only: ["Agent", "Detection"],
      secrets: { MODEL_KEY: "the-models-key" },
      env: { NODE_EXTRA_CA_CERTS: provider.certificate },
    });
    expect(jobs.map(({ result }) => result)).toEqual(["Succeeded", "Succeeded"]);
    for (const { env, provider: answered } of [report(), threatReport()]) {
      expect(JSON.stringify(env)).not.toContain("the-models-key");
      expect([env["FORGE_TOKEN"], answered]).toEqual([undefined, "200"]);
    }
    expect(heard).toEqual(["Bearer the-models-key", "Bearer the-models-key"]);
    expect(log).not.toContain("the-models-key");
  });

  test("publishes only the proposals, and no other file is executed outside", async () => {
    const { agent, folder, log } = await runAgent(
      `name: probe
engine: {command: COMMAND, env: {LEAVES: "yes"}}
post-steps: [{bash: git status, displayName: Look}]`,
      { secrets: { FORGE_TOKEN: "the-operators-token" } },
    );
    expect(agent?.result).toBe("Succeeded");
    const published = join(folder, "artifacts/agent_outputs_42/proposals");
    expect(readdirSync(published)).toEqual(["proposals.jsonl"]);
    expect(log).toContain("config of the repository: read-only");
  });
});
