import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createRobot } from "../emulator/signed-in.ts";
import { openForge, type OpenForge } from "../emulator/open-forge.ts";
import { putSecret } from "../emulator/run-bench.ts";
import { installProgram } from "./installed-program.ts";
import { answers, openScriptedSetup, type ScriptedSetup } from "./scripted-setup.ts";

const program = installProgram();

interface Status {
  readonly repo: string;
  readonly host: string;
  readonly overallStatus: string;
  readonly complete: boolean;
  readonly records: readonly { readonly name: string; readonly state: string }[];
  readonly installations: readonly {
    readonly role: string;
    readonly state: string;
    readonly reason: string;
  }[];
  readonly next: readonly { readonly text: string; readonly command: string }[];
}

async function readStatus(setup: ScriptedSetup, args: readonly string[] = []) {
  const { code, out } = await setup.run("status", ["--json", ...args]);
  const status = JSON.parse(out) as Status;
  return { code, status, states: status.records.map(({ state }) => state) };
}

function setVariable({ rest }: OpenForge, name: string, value = "Iv23liAnotherOwners") {
  return rest("POST", "/repos/acme/control/actions/variables", { body: { name, value } });
}

describe("status", () => {
  test("shows every record of the table as JSON with a stable shape", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    const { code, status } = await readStatus(setup);
    expect(code).toBe(5);
    expect({ ...status, host: "HOST", next: [] }).toMatchInlineSnapshot(`
      {
        "complete": false,
        "host": "HOST",
        "installations": [
          {
            "page": "https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps",
            "reason": "no client ID is stored",
            "role": "read",
            "state": "missing",
          },
          {
            "page": "https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps",
            "reason": "no client ID is stored",
            "role": "write",
            "state": "missing",
          },
        ],
        "lacksOnlyProof": false,
        "next": [],
        "overallStatus": "not set up",
        "profile": null,
        "records": [
          {
            "kind": "variable",
            "location": "repository",
            "name": "CP_FORGE_READ_APP_ID",
            "page": "https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps",
            "state": "missing",
          },
          {
            "kind": "secret",
            "location": "repository",
            "name": "CP_FORGE_READ_APP_PRIVATE_KEY",
            "page": "https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps",
            "state": "missing",
          },
          {
            "kind": "variable",
            "location": "repository",
            "name": "CP_FORGE_WRITE_APP_ID",
            "page": "https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps",
            "state": "missing",
          },
          {
            "kind": "secret",
            "location": "repository",
            "name": "CP_FORGE_WRITE_APP_PRIVATE_KEY",
            "page": "https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#apps",
            "state": "missing",
          },
          {
            "kind": "secret",
            "location": "environment control-plane",
            "name": "CP_FORGE_TOKEN",
            "page": "https://github.com/gatehouse-cli/gatehouse/blob/main/docs/verify.md#personal-access-token",
            "state": "missing",
          },
          {
            "kind": "built-in token",
            "location": "each run",
            "name": "FORGE_TOKEN",
            "state": "set",
          },
          {
            "kind": "variable",
            "location": "repository",
            "name": "CP_FORGE_API_GATE",
            "state": "missing",
          },
        ],
        "reminders": [],
        "repo": "acme/control",
        "wrong": [],
      }
    `);
    const { origin } = forge.emulator;
    expect(status.host).toBe(new URL(origin).host);
    expect(status.next).toEqual([
      {
        text: "Set up the control plane",
        command: `gatehouse setup --host ${origin} --repo acme/control`,
      },
    ]);
  });

  test("a credential shared by the organization is shown with a fix, and the status is incomplete", async () => {
    const forge = await openForge();
    const scopes = ["repo", "admin:org"];
    const { token } = (await forge.control("POST", "tokens", { user: "mona", scopes })).json;
    const rest: typeof forge.rest = (method, path, ask) =>
      forge.rest(method, path, { token: token as string, ...ask });
    const shared = { name: "CP_FORGE_TOKEN", value: "a token", visibility: "all" };
    await putSecret({ ...forge, rest }, "/orgs/acme/actions", shared);
    const setup = await openScriptedSetup(program, forge);
    const { out, code } = await setup.run("status", []);
    expect(code).toBe(5);
    expect(out).toMatch(/! CP_FORGE_TOKEN +stray +organization secrets\n {5}a run would use it/);
    expect(out).toContain("Delete the secret CP_FORGE_TOKEN from the organization");
  });

  test("a client ID without its key, and a key without its client ID, are incomplete", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    await setVariable(forge, "CP_FORGE_READ_APP_ID");
    const { states, status } = await readStatus(setup);
    expect(states).toEqual(["half", "missing", "missing", "missing", "missing", "set", "missing"]);
    expect(status.installations[0]).toMatchObject({
      state: "missing",
      reason: "the App is not installed",
    });
  });

  test("both Apps without a scope are an incomplete setup; later changes are detected", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    expect(await setup.answer({ answers })).toMatchObject({ code: 0 });
    const complete = await readStatus(setup);
    expect(complete.code).toBe(5);
    expect(complete.status).toMatchObject({
      overallStatus: "profile not chosen",
      complete: false,
      wrong: [{ id: "settings" }, { id: "decision" }],
      next: [{ text: "Define the scope and choose a profile for it" }],
    });
    expect((await setup.run("status")).out).toMatch(
      /^ acme\/control {3}Apps ready, profile not chosen · 1 thing to do · /m,
    );
    expect(complete.status.installations.map(({ state }) => state)).toEqual(["proved", "proved"]);
    expect(complete.states).toEqual(["set", "set", "set", "set", "missing", "set", "missing"]);

    const apps = (await forge.control("GET", "apps")).json as { installations: { id: number }[] }[];
    const page = `${forge.emulator.origin}/organizations/acme/settings/installations`;
    const edit = (index: number, selection: "all" | readonly string[]) =>
      createRobot({ selection }).visit(`${page}/${apps[index]?.installations[0]?.id}`);
    await edit(0, "all");
    await edit(1, ["acme/control", "acme/web"]);
    await forge.rest("DELETE", "/repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY");
    const changed = await readStatus(setup);
    expect(changed.code).toBe(5);
    expect(changed.status.installations).toMatchObject([
      { role: "read", state: "wrong", reason: "it is installed on all repositories" },
      { role: "write", state: "unknown" },
    ]);
    expect(changed.states).toEqual(["half", "missing", "set", "set", "missing", "set", "missing"]);
  });

  test("installations that this account cannot list are unknown, even with local proofs", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    expect(await setup.answer({ answers })).toMatchObject({ code: 0 });
    await forge.control("PATCH", "world", {
      switches: { organizationInstallationsScope: "admin:org" },
    });
    const { status } = await readStatus(setup);
    expect(status.overallStatus).toBe("incomplete");
    const reason = expect.stringMatching(
      /^verified with its own key on \d{4}-\d\d-\d\d; later changes are not visible to this account$/,
    );
    expect(status.installations).toMatchObject([
      { state: "unknown", reason },
      { state: "unknown", reason },
    ]);
    rmSync(join(setup.home, "state", "gatehouse"), { recursive: true });
    const elsewhere = await readStatus(setup);
    expect(elsewhere.code).toBe(5);
    expect(elsewhere.status.complete).toBe(false);
    expect(elsewhere.status.installations.map(({ state }) => state)).toEqual([
      "unknown",
      "unknown",
    ]);
  });

  test("the PAT is searched for in its environment, the gate record in the repository", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    await setVariable(forge, "CP_FORGE_API_GATE", "{}");
    const body = { wait_timer: 0 };
    await forge.rest("PUT", "/repos/acme/control/environments/agents", { body });
    const where = ["--env", "agents", "--repo", "acme/control"];
    const forgeCli = ["forge", "secret", "set", "CP_FORGE_TOKEN", ...where];
    const host = { FORGE_HOST: new URL(forge.emulator.origin).host };
    const env = { ...setup.env, ...host };
    expect(await program.run(forgeCli, { env, stdin: "github_pat_x" })).toMatchObject({ code: 0 });
    expect((await readStatus(setup)).states.slice(4)).toEqual(["missing", "set", "set"]);
    const elsewhere = await readStatus(setup, ["--environment", "agents"]);
    expect(elsewhere.states.slice(4)).toEqual(["set", "set", "set"]);
    expect(elsewhere.status.records[4]).toMatchObject({ location: "environment agents" });
  });

  test("in text output, each record has a mark and a word", async () => {
    const forge = await openForge();
    const setup = await openScriptedSetup(program, forge);
    await setVariable(forge, "CP_FORGE_READ_APP_ID");
    const { code, out } = await setup.run("status");
    expect(code).toBe(5);
    expect(out).toMatch(/^ ✖ CP_FORGE_READ_APP_ID +incomplete: no key +repository variables$/m);
    expect(out).toMatch(/^ · CP_FORGE_READ_APP_PRIVATE_KEY +missing +repository secrets$/m);
    expect(out).toMatch(/^ {3}Next {2}\S/m);
    expect(out.split("\n").filter((line) => line.length > 96)).toEqual([]);
  });

  test.each([
    [["--json"]],
    [[]],
    [["--brand", "nope"]],
    [["--repo", "control"]],
    [["--repo", "acme/nope"]],
    [["--host", "nope//"]],
  ])("prints the same with %j directly and through the command table", async (args) => {
    const setup = await openScriptedSetup(program, await openForge());
    const alone = await setup.run("status", args);
    // Only the command table parses this spelling.
    const among = await setup.run("status", ["--repo=acme/control", ...args]);
    expect(alone).toEqual(among);
  });

  test.each([
    ["without --repo", ["status"], "--repo"],
    ["with an invalid repository", ["status", "--repo", "control"], '"control"'],
  ])("%s, it exits with 2", async (_what, args, says) => {
    const { code, err } = await program.run(args);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });
});
