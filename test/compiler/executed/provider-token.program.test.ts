import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { runAgent, stepsOf } from "./run-agent.ts";
import { openSecureServer } from "./secure-front.ts";

/** Writes the cloud's CLI of a test: each call prints the next token. */
function writeCloud(tokens: readonly string[]) {
  const folder = makeFolder("cloud");
  const bin = join(folder, "bin");
  mkdirSync(bin);
  for (const [index, token] of tokens.entries()) writeFileSync(join(folder, `${index}`), token);
  const script = [
    "#!/bin/bash",
    `cd '${folder}'`,
    "number=$(grep -c . calls 2>/dev/null)",
    "printf '%s\\n' \"$*\" >> calls",
    'cat "${number:-0}"',
    "",
  ];
  writeFileSync(join(bin, "az"), script.join("\n"), { mode: 0o755 });
  return { bin, calls: join(folder, "calls") };
}

const fetching = "Fetch the provider's token";

/** @param expired tokens that the provider no longer accepts */
async function runWithCloud(tokens: readonly string[], expired: readonly string[] = []) {
  const heard: (string | undefined)[] = [];
  const provider = await openSecureServer((asked, reply) => {
    const { authorization = "" } = asked.headers;
    heard.push(authorization);
    const isExpired = expired.some((each) => authorization === `Bearer ${each}`);
    reply.writeHead(isExpired ? 401 : 200).end("{}");
  });
  const cloud = writeCloud(tokens);
  const lines: string[] = [];
  const yaml = [
    "name: probe",
    "engine:",
    "  command: COMMAND",
    `  provider: {base-url: '${provider.origin}', type: cloud, token: {service-connection: my conn}}`,
    `network: {allowed: ['${provider.origin}']}`,
  ].join("\n");
  const ran = await runAgent(yaml, {
    only: ["Agent", "Detection"],
    path: [cloud.bin],
    env: { NODE_EXTRA_CA_CERTS: provider.certificate },
    onLine: (line) => lines.push(line),
  });
  return { ...ran, heard, lines, cloud };
}

describe("a provider's token", () => {
  test("is fetched in both jobs right before the engine, which never sees it", async () => {
    const tokens = ["eyJ0eXAi.agent-1_x~+/=", "eyJ0eXAi.detection-2"];
    const { jobs, heard, report, threatReport, log, lines } = await runWithCloud(
      tokens.map((token) => `${token}\n`),
    );
    const [agent, detection] = jobs.map(stepsOf);
    expect(agent?.slice(-5)).toEqual([
      `${fetching}: Succeeded`,
      "Run the agent: Succeeded",
      "Clear the engine's credentials: Succeeded",
      "Collect the agent's output: Succeeded",
      "Publish the agent's output: Succeeded",
    ]);
    expect(detection?.slice(-4)).toEqual([
      `${fetching}: Succeeded`,
      "Run the safety check: Succeeded",
      "Clear the engine's credentials: Succeeded",
      "Validate the proposals: Succeeded",
    ]);
    expect(heard).toEqual(tokens.map((token) => `Bearer ${token}`));
    const seen = JSON.stringify([report(), threatReport()]);
    for (const token of tokens) {
      expect(seen).not.toContain(token);
      expect(log).not.toContain(token);
      // The only line with the token is the one that masks it.
      expect(lines.filter((line) => line.includes(token))).toEqual([
        `##vso[task.setvariable variable=AW_PROVIDER_BEARER_TOKEN;issecret=true]${token}`,
      ]);
    }
    expect([report().provider, threatReport().provider]).toEqual(["200", "200"]);
  });

  test("that expired before the engine started is reported to the engine, and not renewed", async () => {
    const [old, current] = ["eyJ0eXAi.old-1", "eyJ0eXAi.current-2"];
    const { agent, heard, report, threatReport, log, cloud } = await runWithCloud(
      [`${old}\n`, `${current}\n`],
      [old],
    );
    expect([report().provider, threatReport().provider]).toEqual(["401", "200"]);
    expect(heard).toEqual([`Bearer ${old}`, `Bearer ${current}`]);
    expect(readFileSync(cloud.calls, "utf8").trim().split("\n")).toHaveLength(2);
    expect(stepsOf(agent)).toContain("Run the agent: Succeeded");
    expect(JSON.stringify([report(), log])).not.toContain(old);
  });

  test.each([
    ["the CLI prints nothing", ""],
    ["the CLI prints an empty line", "\n"],
    ["the CLI prints an invalid token", "abc]##vso[task.setvariable variable=PATH]x\n"],
  ])("is refused if %s, and no engine runs", async (_, text) => {
    const { agent, heard, log } = await runWithCloud([text]);
    expect(stepsOf(agent)?.slice(-5)).toEqual([
      `${fetching}: Failed`,
      "Run the agent: Skipped",
      "Clear the engine's credentials: Succeeded",
      "Collect the agent's output: Succeeded",
      "Publish the agent's output: Succeeded",
    ]);
    expect(log).toContain("The Azure CLI returned no access token.");
    expect(log).not.toMatch(/AW_PROVIDER_BEARER_TOKEN;issecret=true\]./);
    expect(heard).toEqual([]);
  });
});

describe("the step that prepares the sidecar", () => {
  test.each([
    ["exists in the registry", "exit 0", "Succeeded", "docker has the image tools:1."],
    ["does not exist", "echo 'no such image' >&2; exit 1", "Failed", "no such image"],
  ])("fetches a named image, and reports if it %s", async (_, answer, result, says) => {
    const folder = makeFolder("docker");
    const calls = join(folder, "calls");
    const script = `#!/bin/sh\necho "$*" >> '${calls}'\n${answer}\n`;
    writeFileSync(join(folder, "docker"), script, { mode: 0o755 });
    const pull = "gatehouse firewall pull --enable-api-proxy --runtime docker --image tools:1";
    const env = "AGENT_PROVIDER_BASE_URL: 'https://models.example', AGENT_PROVIDER_API_KEY: none";
    const step = `{bash: ${pull}, displayName: Pull, env: {${env}}}`;
    const yaml = `name: probe\nengine: {command: COMMAND}\nsteps: [${step}]`;
    const { agent } = await runAgent(yaml, { path: [folder] });
    const pulled = agent?.steps.find(({ name }) => name === "Pull");
    expect(pulled?.result).toBe(result);
    expect(pulled?.log).toContain(says);
    expect(readFileSync(calls, "utf8")).toBe("pull tools:1\n");
  });

  test("verifies that the runtime and the sidecar work, without a credential", async () => {
    const { jobs } = await runWithCloud(["one\n", "two\n"]);
    for (const { steps } of jobs) {
      const names = steps.map(({ name }) => name);
      expect(names.indexOf("Prepare the sidecar")).toBeLessThan(names.indexOf(fetching));
      const log = steps.find(({ name }) => name === "Prepare the sidecar")?.log;
      expect(log).toMatch(/can start a container; no image is needed\./);
      expect(log).toMatch(/The sidecar would connect to 127\.0\.0\.1:\d+\./);
    }
  });
});
