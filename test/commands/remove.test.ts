import { existsSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { openForge, type OpenForge } from "../emulator/open-forge.ts";
import { createRobot } from "../emulator/signed-in.ts";
import { installProgram } from "./installed-program.ts";
import { answers as setupAnswers, openScriptedSetup } from "./scripted-setup.ts";

const program = installProgram();
const home = "/repos/acme/control";

const answers = {
  inventory: true,
  begin: "control",
  "proof-workflow": true,
  secrets: true,
  "read-app": "delete",
  "write-app": "delete",
  variables: true,
  machine: true,
};

/**
 * Runs a setup in the browser, and presses the button that deletes an App when its page is opened.
 */
async function openMachine(forge: OpenForge) {
  const setup = await openScriptedSetup(program, forge);
  const robot = createRobot();
  const browser = await makeBrowserScript(setup.home, async (link) => {
    const { pathname } = new URL(link);
    if (!pathname.endsWith("/advanced")) return robot.visit(link);
    await forge.page(pathname.replace(/advanced$/, "delete"), {});
  });
  const env = { ...setup.env, BROWSER: browser.path };
  const where = ["--host", forge.emulator.origin, "--repo", "acme/control"];
  const run = (verb: string, args: readonly string[] = []) =>
    program.run([verb, ...where, ...args], { env, cwd: setup.home });
  const answer = async (verb: string, given: object, args: readonly string[] = []) => {
    const path = join(setup.home, "answers.json");
    await writeFile(path, JSON.stringify({ answers: given }));
    return run(verb, ["--answers", path, ...args]);
  };
  return { run, answer, home: setup.home };
}

/** Returns the forge's state of the repository, without commits, runs and dates. */
async function read({ rest, control }: OpenForge) {
  const get = async (path: string) => (await rest("GET", path)).json as unknown;
  const { json } = await rest("GET", `${home}/contents/`);
  return {
    variables: await get(`${home}/actions/variables`),
    secrets: await get(`${home}/actions/secrets`),
    environments: await get(`${home}/environments`),
    workflows: await get(`${home}/actions/workflows`),
    files: (json as { path: string; sha: string }[]).map(({ path, sha }) => `${path} ${sha}`),
    installations: await get("/orgs/acme/installations"),
    apps: (await control("GET", "apps")).json as unknown,
  };
}

test("a removal after a setup restores the forge, and leaves no state on this machine", async () => {
  const forge = await openForge();
  const before = await read(forge);
  const { run, answer, home: folder } = await openMachine(forge);
  expect(await answer("setup", setupAnswers)).toMatchObject({ code: 0 });

  const listed = await run("remove", ["--dry-run"]);
  expect(listed).toMatchObject({ code: 0, err: "" });
  expect(listed.out).toContain("● the secret CP_FORGE_READ_APP_PRIVATE_KEY in the repository");
  expect(listed.out).toContain("gatehouse remove --host");
  const json = JSON.parse((await run("remove", ["--dry-run", "--json"])).out) as object;
  expect(Object.keys(json)).toEqual(["repo", "host", "found", "remaining", "next"]);

  const removed = await answer("remove", answers, ["--json"]);
  expect(removed).toMatchObject({ code: 0 });
  const document = JSON.parse(removed.out) as { complete: boolean; deleted: { id: string }[] };
  expect(Object.keys(document)).toEqual([
    "repo",
    "host",
    "complete",
    "deleted",
    "remaining",
    "next",
  ]);
  expect(document.complete).toBe(true);
  expect(document.deleted.map(({ id }) => id.replace(/ Iv\S+$/, ""))).toMatchInlineSnapshot(`
    [
      "secret CP_FORGE_READ_APP_PRIVATE_KEY",
      "secret CP_FORGE_WRITE_APP_PRIVATE_KEY",
      "read app",
      "write app",
      "variable CP_FORGE_READ_APP_ID",
      "variable CP_FORGE_WRITE_APP_ID",
      "machine",
    ]
  `);
  expect(await read(forge)).toEqual(before);
  const state = join(folder, "state", "gatehouse");
  expect(existsSync(state) ? readdirSync(state) : []).toEqual([]);

  const again = await answer("remove", {});
  expect(again).toMatchObject({ code: 0 });
  expect(again.out).toContain("Nothing to remove: gatehouse is not set up in acme/control");
});

test("if items remain, remove exits with 5, and prints the command that continues", async () => {
  const forge = await openForge();
  const { answer } = await openMachine(forge);
  await answer("setup", setupAnswers);
  const { code, out } = await answer("remove", { ...answers, "write-app": "later" });
  expect(code).toBe(5);
  expect(out).toContain("Parts of gatehouse are left in acme/control");
  expect(out).toMatch(
    /Remove the remaining items:\s+gatehouse remove --host \S+ --repo acme\/control/,
  );
  expect(await answer("remove", answers)).toMatchObject({ code: 0 });
});

test("without an operator, remove prints the command for the operator, and changes nothing", async () => {
  const forge = await openForge();
  const { run } = await openMachine(forge);
  expect(await run("remove")).toMatchObject({
    code: 2,
    err: expect.stringContaining("--answers FILE") as string,
  });
  const bare = await program.run(["remove", "--dry-run"]);
  expect(bare).toMatchObject({
    code: 2,
    err: expect.stringContaining("--repo is missing") as string,
  });
});
