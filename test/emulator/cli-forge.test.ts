import { afterEach, beforeEach, expect, test } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/emulator.ts";
import { runCli } from "./cli-bench.ts";

let forge: Emulator;

beforeEach(async () => {
  forge = await startEmulator();
});

afterEach(() => forge.close());

const run = (argv: string[], stdin?: string) =>
  runCli(argv, {
    ...(stdin !== undefined && { stdin }),
    env: { FORGE_CONFIG_DIR: forge.cliConfigDir },
  });

test("the CLI is logged in to the embedded forge", async () => {
  const status = await run(["auth", "status"]);
  expect(status).toMatchObject({ code: 0, stderr: "" });
  expect(status.stdout).toContain("account mona");
  expect(status.stdout).toContain("'repo'");
  expect((await run(["auth", "token"])).stdout).toBe(`${forge.userToken.reveal()}\n`);
});

test("a variable is created, changed, listed and deleted", async () => {
  const at = ["--repo", "acme/control"];
  expect((await run(["variable", "set", "CP_ID", ...at, "--body", "one"])).stdout).toContain(
    "Created",
  );
  expect((await run(["variable", "set", "CP_ID", ...at, "--body", "two"])).stdout).toContain(
    "Updated",
  );
  expect((await run(["variable", "list", ...at])).stdout).toMatch(/^CP_ID\ttwo\t/);
  expect((await run(["variable", "delete", "CP_ID", ...at])).code).toBe(0);
  const gone = await run(["variable", "get", "CP_ID", ...at]);
  expect(gone.stderr).toMatch(/^HTTP 404: Not Found \(http:/);
});

test("a secret is stored in a repository, and in an environment once the environment exists", async () => {
  const at = ["--repo", "acme/control"];
  expect(await run(["secret", "set", "CP_KEY", ...at], "value\n")).toMatchObject({ code: 0 });
  expect((await run(["secret", "list", ...at])).stdout).toMatch(/^CP_KEY\t/);

  const inEnvironment = ["secret", "set", "CP_TOKEN", "--env", "control", ...at];
  const early = await run(inEnvironment, "value");
  expect(early.stderr).toContain("failed to fetch public key: HTTP 404");
  await run(["api", "-X", "PUT", "repos/acme/control/environments/control", "--silent"]);
  expect(await run(inEnvironment, "value")).toMatchObject({ code: 0, stderr: "" });
});

test("repo view and api read the repositories visible to the user", async () => {
  expect((await run(["repo", "view", "acme/infra"])).stdout).toContain("visibility:\tinternal");
  const listed = await run(["api", "--paginate", "user/repos?per_page=2"]);
  const names = (JSON.parse(listed.stdout) as { full_name: string }[]).map((one) => one.full_name);
  expect(names).toContain("acme/control");
  expect(names.length).toBeGreaterThan(2);
});

test("a workflow uses the secrets that the CLI stored, and does not print them", async () => {
  const workflow = `
on: workflow_dispatch
jobs:
  check:
    runs-on: linux
    steps:
      - name: look
        env: { KEY: "\${{ secrets.CP_KEY }}", API: "\${{ forge.api_url }}", TOKEN: "\${{ forge.token }}" }
        shell: node {0}
        run: |
          const { KEY, API, TOKEN } = process.env;
          fetch(API + "/repos/acme/control", { headers: { authorization: "Bearer " + TOKEN } })
            .then((answer) => console.log("lines " + KEY.split("\\n").length, KEY, answer.status));
`;
  await run(["secret", "set", "CP_KEY", "-R", "acme/control"], "first-line\nsecond-line\n");
  const content = Buffer.from(workflow).toString("base64");
  const put = ["api", "-X", "PUT", "repos/acme/control/contents/.github/workflows/check.yml"];
  await run([...put, "--silent", "-f", "message=Add", "-f", `content=${content}`]);
  const workflowPath = "repos/acme/control/actions/workflows/check.yml";
  const dispatched = await run(["api", `${workflowPath}/dispatches`, "-f", "ref=main"]);
  expect(dispatched).toMatchObject({ code: 0, stderr: "" });

  const finished = await expect
    .poll(async () => (await run(["api", `${workflowPath}/runs`])).stdout)
    .toContain('"conclusion":"success"')
    .then(() => run(["api", `${workflowPath}/runs`]));
  const [first] = (JSON.parse(finished.stdout) as { workflow_runs: { id: number }[] })
    .workflow_runs;
  const jobs = await run(["api", `repos/acme/control/actions/runs/${first?.id}/jobs`]);
  const [job] = (JSON.parse(jobs.stdout) as { jobs: { id: number }[] }).jobs;
  const log = await run(["api", `repos/acme/control/actions/jobs/${job?.id}/logs`]);
  expect(log.stdout).toContain("lines 2 ***");
  expect(log.stdout).toContain("*** 200");
  expect(log.stdout).not.toMatch(/first-line|second-line/);
});
