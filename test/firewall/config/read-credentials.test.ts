import { describe, expect, test } from "vitest";
import { readConfig } from "../../../src/firewall/config/read-config.ts";

function readOne(entry: string) {
  const { credentials = [], problems } = readConfig(`credentials:\n  - ${entry}\n`, "r.yml");
  return {
    credential: credentials[0],
    problems: problems.map(({ text, problem }) => `${text} ${problem}`),
  };
}

describe("an entry of credentials", () => {
  test("has a location, methods, a header and a reason", () => {
    const { credential, problems } = readOne(
      "{ url: https://a.test/*, methods: [GET], header: X-Key, reason: tests, from: { env: KEY } }",
    );
    expect(problems).toEqual([]);
    expect(credential).toEqual({
      id: "r.yml:2:12",
      text: "https://a.test/*",
      methods: ["GET"],
      header: "X-Key",
      note: "tests",
      source: { kind: "env", name: "KEY" },
    });
  });

  test.each([
    ["https://github.com/acme/web.git/**", "github.com", ["acme/web"]],
    ["https://github.com/acme/web/**", "github.com", ["acme/web"]],
    ["https://api.github.com/repos/acme/web/**", "github.com", ["acme/web"]],
    ["https://api.acme.ghe.com/repos/acme/web", "acme.ghe.com", ["acme/web"]],
    ["https://ghe.test:8443/api/v3/repos/acme/web/**", "ghe.test:8443", ["acme/web"]],
    ["https://api.other.test/repos/acme/web/**", "api.other.test", ["acme/web"]],
    ["https://uploads.github.com/repos/acme/web/**", "github.com", ["acme/web"]],
    ["https://raw.githubusercontent.com/acme/web/main/x", "github.com", ["acme/web"]],
  ])("for %s finds the forge and the repository", (url, host, repositories) => {
    const { credential } = readOne(`{ url: "${url}", from: { app: read } }`);
    expect(credential?.source).toEqual({ kind: "app", role: "read", host, repositories });
  });

  test("names repositories and permissions of an App", () => {
    const { credential } = readOne(
      "{ url: https://github.com/**, from: { app: write, repositories: [a/b, a/c], permissions: { contents: write } } }",
    );
    expect(credential?.source).toEqual({
      kind: "app",
      role: "write",
      host: "github.com",
      repositories: ["a/b", "a/c"],
      permissions: { contents: "write" },
    });
  });

  test.each([
    ["{ url: https://a.test/* }", "requires a source: from"],
    ["{ from: pat }", "requires a url"],
    ["https://a.test/*", "is not an entry with url and from"],
    ["{ url: https://a.test/*, from: pta }", "from is not { app: read }, { env: NAME } or pat"],
    ["{ url: https://a.test/*, from: { env: A, app: read } }", 'from has the unknown key "env"'],
    ["{ url: https://a.test/*, from: { env: A-B } }", "from has an invalid name"],
    ["{ url: https://a.test/*, from: { app: admin } }", "from requires app: read or app: write"],
    ["{ url: https://a.test/a/b, from: { app: write } }", "requires permissions for the write App"],
    [
      "{ url: https://a.test/repos/acme/**, from: { app: read } }",
      "requires repositories: [OWNER/NAME]",
    ],
    ["{ url: https://*.a.test/a/b, from: { app: read } }", "requires a url with a complete host"],
    ["{ url: https://a.test/*, from: { app: read, repositories: [a/b, c/d] } }", "several owners"],
    ["{ url: https://a.test/*, from: { app: read, repositories: [a] } }", "not OWNER/NAME"],
    ["{ url: https://a.test/*, from: { app: read, repositories: [] } }", "requires a list"],
    [
      "{ url: https://a.test/a/b, from: { app: read, permissions: { contents: write } } }",
      "does not have",
    ],
    [
      "{ url: https://a.test/a/b, from: { app: read, permissions: { contents: admin } } }",
      "invalid permission",
    ],
    ["{ url: https://a.test/a/b, from: { app: read, permissions: {} } }", "requires permissions"],
    ["{ url: https://a.test/*, from: pat, header: 'A: b' }", "header is not the name of a header"],
    ["{ url: https://api.github.com/orgs/acme/**, from: { app: read } }", "requires repositories"],
    ["{ url: https://api.github.com/user/repos, from: { app: read } }", "requires repositories"],
    ["{ url: https://a.test/api/graphql, from: { app: read } }", "requires repositories"],
    ["{ url: https://a.test/*, from: { app: read, repositories: [a/..] } }", "not OWNER/NAME"],
    [
      "{ url: https://a.test/*, from: pat, header: Host }",
      "header is a header that only the proxy",
    ],
    ["{ url: https://a.test/*, from: { env: CP_FORGE_READ_APP_PRIVATE_KEY } }", "is an App key"],
    ["{ url: https://a.test/*, from: pat, methods: 1 }", "methods is not a list"],
    ["{ url: https://a.test/*, form: pat, from: pat }", "form is not a valid key in a credential"],
  ])("%s is a problem", (entry, expected) => {
    expect(readOne(entry).problems.join("\n")).toContain(expected);
  });

  test.each(["credentials: x", "credentials: { a: b }"])("%s is not a list", (text) => {
    const { problems } = readConfig(text, "r.yml");
    expect(problems[0]?.problem).toContain("is not a list of entries");
  });
});
