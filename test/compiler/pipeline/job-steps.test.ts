import { expect, test } from "vitest";
import type { BashStep, Job, Step } from "../../../src/compiler/pipeline/pipeline.ts";
import { compileText } from "./compile-text.ts";
import { definitions } from "./definitions.ts";

const yamlOf = new Map(definitions);

function jobsOf(what: string): readonly Job[] {
  return compileText(yamlOf.get(what) ?? what).pipeline.jobs;
}

function jobOf(what: string, id: string): Job {
  const job = jobsOf(what).find((each) => each.id === id);
  if (!job) throw new Error(`${what} has no ${id}`);
  return job;
}

/** Returns the name of a step, and its condition if it does not just run after a success. */
function report(step: Step): string {
  if (step.kind === "checkout") return `checkout ${step.repository}`;
  if (step.kind === "author") return "the author's";
  const { displayName, condition, continueOnError } = step;
  return [displayName, condition, ...(continueOnError ? ["continues"] : [])]
    .filter((word) => word !== undefined)
    .join(" | ");
}

const stepsOf = (what: string, job: string) => jobOf(what, job).steps.map(report);

/** Returns the firewall options of the step that runs the engine, without mounts. */
function optionsOf(what: string, job: string): readonly string[] {
  const script = jobOf(what, job)
    .steps.filter((step): step is BashStep => step.kind === "bash")
    .map((step) => step.script)
    .find((text) => text.includes("gatehouse firewall --"));
  const [line = ""] = /gatehouse firewall .*? -- /.exec(script ?? "") ?? [];
  return line.match(/--(?!(?:env|mount|proxy-logs-dir) )[a-z-]+(?: (?!-)(?:"[^"]*"|\S+))?/g) ?? [];
}

const begin = [
  "checkout self",
  "Install Node 22.x",
  "Install gatehouse",
  "Install agent-cli 1.0.47",
];
const left = ["Collect the agent's output | always()", "Publish the agent's output | always()"];
const mintApp = "Mint the engine's token (App 5 of acme) | succeeded()";
const revoke = "Revoke the engine's token | always() | continues";
const forget = "Clear the engine's credentials | always()";

test.each([
  ["the smallest", [], []],
  ["an App", [mintApp], [revoke]],
  ["an App whose token stays", [mintApp], [forget]],
  ["a key", [], []],
  ["a cloud's token", ["Fetch the provider's token"], [forget]],
])(
  "with %s, credential steps run directly before and after each engine step",
  (what, before, after) => {
    const sidecar = what === "a key" || what === "a cloud's token" ? ["Prepare the sidecar"] : [];
    expect(stepsOf(what, "Agent")).toEqual([
      ...begin,
      ...sidecar,
      "Write the prompt",
      ...before,
      "Run the agent",
      ...after,
      ...left,
    ]);
    expect(stepsOf(what, "Detection")).toEqual([
      ...begin,
      ...sidecar,
      "Download the agent's output",
      "Write the prompt",
      ...before,
      "Run the safety check",
      ...after,
      "Validate the proposals",
    ]);
  },
);

test("an author's steps run before minting or after revocation, and a provider token is fetched last", () => {
  const mints = [
    "Mint the engine's token (App 1234567 of octo-org) | succeeded()",
    "Fetch the provider's token",
  ];
  expect(stepsOf("all that there is", "Agent")).toEqual([
    "checkout self",
    "checkout tools",
    ...begin.slice(1),
    "Prepare the sidecar",
    "the author's",
    "Write the prompt",
    ...mints,
    "Run the agent",
    revoke,
    forget,
    ...left.slice(0, 1),
    "the author's",
    ...left.slice(1),
  ]);
});

test("a custom program is not installed, and the time limit applies to the agent only", () => {
  const what = "a program of one's own";
  expect(stepsOf(what, "Agent")).not.toContain(begin[3]);
  expect(jobsOf(what).map(({ id, timeoutInMinutes }) => [id, timeoutInMinutes])).toEqual([
    ["Agent", 5],
    ["Detection", undefined],
    ["SafeOutputs", undefined],
  ]);
});

test.each(["Agent", "Detection"])("the %s job has the expected firewall options", (job) => {
  expect(optionsOf("a key", job)).toEqual([
    '--allow-domains "m.example"',
    "--enable-api-proxy",
    "--env-all",
    "--exclude-env AGENT_PROVIDER_API_KEY",
    "--exclude-env AGENT_PROVIDER_BASE_URL",
  ]);
  expect(optionsOf("all that there is", job)).toEqual([
    '--allow-domains "a.example,api.acme.example,models.example.com"',
    '--block-domains "x.a.example"',
    "--ssl-bump",
    '--allow-urls "https://b.example/x/**"',
    "--enable-api-proxy",
    "--env-all",
    "--exclude-env AGENT_PROVIDER_API_KEY",
    "--exclude-env AGENT_PROVIDER_BASE_URL",
    "--exclude-env AGENT_PROVIDER_BEARER_TOKEN",
    "--exclude-env AW_PROVIDER_BEARER_TOKEN",
  ]);
  expect(optionsOf("an App", job)).not.toContain("--enable-api-proxy");
});

const safe = "eq(dependencies.Detection.outputs['threatAnalysis.SafeToProcess'], 'true')";
const forReview =
  "eq(dependencies.Detection.outputs['threatAnalysis.HasReviewedProposals'], 'true')";

test("each job waits for the jobs before it, and has the expected condition", () => {
  const text = jobsOf("all that there is").map(({ id, dependsOn, condition }) => [
    id,
    dependsOn,
    condition,
  ]);
  const done = "'Succeeded', 'SucceededWithIssues'";
  expect(text).toEqual([
    ["Setup", [], undefined],
    ["Agent", ["Setup"], undefined],
    ["Detection", ["Agent"], undefined],
    ["SafeOutputs", ["Agent", "Detection"], `and(succeeded(), ${safe})`],
    ["ManualReview", ["Agent", "Detection"], `and(succeeded(), ${safe}, ${forReview})`],
    ["SafeOutputs_Reviewed", ["Agent", "Detection", "ManualReview"], `and(succeeded(), ${safe})`],
    [
      "Teardown",
      ["SafeOutputs", "SafeOutputs_Reviewed"],
      `and(not(canceled()), in(dependencies.SafeOutputs.result, ${done}), in(dependencies.SafeOutputs_Reviewed.result, ${done}, 'Skipped'))`,
    ],
    [
      "Conclusion",
      ["Agent", "Detection", "SafeOutputs", "SafeOutputs_Reviewed", "Teardown"],
      "and(always(), not(canceled()))",
    ],
  ]);
});

test("if all outputs need review, the only job that applies outputs waits for the review", () => {
  const text = jobsOf("approval of all").map(({ id, dependsOn }) => [id, dependsOn]);
  expect(text).toContainEqual(["SafeOutputs", ["Agent", "Detection", "ManualReview"]]);
  expect(
    jobOf(
      "name: probe\nsafe-outputs: {issue: {require-approval: true}}\nteardown: [{script: x}]",
      "Teardown",
    ),
  ).toMatchObject({
    // Without an approval, the job that applies outputs is skipped.
    dependsOn: ["Detection", "SafeOutputs"],
    condition: `and(not(canceled()), ${safe}, in(dependencies.SafeOutputs.result, 'Succeeded', 'SucceededWithIssues', 'Skipped'))`,
  });
});

test("proposals are applied on the server of the engine's App", () => {
  const app =
    "engine: {forge-app-token: {app-id: 5, owner: acme, api-url: 'https://ghe.example.com/api/v3'}}";
  const { text } = compileText(`name: probe\n${app}\nsafe-outputs: {issue: {}}`);
  expect(text).toMatch(/gatehouse outputs apply .* --api-url https:\/\/ghe\.example\.com\/api\/v3/);
});

test("jobs with a secret have a read-only BASH_ENV, so no step can change how later steps start", () => {
  const sealed = jobsOf("all that there is").filter((job) => job.sealed?.includes("BASH_ENV"));
  expect(sealed.map(({ id }) => id)).toEqual([
    "Agent",
    "Detection",
    "SafeOutputs",
    "SafeOutputs_Reviewed",
  ]);
  const { text } = compileText("name: probe");
  for (const name of ["BASH_ENV", "LD_PRELOAD", "PS4"])
    expect(text).toContain(`  - name: ${name}\n    value: ''\n    readonly: true\n`);
});

test("a push to an agent's own branch starts nothing, unless the author includes the branch", () => {
  const push = (filter: string) => compileText(`name: probe\non: {push: ${filter}}`).text;
  expect(push("{}")).toContain("    include:\n    - '*'\n    exclude:\n    - 'agent/*'\n");
  expect(push("{branches: ['*']}")).not.toContain("agent/*");
  const others = "    - 'release/*'\n    - 'agent/*'\n";
  expect(push("{branches: {exclude: ['release/*']}}")).toContain(others);
  expect(push("{branches: {include: ['*'], exclude: ['release/*']}}")).not.toContain("agent/*");
  expect(push("{paths: {exclude: ['docs/*']}}").match(/agent\/\*/g)).toHaveLength(1);
  const schedule = "schedule: [{cron: '0 3 * * *', branches: {exclude: [main]}}]";
  expect(compileText(`name: probe\non: {${schedule}}`).text).toContain("    - 'agent/*'\n");
});

test("the workers of a definition are passed to every command that checks or applies proposals", () => {
  const yaml = `name: probe
safe-outputs: {issue: {require-approval: true}, dispatch: {workers: [a.yml, b.lock.yml]}}`;
  const commands = compileText(yaml)
    .text.split("\n")
    .filter((line) => /gatehouse outputs (check|apply)/.test(line))
    .map((line) => [/check|apply/.exec(line)?.[0], line.match(/--(max|worker) \S+/g)?.join(" ")]);
  expect(commands).toEqual([
    ["check", "--max issue=1 --max dispatch=1 --worker a.yml --worker b.lock.yml"],
    ["apply", "--max dispatch=1 --worker a.yml --worker b.lock.yml"],
    ["apply", "--max issue=1"],
  ]);
});
