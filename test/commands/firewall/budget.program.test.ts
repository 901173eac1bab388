import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { installProgram } from "../installed-program.ts";

const program = installProgram();

function open(rules = "") {
  const cwd = makeFolder("budget");
  const state = makeFolder("state");
  writeFileSync(join(cwd, "rules.yml"), rules);
  const env = { XDG_STATE_HOME: state };
  const folder = join(state, "gatehouse", "budgets");
  const firewall = (...words: string[]) => program.run(["firewall", ...words], { cwd, env });
  const leave = (name: string, text: string) => {
    mkdirSync(join(state, "gatehouse"), { mode: 0o700, recursive: true });
    mkdirSync(folder, { mode: 0o700, recursive: true });
    writeFileSync(join(folder, `${name}.json`), text);
  };
  return { cwd, folder, firewall, leave };
}

const echo = ["--", "echo", "ran"];
const shared = ["--budget", "requests=5,shared=team"];

describe("a run with a budget", () => {
  test("reports what it used, as text and as JSON", async () => {
    const { firewall } = open();
    const { code, out, err } = await firewall("--budget", "requests=5,minutes=30", ...echo);
    expect({ code, out }).toEqual({ code: 0, out: "ran\n" });
    expect(err).toMatch(/Budget: 0 of 5 requests, 0(?:\.\d)? of 30 minutes/);
    const run = await firewall("--budget", "requests=5", "--json", ...echo);
    const report = JSON.parse(run.err.trim().split("\n").at(-1) ?? "") as object;
    expect(report).toMatchObject({ budget: { limits: { requests: { limit: 5, used: 0 } } } });
  });

  test("from a file requires an approval; an option does not", async () => {
    const rules = "budget: { requests: 5 }\n";
    const { firewall } = open(rules);
    const before = await firewall("--config", "rules.yml", ...echo);
    expect(before).toMatchObject({ code: 125, out: "" });
    expect(before.err).toContain("gatehouse firewall approve rules.yml");
    const sha256 = createHash("sha256").update(rules).digest("hex");
    await firewall("approve", "rules.yml", "--sha256", sha256);
    const after = await firewall("--config", "rules.yml", "--budget", "requests=3", ...echo);
    expect(after.err).toContain("0 of 3 requests");
  });

  test("of tokens is rejected without a sidecar, with both ways to get one", async () => {
    const { code, out, err } = await open().firewall("--budget", "tokens=2M", ...echo);
    expect({ code, out }).toEqual({ code: 125, out: "" });
    expect(err.replaceAll(/\s+/g, " ")).toMatch(/no sidecar.*--enable-api-proxy, or --engine/);
  });

  test("is shown by check", async () => {
    const { firewall } = open("budget: { upload: 50MB, shared: team }\n");
    expect((await firewall("check", "--config", "rules.yml")).out).toContain("50 MB upload");
    const { out } = await firewall("check", "--config", "rules.yml", "--json");
    expect(JSON.parse(out)).toMatchObject({ budget: { upload: 50 * 1024 ** 2, shared: "team" } });
  });
});

describe("a shared budget", () => {
  test("is listed after a run, and reset", async () => {
    const { firewall } = open();
    expect((await firewall("budget")).out).toContain("No run has used a shared budget yet.");
    expect((await firewall(...shared, ...echo)).code).toBe(0);
    const { out } = await firewall("budget", "--json");
    expect(JSON.parse(out)).toEqual({ budgets: [{ name: "team", used: { requests: 0 } }] });
    expect((await firewall("budget", "team", "--reset")).out).toContain("Nothing is used.");
  });

  test("that is damaged stops a run, and can be reset", async () => {
    const { firewall, leave, folder } = open();
    leave("team", '{"version":1,"epoch":"a","us');
    const { code, out, err } = await firewall(...shared, ...echo);
    expect({ code, out }).toEqual({ code: 125, out: "" });
    expect(err).toContain("gatehouse firewall budget team --reset");
    expect((await firewall("budget")).out).toContain("gatehouse firewall budget team --reset");
    expect((await firewall("budget", "team", "--reset", "--json")).code).toBe(0);
    expect(readFileSync(join(folder, "team.json"), "utf8")).toContain('"version": 1');
    expect((await firewall(...shared, ...echo)).code).toBe(0);
  });

  test("in a directory that the command can write to is rejected", async () => {
    const { firewall, folder, leave } = open();
    leave("other", "");
    const mount = ["--mount", `${join(folder, "..")}:/state`];
    const { code, out, err } = await firewall(...mount, ...shared, ...echo);
    expect({ code, out }).toEqual({ code: 125, out: "" });
    expect(err).toContain("which the command can write");
  });

  test("whose file is a link is rejected", async () => {
    const { firewall, folder, leave, cwd } = open();
    leave("other", "");
    symlinkSync(join(cwd, "rules.yml"), join(folder, "team.json"));
    const { code, err } = await firewall(...shared, ...echo);
    expect(code).toBe(125);
    expect(err.replaceAll(/\s+/g, " ")).toContain("is not your own regular file");
  });

  test("that does not exist is not found, and --reset requires a name", async () => {
    const { firewall } = open();
    expect((await firewall("budget", "team")).code).toBe(5);
    expect((await firewall("budget", "../x")).code).toBe(2);
    const { code, err } = await firewall("budget", "--reset");
    expect(code).toBe(2);
    expect(err).toContain("gatehouse firewall budget");
  });
});
