import { expect, test } from "vitest";
import { runScript } from "../../../emulator/runner/run-script.ts";
import { openControlPlane, someSettings } from "../control-plane-bench.ts";

const everything = ["acme/control", "acme/api", "acme/infra"];

test("the read App's token reads every repository of its installation, and lists their workflows", async () => {
  const plane = await openControlPlane();
  await plane.addApp("read", everything);
  const { reports } = await plane.prove(["read-app"]);
  expect(reports.read?.discovery).toEqual({
    asked: 3,
    read: 3,
    hidden: 3,
    workflowsAsked: 3,
    workflowsListed: 3,
    refusals: [],
  });
});

test("runs only the requested jobs", async () => {
  const plane = await openControlPlane();
  await plane.addApp("read", everything);
  await plane.addApp("write", ["acme/control"]);
  const { runLink, reports, tokens } = await plane.prove(["write-app"]);
  expect([Object.keys(reports), tokens]).toEqual([["write"], {}]);
  const path = `/repos/acme/control/actions/runs/${runLink.split("/").at(-1)}/jobs`;
  const { json } = await plane.rest("GET", path);
  const jobs = json.jobs.map((job: { name: string; conclusion: string }) => [
    job.name,
    job.conclusion,
  ]);
  expect(Object.fromEntries(jobs)).toEqual({
    "read-app": "skipped",
    "write-app": "success",
    pat: "skipped",
    "workflow-token": "skipped",
  });
});

test("a PAT is tested in its environment on every repository in the settings", async () => {
  // Here, the script that tries a token runs in its own process. Other tests run the same text in
  // this process.
  const plane = await openControlPlane(runScript);
  await plane.writeSettings();
  await plane.addPat(["acme/control", "acme/api"]);
  const { tokens } = await plane.prove(["pat"]);
  expect(tokens.pat).toMatchObject({
    discovery: {
      asked: 3,
      read: 2,
      hidden: 2,
      workflowsAsked: 3,
      workflowsListed: 2,
      refusals: ["repository: 404", "workflows: 404"],
    },
    expires: "2099-01-01 00:00:00 UTC",
  });
});

test("a PAT whose environment has reviewers is tested after a reviewer approves the run on its page", async () => {
  const plane = await openControlPlane();
  await plane.control("PATCH", "world", { organizations: { acme: { plan: "enterprise" } } });
  await plane.writeSettings();
  await plane.addPat(everything);
  const { id } = (await plane.rest("GET", "/users/mona")).json;
  const path = "/repos/acme/control/environments/control-plane";
  const body = { reviewers: [{ type: "User", id }] };
  const environment = (await plane.rest("PUT", path, { body })).json;
  const proving = plane.prove(["pat"]);
  const runs = async () =>
    (await plane.rest("GET", "/repos/acme/control/actions/runs?status=waiting")).json;
  await expect.poll(async () => (await runs()).total_count).toBe(1);
  const page = new URL((await runs()).workflow_runs[0].html_url).pathname;
  const form = { environment_id: String(environment.id), comment: "", state: "approved" };
  await plane.page(`${page}/review`, form);
  expect((await proving).tokens.pat?.discovery.read).toBe(3);
});

test("a PAT is also tested on the alternate repository", async () => {
  const plane = await openControlPlane();
  await plane.writeSettings({
    ...someSettings,
    destination: "alternate",
    alternateRepository: "acme/web",
  });
  await plane.addPat(["acme/control", "acme/api", "acme/infra"]);
  const { tokens } = await plane.prove(["pat"]);
  // The last repository is public: it is read without the token's permissions.
  expect(tokens.pat?.discovery).toMatchObject({ asked: 4, read: 4, hidden: 3 });
});

test("a PAT that is not yet approved can read only public repositories", async () => {
  const plane = await openControlPlane();
  await plane.writeSettings({ ...someSettings, targets: ["acme/web"] });
  await plane.addPat(["acme/control", "acme/web"], { pending: true });
  const { tokens } = await plane.prove(["pat"]);
  expect(tokens.pat?.discovery).toMatchObject({ asked: 2, read: 1, hidden: 0 });
});

test("the workflow token reads public targets, and lists the workflows of its own repository", async () => {
  const plane = await openControlPlane();
  await plane.writeSettings({ ...someSettings, targets: ["acme/web", "acme/api"] });
  const { tokens } = await plane.prove(["workflow-token"]);
  expect(tokens["workflow-token"]).toMatchObject({
    discovery: {
      asked: 3,
      read: 2,
      hidden: 1,
      workflowsAsked: 1,
      workflowsListed: 1,
      refusals: ["repository: 404"],
    },
    expires: null,
  });
});
