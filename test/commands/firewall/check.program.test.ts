import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder } from "../../temporary-folder.ts";
import { installProgram } from "../installed-program.ts";

const program = installProgram();
const words = "--ssl-bump --allow-domains whole.test --allow-urls https://api.test/repos/*";
const rules = words.split(" ");

async function check(...words: string[]) {
  const { code, out, err } = await program.run(["firewall", "check", ...words]);
  return { code, out, err };
}

async function answer(...words: string[]): Promise<{ code: number | null; document: unknown }> {
  const { code, out } = await check(...words, "--json");
  return { code, document: JSON.parse(out) };
}

describe("gatehouse firewall check", () => {
  test("a URL that a pattern covers is reported with its rule, and exits with 0", async () => {
    expect(await answer(...rules, "--url", "https://api.test/repos/a")).toEqual({
      code: 0,
      document: {
        url: "https://api.test/repos/a",
        allowed: true,
        explanation: "https://api.test/repos/* covers the request",
        rule: "https://api.test/repos/*",
      },
    });
  });

  test("file rules are validated, and listed in the document", async () => {
    const words = ["--hide", ".env,**/*.pem", "--write", "src/**"];
    expect(await answer(...words)).toEqual({
      code: 0,
      document: {
        rules: [],
        files: { hide: [".env", "**/*.pem"], read: [], write: ["src/**"] },
        problems: [],
        warnings: [],
      },
    });
    const { out } = await check(...words);
    expect(out).toContain("Hidden: .env, **/*.pem");
    expect(out).toContain("Writable: src/**");
    expect(out).toContain("All other paths in the working directory: read-only");
    expect(await answer("--hide", "../.env")).toMatchObject({
      code: 2,
      document: { problems: [{ at: "--hide 1", problem: "leaves the working directory" }] },
    });
  });

  test("an engine allows its hosts, and its document names the variables for its key", async () => {
    const { code, document } = await answer("--engine", "gemini");
    expect(code).toBe(0);
    expect(document).toMatchObject({
      rules: [
        { option: "allow-domains", at: "--engine gemini" },
        { text: "cloudcode-pa.googleapis.com:443" },
        { text: "oauth2.googleapis.com:443" },
      ],
      engine: { name: "gemini", sidecar: false, keys: ["GEMINI_API_KEY"] },
    });
    const domain = ["--domain", "api.anthropic.com"];
    expect(await answer("--engine", "gemini", ...domain)).toMatchObject({ code: 6 });
    expect(await answer("--engine", "claude", ...domain)).toMatchObject({ code: 0 });
  });

  test("several requests are reported as an array, and a denied request exits with 6", async () => {
    const { code, document } = await answer(
      ...rules,
      "--url",
      "https://api.test/repos/a/b",
      "nonsense",
      "https://api.test/repos/%2e%2e/x",
      "--domain",
      "whole.test",
      "other.test:8443",
    );
    expect(code).toBe(6);
    expect(document).toEqual([
      {
        url: "https://api.test/repos/a/b",
        allowed: false,
        explanation:
          "in https://api.test/repos/*, * matches only one path segment; use ** for several",
        rule: null,
      },
      {
        url: "nonsense",
        allowed: false,
        explanation: "it is not a URL: it does not begin with https://",
        rule: null,
      },
      {
        url: "https://api.test/repos/%2e%2e/x",
        allowed: false,
        explanation: "the request has a dot segment in its path",
        rule: null,
      },
      {
        domain: "whole.test",
        allowed: true,
        explanation: "whole.test covers whole.test",
        rule: "whole.test",
      },
      {
        domain: "other.test:8443",
        allowed: false,
        explanation: "no rule allows other.test",
        rule: null,
      },
    ]);
  });

  test("the text output shows the rule, the reason, and the option that would allow a denied URL", async () => {
    const folder = makeFolder("rules");
    const text =
      "ssl-bump: true\nrules: [{ url: https://api.test/a, reason: the agents read it }]\n";
    await writeFile(join(folder, "rules.yml"), text);
    const args = ["firewall", "check", "--config", "rules.yml"];
    const asked = ["--url", "https://api.test/a", "https://api.test/b"];
    const { code, out } = await program.run([...args, ...asked], { cwd: folder });
    expect(code).toBe(6);
    expect(out).toMatchInlineSnapshot(`
      " ✔ https://api.test/a
         allowed: https://api.test/a covers the request · rules.yml:2:16
           the agents read it
       ✖ https://api.test/b
         refused: no pattern for api.test covers /b
         Add to rules.yml:
         allow-urls:
           - https://api.test/b
      "
    `);
  });

  test("rules without a request are checked, and exit with 0 if they are valid", async () => {
    const { code, out } = await check(...rules);
    expect({ code, out }).toEqual({ code: 0, out: " ✔ 2 rules; no problems found.\n" });
    expect(await answer(...rules)).toEqual({
      code: 0,
      document: {
        rules: [
          { option: "allow-domains", at: "--allow-domains 1", text: "whole.test" },
          { option: "allow-urls", at: "--allow-urls 1", text: "https://api.test/repos/*" },
        ],
        problems: [],
        warnings: [],
      },
    });
  });

  test("invalid rules exit with 2, all of them are reported, and no request is evaluated", async () => {
    const wrong = ["--allow-domains", "*,.a.test", "--allow-urls", "a.test/x"];
    const { code, out, err } = await check(...wrong, "--url", "https://a.test/");
    expect({ code, err }).toEqual({ code: 2, err: "" });
    expect(out).toMatchInlineSnapshot(`
      " ✖ --allow-domains 1: * covers every host.
       ✖ --allow-domains 2: .a.test begins with a dot; remove the dot, because a domain includes its
         subdomains.
         Did you mean: a.test
       ✖ --allow-urls 1: a.test/x does not begin with https://.
         Did you mean: https://a.test/x
       ✖ --allow-urls 1: a.test/x requires --ssl-bump: otherwise URLs are not visible.
         Did you mean: --ssl-bump
      "
    `);
    const { document } = await answer(...wrong, "--ssl-bump", "--url", "https://a.test/");
    expect(document).toMatchObject({
      problems: [
        { at: "--allow-domains 1", text: "*", problem: "covers every host" },
        { at: "--allow-domains 2", suggestion: "a.test" },
        { at: "--allow-urls 1", suggestion: "https://a.test/x" },
      ],
    });
  });

  test("a URL is evaluated with the specified method", async () => {
    const folder = makeFolder("rules");
    const path = join(folder, "rules.yml");
    const text = "ssl-bump: true\nrules: [{ url: https://api.test/a, methods: [GET] }]\n";
    await writeFile(path, text);
    const asked = ["--config", path, "--url", "https://api.test/a"];
    expect(await answer(...asked)).toMatchObject({ code: 0 });
    expect(await answer(...asked, "--method", "POST")).toMatchObject({ code: 6 });
  });
});

test("gatehouse firewall schema prints the schema of a rules file", async () => {
  const { code, out } = await program.run(["firewall", "schema"]);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ properties: { "allow-urls": {}, rules: {} } });
});
