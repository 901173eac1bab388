import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeClone, openPipelineService } from "../compiler/service/pipeline-service.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const warning =
  "! The value was on the command line, so it is in your shell history and was visible to other";

const pipelines = [
  { id: 7, name: "probe", file: "agents/probe.yml" },
  { id: 8, name: "site", file: "site.yml" },
];

interface Opened {
  readonly remote?: string;
  readonly listed?: Parameters<typeof openPipelineService>[0];
  readonly closed?: readonly string[];
  readonly interrupting?: readonly string[];
}

/** Creates a clone with a definition, with the service's CLI on PATH. */
function openRepository({
  remote,
  listed = pipelines,
  closed = [],
  interrupting = [],
}: Opened = {}) {
  const folder = makeFolder("repository");
  makeClone(folder, remote);
  mkdirSync(join(folder, "agents"));
  writeFileSync(join(folder, "agents/probe.md"), "---\nname: probe\n---\nLook.\n");
  const service = openPipelineService(listed, { closed, interrupting });
  const path = `${service.bin}:${process.env["PATH"] ?? ""}`;
  const set = (args: readonly string[], stdin = "", env: Readonly<Record<string, string>> = {}) =>
    program.run(["secrets", "set", ...args], { cwd: folder, stdin, env: { PATH: path, ...env } });
  return { set, service };
}

test("a value from standard input is stored in the definition's pipeline, and is on no command line", async () => {
  const { set, service } = openRepository();
  const ended = await set(["FORGE_TOKEN"], "the-value-itself\n");
  expect(ended).toMatchObject({ code: 0, err: "" });
  expect(ended.out).toBe(" ✔ FORGE_TOKEN is stored in pipeline probe.\n");
  const { variables, calls } = service.read();
  expect(variables["pipeline 7"]).toEqual({ FORGE_TOKEN: "the-value-itself" });
  expect(variables["pipeline 8"]).toBeUndefined();
  expect(JSON.stringify(calls)).not.toContain("the-value-itself");
});

test("a key keeps its line breaks, and an existing name is replaced regardless of case", async () => {
  const { set, service } = openRepository();
  const pem = "-----BEGIN KEY-----\nabc\n-----END KEY-----\n";
  await set(["APP_KEY"], "old");
  const { out } = await set(["app_key", "--pipeline", "probe"], pem);
  expect(out).toContain("replaced an existing value in pipeline probe");
  expect(service.read().variables["pipeline 7"]).toEqual({ APP_KEY: pem.trimEnd() });
});

test("a secret is stored in the definition's own pipelines, but not in other pipelines of the clone", async () => {
  const listed = [...pipelines, { id: 9, name: "second", file: "agents/second.yml" }];
  const { set, service } = openRepository({ listed });
  const { code, out } = await set(["FORGE_TOKEN", "--definition", "agents/second.md"], "value");
  expect({ code, out }).toEqual({ code: 0, out: " ✔ FORGE_TOKEN is stored in pipeline second.\n" });
  expect(Object.keys(service.read().variables)).toEqual(["pipeline 9"]);
  const both = await set(["A", "--definition", "agents/probe.md", "--group", "3"], "value");
  expect(both).toMatchObject({ code: 2 });
  expect(both.err).toContain("✖ --definition cannot be used with --pipeline or --group.");
});

test("a value on the command line is accepted with a warning on standard error, without the value", async () => {
  const { set, service } = openRepository();
  const { code, out, err } = await set(["MODEL_KEY", "the-value-itself", "--group", "3", "--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ name: "MODEL_KEY" });
  expect(err).toContain(warning);
  expect(out + err).not.toContain("the-value-itself");
  expect(service.read().variables["group 3"]).toEqual({ MODEL_KEY: "the-value-itself" });
});

test("the warning names the command that reads the value from standard input", async () => {
  const { set, service } = openRepository();
  const { err } = await set(["MODEL_KEY", "the-value-itself", "--group", "3"]);
  const [, words = ""] = /^ +gatehouse secrets set (.*) < FILE$/m.exec(err) ?? [];
  expect(words).toBe("MODEL_KEY --group 3");
  expect(await set(words.split(" "), "another value\n")).toMatchObject({ code: 0, err: "" });
  expect(service.read().variables["group 3"]).toEqual({ MODEL_KEY: "another value" });
});

test("a value on the command line is reported even if it cannot be stored", async () => {
  const { set } = openRepository();
  const { code, err } = await set(["MODEL_KEY", "the-value-itself", "--pipeline", "nowhere"]);
  expect(code).not.toBe(0);
  expect(err).toContain(warning);
});

test.each([
  [["A B"], "x", 2, "✖ Invalid variable name: use letters, digits and . _ -."],
  [["A"], "", 2, "The value is empty."],
  [
    ["A", "--pipeline", "x", "--group", "3"],
    "x",
    2,
    "✖ --pipeline and --group cannot be used together.",
  ],
  [["A", "--group=-h"], "x", 2, "✖ --group must be the ID of a variable group, which is a number."],
  [["A"], "a\0b", 2, "✖ The value contains a NUL character, which variables cannot store."],
  [["A", "--pipelin=the-value-itself"], "x", 2, "Did you mean --pipeline?"],
  [["A", "-the-value-itself"], "x", 2, "│"],
  [
    ["A", "--pipeline", "nobody"],
    "x",
    5,
    '✖ Pipeline not found: "nobody". Available: probe, site.',
  ],
])("%j is refused", async (args, stdin, code, message) => {
  const { set } = openRepository();
  const ended = await set(args, stdin);
  expect(ended.code).toBe(code);
  expect(ended.err).toContain(message);
  expect(ended.out + ended.err).not.toContain("the-value-itself");
});

test.each([
  ["the only pipeline", [], ""],
  ["the second of two", [{ id: 9, name: "second", file: "agents/probe.yml" }], "pipeline probe"],
])(
  "if stopped while it stores in %s, it reports that the result is unknown",
  async (_, more, kept) => {
    const interrupting = [more.length > 0 ? "pipeline 9" : "pipeline 7"];
    const { set, service } = openRepository({ listed: [...pipelines, ...more], interrupting });
    const { code, out, err } = await set(["FORGE_TOKEN"], "value");
    const location = more.length > 0 ? "second" : "probe";
    expect(code).toBe(130);
    expect(err).toContain(`It is unknown whether FORGE_TOKEN is stored in pipeline ${location}.`);
    expect(err).not.toMatch(/not stored/i);
    expect(out).toContain(kept);
    // The service has stored it.
    expect(service.read().variables[interrupting[0] ?? ""]).toEqual({ FORGE_TOKEN: "value" });
  },
);

test("without the service's CLI, the error states what to install", async () => {
  const { set } = openRepository();
  const ended = await set(["A"], "x", { PATH: "/nonexistent" });
  expect(ended.code).toBe(5);
  expect(ended.err).toContain("✖ The Azure CLI (az) is not installed.");
});

const pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----";

test.each([
  [["APP_KEY", pem]],
  [["APP_KEY", pem, "--pipeline", "probe"]],
  [["--pipeline=7", "APP_KEY", pem]],
  [["--pipeline=7", "--", "APP_KEY", pem]],
])("a key on the command line is accepted although it begins with dashes: %#", async (args) => {
  const { set, service } = openRepository();
  const { code, out, err } = await set(args);
  expect(code).toBe(0);
  expect(err).toContain(warning);
  expect(out + err).not.toContain("MIIEabc");
  expect(service.read().variables["pipeline 7"]).toEqual({ APP_KEY: pem });
});

test("pipelines of the same file in another repository do not get the secret", async () => {
  const other = "https://dev.azure.com/acme/agents/_git/other";
  const { set, service } = openRepository({
    listed: [...pipelines, { id: 9, name: "fork", file: "agents/probe.yml", repository: other }],
  });
  expect((await set(["A"], "x")).code).toBe(0);
  expect(Object.keys(service.read().variables)).not.toContain("pipeline 9");
  const alone = openRepository({
    listed: [{ id: 9, name: "fork", file: "agents/probe.yml", repository: other }],
  });
  const ended = await alone.set(["A"], "x");
  expect(ended.code).toBe(5);
  expect(ended.err).toContain("fork (9) of dev.azure.com/acme/agents/_git/other");
  expect(alone.service.read().variables).toEqual({});
});

test.each([
  "https://someone@dev.azure.com/acme/agents/_git/agents",
  "git@ssh.dev.azure.com:v3/acme/agents/agents",
  "https://acme.visualstudio.com/DefaultCollection/agents/_git/agents",
  "https://acme.visualstudio.com/_git/agents",
  "acme@vs-ssh.visualstudio.com:v3/acme/agents/agents",
])("a repository is recognized by every form of its clone URL: %s", async (remote) => {
  const { set, service } = openRepository({ remote });
  await set(["A"], "x");
  expect(Object.keys(service.read().variables)).toContain("pipeline 7");
});

test("a number selects a pipeline by ID, and an ambiguous name prompts for a choice", async () => {
  const { set, service } = openRepository({
    listed: [
      { id: 1, name: "site", file: "a.yml" },
      { id: 2, name: "1", file: "b.yml" },
      { id: 3, name: "site", file: "c.yml", folder: "\\team" },
    ],
  });
  await set(["A", "--pipeline", "1"], "x");
  expect(service.read().variables).toEqual({ "pipeline 1": { A: "x" } });
  const { code, err } = await set(["B", "--pipeline", "site"], "x");
  expect(code).toBe(5);
  expect(err).toContain('2 pipelines are named "site": 1 in \\, 3 in \\team.');
  expect(err).toContain("--pipeline 1 or --pipeline 3");
});

test("if a second pipeline rejects the secret, the pipelines that store it are reported", async () => {
  const { set } = openRepository({
    listed: [7, 8, 9].map((id) => ({ id, name: `probe-${id}`, file: "agents/probe.yml" })),
    closed: ["pipeline 8"],
  });
  const { code, out, err } = await set(["A"], "x");
  expect(code).toBe(5);
  expect(out).toBe(" ✔ A is stored in pipeline probe-7.\n");
  expect(err).toContain("Could not store the secret in pipeline probe-8, pipeline probe-9");
});

test("az receives only its sign-in and CA variables from the environment", async () => {
  const { set, service } = openRepository();
  const own = {
    AZURE_DEVOPS_EXT_PAT: "the-own-token",
    AZURE_CONFIG_DIR: "/config",
    AZURE_EXTENSION_DIR: "/extensions",
    REQUESTS_CA_BUNDLE: "/ca.pem",
  };
  const { code } = await set(["A", "--group", "3"], "x", {
    ...own,
    FORGE_TOKEN: "t",
    AZURE_X: "x",
  });
  expect(code).toBe(0);
  expect(service.read().environments[0]).toEqual(own);
});
