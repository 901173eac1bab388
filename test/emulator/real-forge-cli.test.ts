import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { machine } from "../system/machine.ts";
import { openForge, type OpenForge } from "./open-forge.ts";

/** Runs the real `gh`, which believes that our forge is its proxy to `github.localhost`. */
async function openGh({ emulator }: OpenForge) {
  const folder = await mkdtemp(join(tmpdir(), "gh-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const env = {
    HOME: folder,
    GH_CONFIG_DIR: folder,
    GH_HOST: "github.localhost",
    GH_TOKEN: emulator.userToken.reveal(),
    GH_NO_UPDATE_NOTIFIER: "1",
    http_proxy: emulator.origin,
    // Nothing but the forge of this test can be reached.
    https_proxy: emulator.origin,
  };
  return (args: string, input = "") =>
    new Promise<{ code: number | string; out: string; err: string }>((resolve) => {
      const child = execFile(machine().gh, args.split(" "), { env }, (error, out, err) =>
        resolve({ code: error?.code ?? 0, out, err }),
      );
      child.stdin?.end(input);
    });
}

test("the real forge CLI stores a variable, twice, and a secret", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  expect((await gh("variable set APP_ID --repo acme/control --body one")).code).toBe(0);
  expect((await gh("variable set APP_ID --repo acme/control --body two")).code).toBe(0);
  expect((await gh("variable list --repo acme/control")).out).toMatch(/^APP_ID\ttwo\t/);
  expect((await gh("secret set KEY --repo acme/control", "hush\n")).code).toBe(0);
  expect((await gh("secret list --repo acme/control")).out).toMatch(/^KEY\t/);
});

test("the real forge CLI misses an environment in its usual words", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const set = () => gh("secret set TOKEN --env agents --repo acme/control", "hush");
  expect((await set()).err).toContain("failed to fetch public key: HTTP 404");
  await gh("api -X PUT repos/acme/control/environments/agents");
  expect((await set()).code).toBe(0);
});

test("the real forge CLI reads pages, repositories and its own login", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const names = await gh("api --paginate user/repos?per_page=2 --jq .[].full_name");
  expect(names.out.trim().split("\n")).toHaveLength(6);
  const view = await gh("repo view acme/infra --json visibility,viewerPermission");
  expect(JSON.parse(view.out)).toEqual({ visibility: "INTERNAL", viewerPermission: "ADMIN" });
  expect((await gh("auth status --hostname github.localhost")).out).toContain("account mona");
  expect((await gh("api repos/acme/none")).err).toContain("HTTP 404");
});

test("the real forge CLI asks again with an ETag, and is told that nothing has changed", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const first = await gh("api -i repos/acme/web");
  const etag = /^Etag: (\S+)/im.exec(first.out)?.[1] ?? "";
  const again = await gh(`api -i repos/acme/web -H If-None-Match:${etag}`);
  expect(again.err).toContain("HTTP 304");
  expect(again.out).toContain("304 Not Modified");
});

test("the real forge CLI starts a workflow", async () => {
  const forge = await openForge();
  const gh = await openGh(forge);
  const yaml =
    "name: Check\non: workflow_dispatch\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: true\n";
  const content = Buffer.from(yaml).toString("base64");
  const path = "repos/acme/control/contents/.github/workflows/check.yml";
  await gh(`api -X PUT ${path} -f message=Add -f content=${content}`);
  expect((await gh("workflow run check.yml --repo acme/control")).code).toBe(0);
  const runs = await gh("run list --repo acme/control --json workflowName");
  expect(JSON.parse(runs.out)).toEqual([{ workflowName: "Check" }]);
});
