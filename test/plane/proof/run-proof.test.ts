import { describe, expect, test } from "vitest";
import { requireReport } from "../../../src/plane/proof/check-report.ts";
import { digestRepositories, runProof } from "../../../src/plane/proof/run-proof.ts";
import type { RunNews } from "../../../src/plane/repository/run-workflow.ts";
import { renderProofWorkflow } from "../../../src/plane/proof/proof-workflow.ts";
import {
  ceilings,
  readAppCeiling,
  writeAppCeiling,
} from "../../../src/credentials/apps/ceilings.ts";
import type { AppRole } from "../../../src/credentials/apps/app-role.ts";
import { readPrivateKey } from "../../../src/credentials/apps/private-key.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { runCli } from "../../emulator/cli-bench.ts";
import { createApp, installApp } from "../../emulator/open-forge.ts";
import type { MadeApp } from "../../emulator/open-forge.ts";
import { openBench, answerOf, send } from "../../forge/forge-bench.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const signal = new AbortController().signal;
const actions = "/repos/acme/control/actions";

type Bench = Awaited<ReturnType<typeof openBench>>;

/** Creates an App that is installed on acme, and its stored record (default: with its own key). */
async function addApp(bench: Bench, role: AppRole, repositories: readonly string[], key?: string) {
  const app = await createApp(bench, {
    name: `acme ${role}er`,
    default_permissions: ceilings[role],
  });
  await installApp(bench, app, repositories);
  const { variable, secret } = appRecords[role];
  await runForge(bench, ["variable", "set", variable, "--body", app.clientId]);
  await runForge(bench, ["secret", "set", secret], key ?? app.pem);
  return app;
}

async function runForge({ emulator }: Bench, args: string[], stdin?: string) {
  const env = {
    FORGE_CONFIG_DIR: emulator.cliConfigDir,
    FORGE_HOST: new URL(emulator.origin).host,
  };
  const options = { env, ...(stdin !== undefined && { stdin }) };
  const { code, stderr } = await runCli([...args, "--repo", repository.full], options);
  expect(stderr).toBe("");
  expect(code).toBe(0);
}

function prove(bench: Bench, change: Partial<Parameters<typeof runProof>[0]> = {}) {
  return runProof({
    client: bench.client,
    now: () => new Date(),
    repository,
    signal,
    report: () => undefined,
    pause: () => new Promise((resolve) => setTimeout(resolve, 20)),
    ...change,
  });
}

function fingerprintOf({ pem }: MadeApp): string {
  const reading = readPrivateKey(new Secret(pem));
  return reading.ok ? reading.fingerprint : reading.reason;
}

const wanted = (role: AppRole, app: MadeApp, repositories = ["acme/control"]) => ({
  role,
  clientId: app.clientId,
  repositories,
});

describe("a proof run in the control repository", () => {
  test("proves both stored keys and the repositories of their Apps", async () => {
    const bench = await openBench();
    const reader = await addApp(bench, "read", ["acme/control", "acme/api"]);
    const writer = await addApp(bench, "write", ["acme/control"]);
    const text: string[] = [];
    const found = await prove(bench, { report: ({ line, seen }) => text.push(line, seen ?? "") });
    const report = requireReport(found, wanted("read", reader, ["acme/API", "acme/control"]));
    expect(report).toMatchObject({
      slug: reader.slug,
      appId: reader.appId,
      owner: "acme",
      selection: "selected",
      isSuspended: false,
      keyFingerprint: fingerprintOf(reader),
      repositoryCount: 2,
      permissions: readAppCeiling,
    });
    expect(requireReport(found, wanted("write", writer)).permissions).toEqual(writeAppCeiling);
    expect(found.runLink).toMatch(/\/acme\/control\/actions\/runs\/\d+$/);
    expect(text).toEqual(
      expect.arrayContaining([
        "writing the proof workflow",
        "the proof workflow is in place",
        "reading the report",
        "the run ended",
      ]),
    );
  });

  test.each([
    ["none", undefined, false],
    ["the address that gatehouse sets", "http://127.0.0.1:9/acme/control", false],
    ["another address", "https://hooks.example/secret-path", true],
  ])(
    "reports whether the App has a webhook, without logging its address: %s",
    async (_, address, isHooked) => {
      const bench = await openBench();
      const { slug } = await addApp(bench, "read", ["acme/control"]);
      if (address !== undefined) {
        const form = { webhook_active: "", webhook_url: address };
        await bench.page(`/organizations/acme/settings/apps/${slug}/webhook`, form);
      }
      const logs: string[] = [];
      const listening = listenToLogs((log) => (logs.push(log), log));
      const { reports } = await prove(bench, { client: bench.clientOf({ send: listening }) });
      expect(reports.read?.isHooked).toBe(isHooked);
      expect(logs.join()).not.toContain("hooks.example");
    },
  );

  test("commits the workflow once", async () => {
    const bench = await openBench();
    await prove(bench);
    await prove(bench);
    const writes = bench.emulator.requests().filter(({ method }) => method === "PUT");
    expect(writes).toHaveLength(1);
    const runs = (await bench.client.request("GET", `${actions}/runs`)).body;
    expect(runs).toMatchObject({ total_count: 2 });
  });

  test("restores a workflow that another user modified", async () => {
    const bench = await openBench();
    const path = "/repos/acme/control/contents/.forge/workflows/gatehouse-proof.yml";
    const content = Buffer.from("on: workflow_dispatch\njobs: {}\n").toString("base64");
    await bench.client.request("PUT", path, { body: { message: "Change it", content } });
    const app = await addApp(bench, "read", ["acme/control"]);
    expect((await prove(bench)).reports.read?.clientId).toBe(app.clientId);
  });

  test("revokes its tokens, and logs neither a key nor a repository's name", async () => {
    const bench = await openBench();
    const app = await addApp(bench, "read", ["acme/control", "acme/api"]);
    const logs: string[] = [];
    const listening = listenToLogs((log) => (logs.push(log), log));
    await prove(bench, { client: bench.clientOf({ send: listening }) });
    const log = logs.join();
    expect(log).toContain(app.clientId);
    expect(log).not.toContain(app.pem.split("\n")[3]);
    expect(log).not.toMatch(/acme\/(control|api)/);
    const tokens = bench.emulator.requests().filter(({ path }) => /token/.test(path));
    expect(tokens.map(({ method }) => method)).toEqual(["POST", "DELETE", "POST", "DELETE"]);
  });

  test("is read correctly if the log shows the script before its output", async () => {
    const bench = await openBench();
    const app = await addApp(bench, "read", ["acme/control"]);
    const script = renderProofWorkflow(bench.profile.brand);
    const echoing = listenToLogs((log) => `##[group]Run\n${script}##[endgroup]\n${log}`);
    const found = await prove(bench, { client: bench.clientOf({ send: echoing }) });
    expect(found.reports.read?.clientId).toBe(app.clientId);
  });

  test("is found by its title if the server does not return its ID", async () => {
    const bench = await openBench();
    await addApp(bench, "read", ["acme/control"]);
    await prove(bench);
    const old: SendOnce = async (request) =>
      request.body?.includes("return_run_details")
        ? answerOf(422, { message: "no permitted key" })
        : send(request);
    const found = await prove(bench, { client: bench.clientOf({ send: old }) });
    expect(found.reports.read).toBeDefined();
    expect(found.runLink).not.toBe((await prove(bench)).runLink);
  });

  test("is not confused with another user's run with the same title", async () => {
    const bench = await openBench();
    await addApp(bench, "read", ["acme/control"]);
    const old: SendOnce = async (request) => {
      if (request.body?.includes("return_run_details"))
        return answerOf(422, { message: "no permitted key" });
      const answer = await send(request);
      if (!/workflows\/[^/]+\/runs\?/.test(request.address.href)) return answer;
      const { workflow_runs: runs } = JSON.parse(answer.text) as { workflow_runs: object[] };
      const forged = { html_url: "https://forge.example/forged", status: "completed", id: 1 };
      const others = [{ actor: { login: "mallory" } }, { event: "push" }].flatMap((change) =>
        runs.map((run) => ({ ...run, ...forged, ...change })),
      );
      return answerOf(200, { workflow_runs: [...others, ...runs] });
    };
    const found = await prove(bench, { client: bench.clientOf({ send: old }) });
    expect(found.runLink).not.toContain("forged");
    expect(found.reports.read).toBeDefined();
  });
});

describe("limits of a proof run", () => {
  test("an App with a missing record does not prevent the proof of the other App", async () => {
    const bench = await openBench();
    const writer = await addApp(bench, "write", ["acme/control"]);
    const found = await prove(bench);
    expect(() => requireReport(found, wanted("write", writer))).not.toThrow();
    expect(() => requireReport(found, wanted("read", writer))).toThrow(
      "The run could not use the stored key of the read App.",
    );
  });

  test("if only one App is tested, the job of the other App is not reported", async () => {
    const bench = await openBench();
    await addApp(bench, "read", ["acme/control"]);
    const text: RunNews[] = [];
    await prove(bench, { report: (news) => text.push(news) });
    expect(text.at(-1)).toMatchObject({ seen: "the run ended", isOver: true });
  });

  test("a key of another App", async () => {
    const bench = await openBench();
    const writer = await addApp(bench, "write", ["acme/control"]);
    await addApp(bench, "read", ["acme/control"], writer.pem);
    expect((await prove(bench)).reports.read).toBeUndefined();
  });

  test("an App that is not installed on the control repository, which the run reports", async () => {
    const bench = await openBench();
    const { clientId } = await addApp(bench, "read", ["acme/web"]);
    const { reports, uninstalled, gone } = await prove(bench);
    expect([reports.read, uninstalled, gone]).toEqual([undefined, { read: clientId }, {}]);
  });

  test("an App that covers other repositories", async () => {
    const bench = await openBench();
    const app = await addApp(bench, "read", ["acme/control", "acme/web"]);
    const found = await prove(bench);
    expect(() => requireReport(found, wanted("read", app))).toThrow(
      "The read App covers 2 repositories, not exactly: acme/control.",
    );
  });
});

/** Observes each job's log, and can replace it. */
function listenToLogs(onMessage: (log: string) => string): SendOnce {
  return async (request) => {
    const answer = await send(request);
    const isLog = request.address.pathname.includes("/storage/jobs/");
    return isLog ? { ...answer, text: onMessage(answer.text) } : answer;
  };
}

test("the digest of repositories does not depend on their order or case", () => {
  expect(digestRepositories(["acme/b", "Acme/A"])).toBe(digestRepositories(["acme/a", "ACME/b"]));
  expect(digestRepositories(["acme/a"])).not.toBe(digestRepositories(["acme/a", "acme/b"]));
});

describe("an App that the forge does not find", () => {
  const openWithApp = async () => {
    const bench = await openBench();
    const app = await addApp(bench, "read", ["acme/control"]);
    return { bench, app };
  };

  test("is distinguished from an invalid key", async () => {
    const { bench } = await openWithApp();
    await runForge(bench, ["variable", "set", appRecords.read.variable, "--body", "Iv1.deleted"]);
    const { reports, gone } = await prove(bench, { credentials: ["read-app"] });
    expect([reports, gone]).toEqual([{}, { read: "Iv1.deleted" }]);
    await runForge(bench, ["secret", "set", appRecords.read.secret], "junk");
    expect((await prove(bench, { credentials: ["read-app"] })).gone).toEqual({});
  });

  test("is reported as deleted only after two such responses, because one can be an error", async () => {
    const { bench, app } = await openWithApp();
    bench.emulator.setFaults([{ on: "GET /app", play: { kind: "status", status: 404 } }]);
    const { reports, gone } = await prove(bench, { credentials: ["read-app"] });
    expect([reports.read?.clientId, gone]).toEqual([app.clientId, {}]);
  });

  test("is reported as unknown if its job's log is unreadable", async () => {
    const { bench } = await openWithApp();
    await runForge(bench, ["variable", "set", appRecords.read.variable, "--body", "Iv1.deleted"]);
    const on = "GET /repos/acme/control/actions/jobs/*/logs";
    bench.emulator.setFaults([{ on, times: 0, play: { kind: "status", status: 404 } }]);
    const { reports, gone } = await prove(bench, { credentials: ["read-app"] });
    expect([reports, gone]).toEqual([{}, {}]);
  });
});
