import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPipelineService } from "../compiler/service/pipeline-service.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const pipelines = [
  { id: 7, name: "probe", file: "agents/probe.yml" },
  { id: 8, name: "site", file: "site.yml" },
];

/** A repository with a definition, and the service's CLI on PATH. */
function openRepository() {
  const folder = makeFolder("repository");
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "agents"));
  writeFileSync(join(folder, "agents/probe.md"), "---\nname: probe\n---\nLook.\n");
  const service = openPipelineService(pipelines);
  const path = `${service.bin}:${process.env["PATH"] ?? ""}`;
  const set = (args: readonly string[], stdin = "", env = { PATH: path }) =>
    program.run(["secrets", "set", ...args], { cwd: folder, stdin, env });
  return { set, service };
}

test("a value from standard input goes to the pipeline of the definition, and to nobody's command line", async () => {
  const { set, service } = openRepository();
  const ended = await set(["FORGE_TOKEN"], "the-value-itself\n");
  expect(ended).toMatchObject({ code: 0, err: "" });
  expect(ended.out).toBe(" ✔ FORGE_TOKEN is stored in pipeline probe.\n");
  const { variables, calls } = service.read();
  expect(variables["pipeline 7"]).toEqual({ FORGE_TOKEN: "the-value-itself" });
  expect(variables["pipeline 8"]).toBeUndefined();
  expect(JSON.stringify(calls)).not.toContain("the-value-itself");
});

test("a key keeps its lines, and a name that is there is replaced in whatever case", async () => {
  const { set, service } = openRepository();
  const pem = "-----BEGIN KEY-----\nabc\n-----END KEY-----\n";
  await set(["APP_KEY"], "old");
  const { out } = await set(["app_key", "--pipeline", "probe"], pem);
  expect(out).toContain("took the place of another in pipeline probe");
  expect(service.read().variables["pipeline 7"]).toEqual({ APP_KEY: pem.trimEnd() });
});

test("a value on the command line works, and is warned of without being said", async () => {
  const { set, service } = openRepository();
  const { code, out } = await set(["MODEL_KEY", "the-value-itself", "--group", "3"]);
  expect(code).toBe(0);
  expect(out).toContain("Its value stood on the command line");
  expect(out).not.toContain("the-value-itself");
  expect(service.read().variables["group 3"]).toEqual({ MODEL_KEY: "the-value-itself" });
});

test.each([
  [["A B"], "x", 2, "That is no name of a variable"],
  [["A"], "", 2, "The value is empty."],
  [["A", "--pipeline", "x", "--group", "3"], "x", 2, "exclude each other"],
  [["A", "--pipeline", "nobody"], "x", 5, 'There is no pipeline "nobody"; there are: probe, site.'],
])("%j is refused", async (args, stdin, code, message) => {
  const { set } = openRepository();
  const ended = await set(args, stdin);
  expect(ended.code).toBe(code);
  expect(ended.err).toContain(message);
});

test("without the service's CLI it says what to install", async () => {
  const { set } = openRepository();
  const ended = await set(["A"], "x", { PATH: "/nonexistent" });
  expect(ended.code).toBe(5);
  expect(ended.err).toContain("az, is not installed");
});
