import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { openDefinitions } from "./open-definitions.ts";
import { installProgram } from "./installed-program.ts";

const openRepository = openDefinitions(installProgram());

/** Creates a clone with a remote, and a directory without anything else. */
function openClone(remote: string) {
  const opened = openRepository({});
  const git = (...args: string[]) => execFileSync("git", ["-C", opened.folder, ...args]);
  git("init", "-q");
  git("remote", "add", "origin", remote);
  return opened;
}

/** Runs the command that `new` prints. */
async function compilePrinted({ run }: Pick<ReturnType<typeof openClone>, "run">, out: string) {
  const [, line = ""] = /^\s+gatehouse (compile .*)$/m.exec(out) ?? [];
  return run(line.split(" "));
}

test.each([
  ["https://github.com/acme/agents.git", "copilot"],
  ["git@acme.ghe.com:acme/agents.git", "copilot"],
  ["https://dev.azure.com/acme/agents/_git/agents", "agent-cli"],
])("the remote %s selects the naming convention", async (remote, engine) => {
  const clone = openClone(remote);
  const { out } = await clone.run(["new", "probe"]);
  expect(clone.read("agents/probe.md")).toContain(`id: ${engine}`);
  expect((await compilePrinted(clone, out)).code).toBe(0);
});

test("a naming convention that compile would not detect is stored in the settings", async () => {
  const clone = openClone("https://github.com/acme/agents.git");
  const { out } = await clone.run(["new", "probe"]);
  expect(out).toContain("Created agents/probe.md and gatehouse.json for Azure Pipelines.");
  expect(JSON.parse(clone.read("gatehouse.json"))).toEqual({ brand: "github" });
});

test("with other settings, a chosen naming convention is part of the printed command", async () => {
  const clone = openClone("https://dev.azure.com/acme/agents/_git/agents");
  clone.write("gatehouse.json", '{ "node": "none" }');
  const { out } = await clone.run(["new", "probe", "--brand", "github"]);
  expect(out).toContain("compile --brand github agents/probe.md");
  expect((await compilePrinted(clone, out)).code).toBe(0);
  const otherwise = await clone.run(["compile"]);
  expect(otherwise.code).toBe(2);
  expect(otherwise.out).toContain('"copilot" belongs to the naming convention github');
});

test("compile reports a schedule that never runs on the recorded default branch", async () => {
  const clone = openClone("https://github.com/acme/agents.git");
  const head = ["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/master"];
  execFileSync("git", ["-C", clone.folder, ...head]);
  clone.write("agents/probe.md", "---\nname: probe\non: {schedule: '0 6 * * *'}\n---\nLook.\n");
  const { code, out } = await clone.run(["compile"]);
  expect(code).toBe(0);
  expect(out).toMatch(/this clone records the default branch\s+"master"/);
});
