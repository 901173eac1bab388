import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { installProgram } from "../installed-program.ts";

const program = installProgram();
const rules = "ssl-bump: true\nrules:\n  - { url: https://api.test/**, methods: [GET] }\n";
const claims = "claims:\n  - { never: 'POST https://api.test/**', reason: no writes }\n";

function open(content = rules) {
  const cwd = makeFolder("prove");
  const env = { XDG_STATE_HOME: makeFolder("state") };
  writeFileSync(join(cwd, "rules.yml"), content);
  const sha256 = createHash("sha256").update(content).digest("hex");
  const firewall = (...words: string[]) => program.run(["firewall", ...words], { cwd, env });
  return { firewall, sha256 };
}

const never = "POST https://api.test/**";
const allow = ["--allow-domains", "api.test"];

describe("firewall prove", () => {
  test("confirms a claim, and exits with 0", async () => {
    const { firewall } = open();
    const words = ["prove", "--config", "rules.yml", "--never", never];
    const { code, out, err } = await firewall(...words);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Holds: no rule allows ${never}.`);
    const document: unknown = JSON.parse((await firewall(...words, "--json")).out);
    expect(document).toMatchObject({ holds: true, claims: [{ holds: true }], problems: [] });
  });

  test("prints a request that a rule allows, and exits with 6", async () => {
    const { firewall } = open();
    const words = ["prove", "--never", never, "--except", "http://api.test:80/**", ...allow];
    const { code, out } = await firewall(...words);
    expect(code).toBe(6);
    expect(out).toContain("Does not hold: POST https://api.test/ is allowed by --allow-domains 1");
    const read = JSON.parse((await firewall(...words, "--json")).out) as { claims: object[] };
    expect(read.claims).toMatchObject([{ counterexample: { url: "https://api.test/" } }]);
  });

  test("proves every claim, and none of the rules file", async () => {
    const { firewall } = open(rules + claims.replace("POST", "GET"));
    const words = ["--config", "rules.yml", "--never", "b.test", "--never", "GET api.test"];
    const { code, out } = await firewall("prove", ...words, "--json");
    expect(code).toBe(6);
    expect(JSON.parse(out)).toMatchObject({
      claims: [
        { at: "--never 1", holds: true },
        { at: "--never 2", holds: false },
      ],
    });
  });

  test.each([
    [["--never", "POST"], "--never 1: POST names methods, but no URL."],
    [["--never", "delete"], "--never 1: delete names methods, but no URL."],
    [["--never", "https://a.test/*, https://b.test/*"], "has a comma before a URL"],
    [["--never", "*"], "The run has no rules, so every claim would hold."],
    [["--never", "*", "--allow-domains", "*"], "--allow-domains 1: * covers every host."],
    [[], "--never"],
  ])("rejects invalid claims and rules, and exits with 2: %j", async (words, problem) => {
    const { code, out, err } = await open().firewall("prove", ...words);
    expect(code).toBe(2);
    expect(out + err).toContain(problem);
  });
});

describe("firewall check", () => {
  const words = ["check", "--config", "rules.yml"];

  test("requires an approval of claims that hold", async () => {
    const { firewall, sha256 } = open(rules + claims);
    const before = await firewall(...words);
    expect(before.code).toBe(6);
    expect(before.out).toContain(`Holds: no rule allows ${never}.`);
    expect(before.out).toContain("You have not approved the claims in this version of rules.yml.");
    expect(before.out).toContain("gatehouse firewall approve rules.yml");
    expect((await firewall(...words, "--approved-rules", sha256)).code).toBe(0);
    expect((await firewall("approve", "rules.yml", "--sha256", sha256)).code).toBe(0);
    const after = await firewall(...words, "--json");
    expect(after.code).toBe(0);
    expect(JSON.parse(after.out)).toMatchObject({ claims: [{ holds: true }], unapproved: [] });
  });

  test("refutes approved claims that do not hold, with their location and reason", async () => {
    const { firewall, sha256 } = open(rules + claims.replace("POST", "HEAD,GET"));
    const { code, out } = await firewall(...words, "--approved-rules", sha256);
    expect(code).toBe(6);
    expect(out).toContain("Does not hold: GET https://api.test/ is allowed by rules.yml:3:12");
    expect(out).toContain("Reason: no writes");
  });

  test("reports invalid claims, and exits with 2", async () => {
    const { code, out } = await open(rules + claims.replace("https", "ftp")).firewall(...words);
    expect(code).toBe(2);
    expect(out).toContain("rules.yml:5:14: POST ftp://api.test/** begins with ftp://.");
  });

  test("tests URLs without the claims", async () => {
    const { firewall } = open(rules + claims.replace("POST", "GET"));
    expect((await firewall(...words, "--url", "https://api.test/")).code).toBe(0);
  });
});

test("a run ignores claims", async () => {
  const { firewall } = open(claims.replace("POST", "GET") + "allow-domains: [api.test]\n");
  expect(await firewall("--config", "rules.yml", "--", "true")).toMatchObject({ code: 0, err: "" });
});
