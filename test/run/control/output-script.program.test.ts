import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { outputJobLines } from "../../../src/run/control/output-jobs.ts";
import { brands } from "../../../src/forge/brand.ts";
import { runToEnd } from "../../commands/installed-program.ts";
import { openServer } from "../../forge/forge-bench.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { somePin } from "../../plane/control-plane-bench.ts";
import { choices } from "./shared-control-bench.ts";

type Jobs = Readonly<Record<string, { steps: { name: string; run: string }[] }>>;

/** Applies an output of this kind with the agent's request and the target of the dispatch. */
async function applyProposal(kind: string, items: readonly object[], repository: string) {
  const plan = { environment: "control-plane", pin: somePin, brand: brands.forge };
  const choice = choices.pat;
  const lines = outputJobLines({ ...plan, choice, outputs: "named repository" });
  const jobs = parse(lines.join("\n")) as Jobs;
  const script = jobs[kind]?.steps.find(({ name }) => name === "Write the output")?.run ?? "";
  const forge = await openServer((_, response) => void response.writeHead(201).end("{}"));
  const file = join(makeFolder("outputs"), "outputs.json");
  await writeFile(file, JSON.stringify({ items }));
  const env = {
    PATH: process.env["PATH"] ?? "",
    FORGE_API_URL: forge.origin,
    FORGE_AGENT_OUTPUT: file,
    FORGE_CLI_TOKEN: "token-of-the-step",
    OUTPUT_REPOSITORY: repository,
  };
  const ended = await runToEnd("/bin/bash", ["-c", script], { env });
  return { ...ended, asked: forge.heard.map(({ method, path }) => `${method} ${path}`) };
}

const issue = { type: "control_issue", title: "A finding", body: "text" };
const comment = { type: "control_comment", number: "7", body: "text" };

test.each([
  ["control-issue", issue, "POST /repos/acme/.github/issues"],
  ["control-comment", comment, "POST /repos/acme/.github/issues/7/comments"],
])("%s is written once, to the named repository", async (kind, item, asked) => {
  const others = [issue, comment].filter((other) => other !== item);
  const done = await applyProposal(kind, [item, ...others], "acme/.github");
  expect(done).toMatchObject({ code: 0, asked: [asked] });
});

test.each([
  "acme/api/../../user",
  "acme/..",
  "acme/.",
  "acme/api?x=",
  "acme/api#",
  "acme/api/issues/1/comments?",
  "../acme/api",
  "acme%2Fapi",
  "acme/api\n",
  "",
])("no request is sent if the dispatch names the repository %j", async (repository) => {
  const done = await applyProposal("control-issue", [issue], repository);
  expect(done).toMatchObject({ code: 1, asked: [] });
  expect(done.err).toContain("Error: OUTPUT_REPOSITORY is not a valid repository name.");
});

test.each([
  ["7/../../../user", "NaN"],
  ["1e400", "Infinity"],
])("the comment number %s cannot change the request path", async (number, as) => {
  const done = await applyProposal("control-comment", [{ ...comment, number }], "acme/api");
  expect(done.asked).toEqual([`POST /repos/acme/api/issues/${as}/comments`]);
});

test("two outputs of one kind are rejected, and neither is written", async () => {
  const done = await applyProposal("control-issue", [issue, issue], "acme/api");
  expect(done).toMatchObject({ code: 1, asked: [] });
});
