import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { approveFile } from "../../src/firewall/approvals.ts";
import { loadSettings } from "../../src/firewall/load-settings.ts";
import { describeSections, readForApproval } from "../../src/firewall/read-for-approval.ts";
import { makeFolder } from "../temporary-folder.ts";

const text = "credentials:\n  - { url: https://a.test/*, from: { env: KEY } }\nssl-bump: true\n";

function project() {
  const folder = makeFolder("approvals");
  const env = { HOME: folder, XDG_STATE_HOME: join(folder, "state") };
  const file = join(folder, "rules.yml");
  writeFileSync(file, text);
  const approve = async (path = file) =>
    approveFile(await readForApproval(path, { env }), { env, now: new Date(0) });
  const unapproved = async (path = file, approvedRules: readonly string[] = []) => {
    const loaded = await loadSettings({ config: [path], approvedRules }, env);
    return loaded.unapproved.map((each) => each.path);
  };
  const stored = () => join(env.XDG_STATE_HOME, "gatehouse", "approved-rules");
  return { folder, env, file, approve, unapproved, stored };
}

describe("a rules file with credentials", () => {
  test("is approved for its current content at its path", async () => {
    const { file, approve, unapproved } = project();
    expect(await unapproved()).toEqual([file]);
    await approve();
    expect(await unapproved()).toEqual([]);
    writeFileSync(file, `${text}# changed\n`);
    expect(await unapproved()).toEqual([file]);
  });

  test("cannot return to earlier content, and a copy needs its own approval", async () => {
    const { folder, file, approve, unapproved } = project();
    await approve();
    writeFileSync(file, `${text}# narrower\n`);
    await approve();
    writeFileSync(file, text);
    expect(await unapproved()).toEqual([file]);
    const copy = join(folder, "copy.yml");
    writeFileSync(copy, `${text}# narrower\n`);
    expect(await unapproved(copy)).toEqual([copy]);
  });

  test("is approved for one run by its hash", async () => {
    const { env, file, unapproved } = project();
    const { sha256 } = await readForApproval(file, { env });
    expect(await unapproved(file, [sha256.toUpperCase()])).toEqual([]);
    expect(await unapproved(file, ["0".repeat(64)])).toEqual([file]);
  });

  test("is not approved by a file that another program left in the state directory", async () => {
    const { file, approve, unapproved, stored } = project();
    await approve();
    const [name = ""] = readdirSync(stored());
    const path = join(stored(), name);
    const approval = readFileSync(path, "utf8");
    for (const other of ["{", "null", "[]", approval.replace("rules.yml", "other.yml")]) {
      writeFileSync(path, other);
      expect(await unapproved()).toEqual([file]);
    }
  });

  test("is not approved from a state directory that other users can write to", async () => {
    const { env, unapproved, approve } = project();
    mkdirSync(join(env.XDG_STATE_HOME, "gatehouse"), { recursive: true });
    chmodSync(join(env.XDG_STATE_HOME, "gatehouse"), 0o777);
    await expect(unapproved()).rejects.toThrow("can be used by other users");
    await expect(approve()).rejects.toThrow("can be used by other users");
  });
});

describe("approvals", () => {
  test("are required of all files of a run that has credentials", async () => {
    const { folder, env, file, approve } = project();
    await approve();
    const other = join(folder, "project.yml");
    writeFileSync(other, "upstream-proxy: http://127.0.0.1:1\n");
    const { unapproved } = await loadSettings({ config: [file, other] }, env);
    expect(unapproved.map(({ path }) => path)).toEqual([other]);
    await approve(other);
    expect((await loadSettings({ config: [file, other] }, env)).unapproved).toEqual([]);
  });

  test("are not valid in a directory that commands can write to", async () => {
    const { file, env } = project();
    const open = { ...env, XDG_STATE_HOME: join(process.cwd(), "no-state") };
    await expect(loadSettings({ config: [file] }, open)).rejects.toThrow("commands can write to");
    const read = await readForApproval(file, { env });
    const approving = approveFile(read, { env: open, now: new Date(0) });
    await expect(approving).rejects.toThrow("commands can write to");
  });

  test("cover valid rules only, and name options that redirect a credential", async () => {
    const { file, env } = project();
    writeFileSync(file, `${text}allow-urls: [http://a.test/]\n`);
    await expect(readForApproval(file, { env })).rejects.toThrow("begins with http://");
    writeFileSync(file, `${text}resolve: a.test:443:127.0.0.1:1\nupstream-ca: ca.pem\n`);
    expect(describeSections(await readForApproval(file, { env }))).toEqual([
      "https://a.test/*: the variable KEY",
      "resolve: a.test:443 is at 127.0.0.1",
      "upstream-ca: certificates in ca.pem are trusted",
    ]);
  });
});

describe("a file", () => {
  test("without such sections needs no approval", async () => {
    const { env, file, unapproved } = project();
    writeFileSync(file, "allow-domains: [a.test]\ncredentials: []\n");
    expect(await unapproved()).toEqual([]);
    const { sections } = await readForApproval(file, { env });
    expect(sections).toEqual([]);
  });

  test("with a problem, or with another hash than the reviewed one, is rejected", async () => {
    const { env, file } = project();
    await expect(readForApproval(file, { env, expected: "1".repeat(64) })).rejects.toThrow(
      "SHA-256 of",
    );
    writeFileSync(file, "credentials: x");
    await expect(readForApproval(file, { env })).rejects.toThrow("is not a list");
    await expect(readForApproval(`${file}.no`, { env })).rejects.toThrow("invalid");
  });
});
