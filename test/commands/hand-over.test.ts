import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findCredentials } from "../../src/shared/redact.ts";
import { makeBrowserScript } from "../browser/browser-script.ts";
import { openForge } from "../emulator/open-forge.ts";
import type { OpenForge } from "../emulator/open-forge.ts";
import { createRobot } from "../emulator/signed-in.ts";
import { privateScope } from "../flows/scope/scope-bench.ts";
import { installProgram, makeHome, runToEnd } from "./installed-program.ts";
import type { Ended } from "./installed-program.ts";
import { readResult } from "./setup-result.ts";
import { signInMember } from "./second-account.ts";

const program = installProgram();
const limitMilliseconds = 240_000;
const covered = ["acme/api", "acme/control"];

/** Answers of a member whose scope needs both Apps. */
const ofMember = {
  ...Object.fromEntries(Object.entries(privateScope).filter(([id]) => !id.startsWith("profile-"))),
  mode: "live",
  destination: "target",
  "profile-app-read-write": true,
  "billing-administrator": "mona",
  "billing-confirmed": true,
  "app-installable": "unknown",
  "control-file": "write",
  "control-package": "committed",
};

interface Person {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** The links that the browser was asked to open. */
  readonly links: readonly string[];
  /** Writes an answers file, and returns its path. */
  readonly answers: (given: object) => Promise<string>;
}

/** Creates a machine of one account, with its own home, state, login and browser. */
async function openPerson(home: Awaited<ReturnType<typeof makeHome>>, login: string) {
  const robot = createRobot({ selection: covered });
  const browser = await makeBrowserScript(home.home, (link) => robot.visit(link));
  const path = join(home.home, "answers.json");
  return {
    home: home.home,
    env: { ...home.env, FORGE_CONFIG_DIR: login, BROWSER: browser.path },
    links: browser.links,
    answers: async (answers: object) => {
      await writeFile(path, JSON.stringify({ answers }));
      return path;
    },
  } satisfies Person;
}

async function openPeople(forge: OpenForge) {
  const home = await makeHome();
  const { folder, token } = await signInMember(forge, home.home);
  const member = await openPerson(home, folder);
  const owner = await openPerson(await makeHome(), forge.emulator.cliConfigDir);
  return { member, owner, token };
}

interface Pending {
  readonly pending: boolean;
  readonly overallStatus: string;
  readonly handOver: { readonly command: string; readonly message: string };
}

describe("setup by a member and an owner", { timeout: limitMilliseconds }, () => {
  test("the owner runs the printed command, and the member's rerun completes the setup", async () => {
    const forge = await openForge();
    const { member, owner, token } = await openPeople(forge);
    const asMember = async (answers: object, ...more: string[]): Promise<Ended> => {
      const where = ["--host", forge.emulator.origin, "--repo", "acme/control"];
      const file = await member.answers(answers);
      return program.run(["setup", ...where, "--answers", file, ...more], {
        env: member.env,
        cwd: member.home,
      });
    };

    const first = await asMember(ofMember);
    expect(first.code).toBe(5);
    expect(first.out).toContain(" ! acme/control is pending\n");
    expect((await readResult(forge)).apps).toEqual([]);
    // Nothing waited for a page that does not exist for a member.
    expect(member.links).toEqual([]);

    const again = await asMember({}, "--json");
    expect(again.code).toBe(5);
    const { handOver, ...others } = JSON.parse(again.out) as Pending;
    expect(others).toMatchObject({ pending: true, overallStatus: "incomplete", apps: [] });
    const printed = first.out.replaceAll(/\s+/g, " ");
    expect(printed).toContain(handOver.message.replaceAll(/\s+/g, " "));
    expect(handOver.message).toContain(`\n   ${handOver.command}\n`);
    for (const text of [first.out, again.out]) {
      expect(findCredentials(text)).toEqual([]);
      for (const secret of [token, forge.emulator.operatorKey.reveal()]) {
        expect(text).not.toContain(secret);
      }
    }

    const file = await owner.answers({ "decided-plan": "create" });
    const line = `${handOver.command} --answers ${file}`;
    const created = await runToEnd("/bin/sh", ["-c", line], { env: owner.env, cwd: owner.home });
    expect(created).toMatchObject({ code: 0, err: "" });
    expect(created.out).toContain("Ask hubot to complete the setup:");
    expect(await readResult(forge)).toMatchObject({
      apps: ["read", "write"].map((role) => ({
        slug: `gatehouse-acme-control-${role}`,
        keys: 1,
        installations: [
          { selection: "selected", repositories: expect.arrayContaining(covered) as unknown },
        ],
      })),
      secrets: ["CP_FORGE_READ_APP_PRIVATE_KEY", "CP_FORGE_WRITE_APP_PRIVATE_KEY"],
    });

    const last = await asMember({ "failure:read-proof": "run", "failure:write-proof": "run" });
    expect(last.code).toBe(0);
    expect(last.out).toContain(" ✔ acme/control is set up with two Apps");
    expect(member.links).toEqual([]);
  });
});
