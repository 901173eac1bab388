import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { installProgram } from "../installed-program.ts";

const program = installProgram();
const text = "ssl-bump: true\ncredentials:\n  - { url: https://a.test/*, from: { env: KEY } }\n";
const sha256 = createHash("sha256").update(text).digest("hex");

function open(content = text) {
  const cwd = makeFolder("approve");
  const state = makeFolder("state");
  writeFileSync(join(cwd, "rules.yml"), content);
  const env = { XDG_STATE_HOME: state, KEY: "secret-0123456789" };
  return (...words: string[]) => program.run(["firewall", ...words], { cwd, env });
}

const echo = ["--config", "rules.yml", "--env-all", "--", "sh", "-c", "echo $KEY"];

describe("firewall approve", () => {
  test("approves the reviewed content, and the next run adds its credentials", async () => {
    const firewall = open();
    const before = await firewall(...echo);
    expect(before).toMatchObject({ code: 125, out: "" });
    expect(before.err).toContain("gatehouse firewall approve rules.yml");
    const approved = await firewall("approve", "rules.yml", "--sha256", sha256, "--json");
    expect(JSON.parse(approved.out)).toMatchObject({ path: "rules.yml", sha256 });
    expect(await firewall(...echo)).toMatchObject({ code: 0, out: "kept-outside-by-gatehouse\n" });
  });

  test("rejects another hash, and requires a terminal without a hash", async () => {
    const firewall = open();
    expect((await firewall("approve", "rules.yml", "--sha256", "00")).code).toBe(2);
    const asked = await firewall("approve", "rules.yml");
    expect(asked).toMatchObject({ code: 2, out: "" });
    expect(asked.err).toContain("no terminal");
  });

  test("rejects an invalid file, and shows how to list its problems", async () => {
    const firewall = open("credentials: x\n");
    const { code, err } = await firewall("approve", "rules.yml");
    expect(code).toBe(2);
    expect(err).toContain("gatehouse firewall check --config rules.yml");
  });

  test("a variable that is not set is reported before the command starts", async () => {
    const firewall = open(text.replace("KEY", "MISSING_KEY"));
    const changed = createHash("sha256").update(text.replace("KEY", "MISSING_KEY")).digest("hex");
    const { code, out, err } = await firewall("--approved-rules", changed, ...echo);
    expect({ code, out }).toEqual({ code: 125, out: "" });
    expect(err).toContain("MISSING_KEY, which is not set");
  });
});
