import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createApp, installApp, openForge } from "../../emulator/open-forge.ts";
import { listProcesses } from "../../process-tree.ts";
import { openLab, type Lab } from "./lab.ts";
import { readUntil } from "./read-until.ts";
import { holds } from "./search-memory.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());
beforeEach(() => {
  lab.origins.asked.length = 0;
});

const rules = `
ssl-bump: true
allow-urls: [https://a.test/**]
budget: { requests: 4, shared: team, repository: acme/control }
`;
const path = "/repos/acme/control/contents/.gatehouse/budgets/team.json";

/** Returns a forge with an installed write App, and the variables and options of a run with it. */
async function prepare() {
  const forge = await openForge();
  const permissions = { contents: "write", metadata: "read" };
  const app = await createApp(forge, { default_permissions: permissions });
  await installApp(forge, app, ["acme/control"]);
  const file = join(lab.makeFolders().logs, "rules.yml");
  writeFileSync(file, rules);
  const sha256 = createHash("sha256").update(rules).digest("hex");
  const env = {
    CP_FORGE_WRITE_APP_ID: app.clientId,
    CP_FORGE_WRITE_APP_PRIVATE_KEY: app.pem,
    FORGE_API_URL: forge.emulator.apiUrl,
  };
  const readUsed = async () => {
    const { json } = await forge.rest("GET", path);
    const { content } = json as { content: string };
    return (JSON.parse(Buffer.from(content, "base64").toString()) as { used: object }).used;
  };
  return { env, options: ["--config", file, "--approved-rules", sha256], readUsed };
}

const curl = "curl -sS https://a.test/x";

test("runs share a budget in the control repository, and the proxy never has the key", async () => {
  const { env, options, readUsed } = await prepare();
  const script = `${curl} >/dev/null; echo ready; read line`;
  const started = lab.start(["sh", "-c", script], { env, options, keepsStdin: true });
  await readUntil(started, /ready/);
  const all = listProcesses(started.child.pid ?? 0);
  // Only the process that mints has the App's key. The proxy is in its child.
  const key = env.CP_FORGE_WRITE_APP_PRIVATE_KEY.split("\n").at(2) ?? "";
  expect(all.filter((pid) => holds(pid, key))).toEqual([started.child.pid]);
  started.child.stdin?.end("\n");
  expect((await started.ended).code).toBe(0);
  expect(await readUsed()).toEqual({ requests: 1 });

  const many = `for i in 1 2 3 4 5; do ${curl}; done`;
  const { code, out, err } = await lab.run(["sh", "-c", many], { env, options });
  expect(code).toBe(0);
  expect(out.match(/the shared budget "team" is spent: 4 of 4 requests/g)).toHaveLength(2);
  expect(err.replaceAll(/\s+/g, " ")).toContain('Shared budget "team": 3 of 4 requests');
  expect(lab.origins.asked).toHaveLength(4);
  expect(await readUsed()).toEqual({ requests: 4 });
});

test("minutes are counted from the start of the command, which is not stopped", async () => {
  const { logs } = lab.makeFolders();
  const options = [
    "--budget",
    "minutes=0.02",
    "--allow-domains",
    "a.test",
    "--proxy-logs-dir",
    logs,
  ];
  // The proxy answers the second request only after the limit, however slow this machine is.
  const script = "until curl -sS http://a.test/ | grep -q 'minutes'; do :; done; echo over";
  expect(await lab.run(["sh", "-c", script], { options })).toMatchObject({
    code: 0,
    out: "over\n",
  });
});
